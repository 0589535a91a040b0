import type { Statement } from "@/lib/domain/statement";

/** Machines that receive traffic, of the expected number. Without an expected size `total` is the registered number. */
export interface Serving extends Statement {
  readonly serving: number;
  readonly total: number;
  readonly basis: "expected" | "registered";
  readonly registered: number;
  /** Istio sends them traffic too, but no replica can hold their connection. */
  readonly unverified: number;
}

/** The machines of a set, as its roll-up counts them. */
export interface CountedMachines {
  readonly total: number;
  readonly serving: number;
  readonly doubted: number;
  readonly counts: readonly number[];
  readonly expected: number | null;
}

/** The values of a serving statement. */
export function servingValues({ total, serving, doubted, expected }: Omit<CountedMachines, "counts">): Omit<Serving, "kind"> {
  return { serving, total: expected ?? total, basis: expected === null ? "registered" : "expected", registered: total, unverified: doubted };
}
