import type { LossEndReason } from "@/lib/domain/history/loss-ends";
import { formatNumber, plural } from "./text/numbers";

/** The loss of a machine, by the name of its entry. */
interface NamedLoss {
  readonly name: string;
}

export function lossUnknownWords({ name }: NamedLoss): string {
  return `The history has no such loss of ${name} in this group. Load the page again.`;
}

/** `by`: the user; "" = not known. */
export function acceptedAlreadyWords({ name, by }: NamedLoss & { readonly by: string }): string {
  return `The loss of ${name} is accepted already${by === "" ? "" : ` by ${by}`}. Load the page again.`;
}

export function lossNotAcceptedWords({ name }: NamedLoss): string {
  return `The loss of ${name} is not accepted, so there is nothing to undo. Load the page again.`;
}

/** A loss that does not count any more. */
export function lossEndedWords({ name, because }: NamedLoss & { readonly because: Exclude<LossEndReason, "accepted"> | "left-healthy" }): string {
  return `The loss of ${name} does not count: ${ENDS[because]}. There is nothing to accept.`;
}

const ENDS: Record<Exclude<LossEndReason, "accepted"> | "left-healthy", string> = {
  replaced: "another machine replaced it",
  "size-changed": "the expected size changed after it",
  quiet: "no machine of its group joined or left for 24 h after it",
  "left-healthy": "the machine was healthy, and the size of its group may change",
};

/** A loss beyond the expected size. */
export function lossNotCountedWords({ name }: NamedLoss): string {
  return `The loss of ${name} does not count: the group has enough machines, or one of that name is back. There is nothing to accept.`;
}

export function recreatedWords(): string {
  return "The group was deleted and created again since this page showed it. Load the page again.";
}

export function historyOffWords(): string {
  return "The history is off, so Stolos cannot store the decision. Change the expected size of the group instead.";
}

export function historyPausedWords({ reason }: { readonly reason: string }): string {
  return `The history is paused: ${reason.replace(/\.$/, "")}. Nothing was stored. Try again when it records.`;
}

/** A server, or a sign-in, without any command. */
export function onlyReadsWords(): string {
  return "Stolos is read-only here. An administrator can allow changes with STOLOS_READ_ONLY=false; a kiosk stays read-only.";
}

/** The expected size before a decision. `elastic`: a declared range, or a size that falls and rises by itself. */
export interface SizeBefore {
  readonly expected: number | null;
  readonly source: "declared" | "learned" | "elastic" | "none";
}

/** The effect of a decision on the expected size. `count`: the accepted losses. */
export function acceptedEffectWords({ expected, source }: SizeBefore, count: number): string {
  if (expected === null || source === "none" || source === "elastic") return `${count === 1 ? "It does" : "They do"} not count as lost any more.`;
  const until = source === "declared" ? "until someone declares another size" : "until Stolos learns another size";
  return `The expected size becomes ${formatNumber(Math.max(0, expected - count))}, ${until}.`;
}

export function undoneEffectWords({ expected, source }: SizeBefore): string {
  if (expected === null || source === "none" || source === "elastic") return "The machine counts as lost again, unless another machine replaced it.";
  return `The machine counts as lost again, unless another machine replaced it. The expected size becomes ${formatNumber(expected + 1)}.`;
}

/** "2 accepted losses". */
export function acceptedLossesPhrase(count: number): string {
  return plural(count, "accepted loss", "accepted losses");
}

/** The accepted losses of a group beside its trouble: "2 accepted losses."; "" if there are none. */
export function acceptedLossesText({ accepted = 0 }: { readonly accepted?: number | undefined }): string {
  return accepted === 0 ? "" : `${acceptedLossesPhrase(accepted)}.`;
}

/** The number of accepted losses in an expected size. */
export function acceptedSizeWords({ accepted }: { readonly accepted: number }): string {
  return `It was lowered by ${formatNumber(accepted)}: ${plural(accepted, "lost machine")} will not come back.`;
}
