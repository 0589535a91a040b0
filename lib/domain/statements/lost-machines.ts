import type { Statement } from "@/lib/domain/statements/statement";

/**
 * The end of one machine's entry, with times in milliseconds. `notBefore` null = the end was observed; otherwise it was between `notBefore` and
 * `endedAt`.
 */
export interface EntryEnded extends Statement {
  readonly kind: "entry-ended";
  readonly cause: string;
  readonly disconnectedAt: number | null;
  readonly endedAt: number;
  readonly notBefore: number | null;
  /** The replica that the entry named last; null = none. */
  readonly replica: string | null;
}

/** A recorded loss: the fields of `LossRow` that its statement uses. */
export interface EndedEntry {
  readonly cause: string;
  readonly disconnectedAt: number | null;
  readonly endedAt: number;
  readonly notBefore: number | null;
  readonly row: { readonly controller: string };
}

/** Returns the statement of a recorded loss. */
export function entryEnded({ cause, disconnectedAt, endedAt, notBefore, row }: EndedEntry): EntryEnded {
  return { kind: "entry-ended", cause, disconnectedAt, endedAt, notBefore, replica: row.controller === "" ? null : row.controller };
}

/**
 * No machine of a group was lost in a window. `recordedSince`: the beginning of the history; null = nothing is recorded yet. Times are in
 * milliseconds.
 */
export interface NoLossStatement extends Statement {
  readonly kind: "none-lost";
  readonly from: number;
  readonly to: number;
  readonly recordedSince: number | null;
}

/** The number of lost machines, and of the machines that stayed, with which a page compares them. */
export interface LostAndStayedMachines extends Statement {
  readonly kind: "lost-compared";
  readonly lost: number;
  readonly stayed: number;
}
