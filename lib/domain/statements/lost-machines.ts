import type { Statement } from "@/lib/domain/statements/statement";

/** The end of one machine's entry. Milliseconds; `notBefore` is null if the end was observed. */
export interface EntryEnded extends Statement {
  readonly kind: "entry-ended";
  readonly cause: string;
  readonly disconnectedAt: number | null;
  readonly endedAt: number;
  readonly notBefore: number | null;
  /** The replica that the entry named last; null = none. */
  readonly replica: string | null;
}

/** A recorded loss, as this statement needs it; a `LossRow` has it all. */
export interface EndedEntry {
  readonly cause: string;
  readonly disconnectedAt: number | null;
  readonly endedAt: number;
  readonly notBefore: number | null;
  readonly row: { readonly controller: string };
}

/** The statement of a recorded loss. */
export function entryEnded({ cause, disconnectedAt, endedAt, notBefore, row }: EndedEntry): EntryEnded {
  return { kind: "entry-ended", cause, disconnectedAt, endedAt, notBefore, replica: row.controller === "" ? null : row.controller };
}

/** No machine of a group was lost in a window; `recordedSince` is null where nothing is recorded yet. Milliseconds. */
export interface NoneLost extends Statement {
  readonly kind: "none-lost";
  readonly from: number;
  readonly to: number;
  readonly recordedSince: number | null;
}

/** The lost machines, and the machines that stayed, with which they are compared. */
export interface LostCompared extends Statement {
  readonly kind: "lost-compared";
  readonly lost: number;
  readonly stayed: number;
}
