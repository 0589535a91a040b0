import type { RollUp } from "@/lib/domain/roll-up";

/** What the record says of an expected size; `from` tells whether a person declared it or it was learned. */
interface RecordedSize {
  readonly size: number | null;
  readonly from: "declared" | "learned" | "unreadable" | "unknown";
}

/** Puts the learned size where nobody declared one: a person's word always wins, and what is not known stays unknown. */
export function withLearnedSize<R extends Pick<RollUp, "expected" | "expectedFrom">>(rollUp: R, recorded: RecordedSize | undefined): R {
  if (rollUp.expectedFrom !== "unknown" || recorded?.from !== "learned" || recorded.size === null) return rollUp;
  return { ...rollUp, expected: recorded.size, expectedFrom: "learned" };
}
