import { listAtMost } from "@/lib/format/text/lists";

/** Of a field that only the cluster writes. */
export function lockedWords({ field }: { readonly field: string }): string {
  return `${field} is written by the cluster and cannot be edited here. Take it away: the cluster keeps its own.`;
}

/** Of a text that is no longer of the object that is edited. `field`: kind, name or namespace. */
export function otherObjectWords({ field, wanted, written }: { readonly field: string; readonly wanted: string; readonly written: string }): string {
  const is = written === "" ? "missing" : `"${written}"`;
  return `${field} is ${is}, and has to stay "${wanted}": an edit cannot make another object of it. To have another one, make it anew.`;
}

/** Over the text of an edit: what it is of, and what is not in it. */
export function editOfWords({ resourceVersion }: { readonly resourceVersion: string }): string {
  return `Your edit of version ${resourceVersion}, not applied yet. The status, and what the cluster writes into metadata, cannot be edited and are not shown. The cluster keeps no comments.`;
}

/**
 * What an edit does not do, by kind; "" = nothing to say. `isRegistered`: istiod made the entry for a machine that connected
 * (docs/istio.md#group-changes, #connect).
 */
export function reachOfEditWords({ kind, isRegistered }: { readonly kind: string; readonly isRegistered: boolean }): string {
  if (kind === "WorkloadGroup") return "An edit of a group counts for machines that register from now on: entries that are there stay as they are.";
  if (kind !== "WorkloadEntry" || !isRegistered) return "";
  return "istiod made this entry. When its machine is away longer than the grace period, the entry is made anew from its group, without your edit: what has to last belongs into the group.";
}

const MOST_FIELDS = 5;

/** The summary above the changed lines. */
export function changesWords({ fields }: { readonly fields: readonly string[] }): string {
  if (fields.length === 0) return "Nothing is changed yet.";
  return `Changes ${listAtMost(fields, MOST_FIELDS, { commas: true })}.`;
}

/** How far an edit is, in a line. */
export const EDIT_PHASE_WORDS = {
  writing: "",
  asking: "Asking the API server",
  would: "The API server would take it.",
  applying: "Applying",
  accepted: "Accepted. Waiting for the watch to show it.",
} as const;

/** Over both sides of an edit whose object was changed meanwhile. `isOther`: the object was deleted and made anew. */
export function changedMeanwhileWords({ resourceVersion, isOther }: { readonly resourceVersion: string; readonly isOther: boolean }): string {
  const what = isOther ? "The object was deleted, and there is a new one of its name" : "Somebody changed the object since your edit began";
  return `${what}: it is at version ${resourceVersion} now. Your text is kept as you typed it. Nothing is applied until you say what becomes of both.`;
}

/** One field that both changed. A value of undefined = the field is not there. */
export function clashWords({ field, mine, theirs }: { readonly field: string; readonly mine: unknown; readonly theirs: unknown }): string {
  return `${field}: you wrote ${valueWords(mine)}, the cluster says ${valueWords(theirs)}. Yours stays.`;
}

/** What taking both does. */
export function takeBothWords({ clashes }: { readonly clashes: number }): string {
  if (clashes === 0) return "Nothing was changed at both sides: your changes fit onto the new version.";
  return `At ${clashes === 1 ? "one field" : `${clashes} fields`} both changed the same:`;
}

function valueWords(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
