import { oneOrMany } from "@/lib/format/text/numbers";

/** What became of one object of a draft, as far as this page knows. */
export type ObjectStateWord = "asking" | "would" | "refused" | "same" | "used" | "there" | "applying" | "made" | "unknown" | "waits";

/** The state of an object in a few words. */
export const STATE_WORDS = {
  asking: "Asking the API server",
  would: "It would take it",
  refused: "Refused",
  same: "There already, and the same",
  used: "There already, and used as it is",
  there: "There already",
  applying: "Applying",
  made: "Accepted",
  unknown: "Not known whether it was made",
  waits: "Not asked yet",
} as const satisfies Record<ObjectStateWord, string>;

/** Of an object of the same name. `kind`: as Kubernetes writes it; `isReadable`: what it says could be read. */
export function thereWords({ kind, isReadable }: { readonly kind: string; readonly isReadable: boolean }): string {
  if (kind === "ServiceAccount") return "An account of this name is there. It is used as it is; for a fresh one choose another name.";
  if (!isReadable) return `A ${kind} of this name is there, and what it says cannot be read. It is left alone: choose another name, or change that one.`;
  return `A ${kind} of this name is there and says something else. It is left alone: choose another name, or change that one on its page.`;
}

/** What is left to do, over the objects. `made`: accepted, or there already; that the cluster has them is for the watch to tell. */
export function reviewSentence({ made, left, refused }: { readonly made: number; readonly left: number; readonly refused: number }): string {
  const all = made + left;
  if (left === 0) return "The API server has all of them.";
  if (refused > 0) return `${refused} of ${all} would be refused: nothing is applied until that is put right, and all of it can be copied for Git.`;
  return made === 0
    ? `${all} ${oneOrMany(all, "object")}, in this order.`
    : `The API server has ${made} of ${all}. Apply the rest: what is there is not made twice.`;
}
