import type { Statement } from "@/lib/domain/statement";

/** Machines that receive traffic, of the total (`group-total`). `basis`: the total of a group without an expected size is the registered number. */
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
  /** Registered, lost and missing machines. */
  readonly fullTotal: number;
  readonly serving: number;
  readonly doubted: number;
  readonly counts: readonly number[];
  readonly expected: number | null;
}

/** The values of a serving statement. */
export function servingValues({ total, fullTotal, serving, doubted, expected }: Omit<CountedMachines, "counts">): Omit<Serving, "kind"> {
  return { serving, total: fullTotal, basis: expected === null ? "registered" : "expected", registered: total, unverified: doubted };
}
