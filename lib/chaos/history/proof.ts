/** What a proof found. `value` is what went wrong, `target` what may. */
export interface Proof {
  readonly goal: string;
  readonly value: number;
  readonly target: number;
  readonly n: number;
  /** What went wrong, in words. */
  readonly faults: readonly string[];
  readonly more: Readonly<Record<string, unknown>>;
}
