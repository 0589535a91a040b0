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

/** Who keeps an object that is there, and what it will do with a change of ours. */
export function ownerWords({ tool, mark, name }: { readonly tool: string; readonly mark: string; readonly name: string }): string {
  return `${tool} keeps it, by its ${mark} ${name}: whatever is changed here, it takes back at its next sync. Change it in Git.`;
}

/** Of objects that are new. `marked`: the text carries the mark of a tool already. */
export function newOwnerWords({ marked }: { readonly marked: { readonly tool: string; readonly mark: string; readonly name: string } | null }): string {
  if (marked === null)
    return "New objects are no tool's: nothing takes them back. To have them in Git, copy them there; the one who applies them first owns their fields.";
  return `The text carries the ${marked.mark} ${marked.name} of ${marked.tool}, which may delete what is not in its Git. Take it away, or apply by Git.`;
}

/** What is left to do, over the objects. `made`: accepted, or there already; that the cluster has them is for the watch to tell. */
export function reviewSentence({ made, left, refused }: { readonly made: number; readonly left: number; readonly refused: number }): string {
  const all = made + left;
  if (left === 0) return "The API server has all of them.";
  if (refused > 0) return `${refused} of ${all} would be refused: nothing is applied until that is put right, and all of it can be copied for Git.`;
  return made === 0
    ? `${all} ${all === 1 ? "object" : "objects"}, in this order.`
    : `The API server has ${made} of ${all}. Apply the rest: what is there is not made twice.`;
}
