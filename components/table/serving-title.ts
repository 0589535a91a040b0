import type { RollUp } from "@/lib/contract/views/groups";
import { acceptedSizeWords } from "@/lib/format/accepted-loss-words";
import { plannedSizeWords } from "@/lib/format/planned-words";
import { countSentence } from "@/lib/format/serving-count";
import { formatNumber } from "@/lib/format/text/numbers";

const FROM: Record<RollUp["expectedFrom"], string> = {
  declared: "The expected size is declared on the group.",
  range: "The expected size is declared on the group as a range.",
  learned: "The expected size is learned: the level that it held.",
  elastic: "The size goes up and down. At least the smallest size of seven days is expected.",
  unreadable: "A size is declared on the group but is neither a whole number nor a range.",
  unknown: "No expected size is declared.",
};

/** The source of an expected size, in sentences. */
export function expectedTitle({ expected, expectedFrom, expectedMost, planned, accepted, arriving, total }: RollUp): string {
  const size = expectedMost === undefined ? "" : `${formatNumber(expected ?? 0)}–${formatNumber(expectedMost)} machines are expected.`;
  const arrived = arriving === true ? `${formatNumber(total)} of ${formatNumber(expected ?? 0)} arrived.` : "";
  const taken = [planned === undefined ? "" : plannedSizeWords({ planned }), accepted === undefined ? "" : acceptedSizeWords({ accepted })];
  return [arrived, FROM[expectedFrom], size, ...taken].filter((part) => part !== "").join(" ");
}

/** The count in words, and where its denominator comes from. */
export function servingTitle(rollUp: RollUp): string {
  return `${countSentence(rollUp)}. ${expectedTitle(rollUp)}`;
}
