import type { RollUp } from "@/lib/contract/rows";
import { plannedSizeWords } from "@/lib/format/planned-words";
import { countSentence } from "@/lib/format/serving-count";

const FROM: Record<RollUp["expectedFrom"], string> = {
  declared: "The expected size is declared on the group.",
  learned: "The expected size is learned: the level that it held.",
  unreadable: "A size is declared on the group but is no whole number.",
  unknown: "No expected size is declared.",
};

/** Where an expected size comes from, in a sentence. */
export function expectedTitle({ expectedFrom, planned }: Pick<RollUp, "expectedFrom" | "planned">): string {
  return planned === undefined ? FROM[expectedFrom] : `${FROM[expectedFrom]} ${plannedSizeWords({ planned })}`;
}

/** The count in words, and where its denominator comes from. */
export function servingTitle(rollUp: RollUp): string {
  return `${countSentence(rollUp)}. ${expectedTitle(rollUp)}`;
}
