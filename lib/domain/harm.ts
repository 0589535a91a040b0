import type { State } from "./verdict";

/** What a set of machines suffers now. It is a thing of its own: the order of STATES says how states are listed, and nothing of who is hurt. */
export interface Harm {
  /** How many do not serve, of `size`. */
  readonly notServing: number;
  /** How many are expected, or were held last; where nobody knows, how many are there. */
  readonly size: number;
  /** How many serve though something speaks against it. */
  readonly inDoubt: number;
  /** When the latest rise began (milliseconds); null where that is not known. */
  readonly since: number | null;
}

/**
 * Orders by harm, the most first: how many machines do not serve and what share of the size that is, then how many are in doubt, then the newest.
 * Number and share are multiplied, so that neither one of one nor ten of ten thousand comes before eight of ten. 0 = equal harm.
 */
export function compareHarm(a: Harm, b: Harm): number {
  return (
    weightOf(b.notServing, b.size) - weightOf(a.notServing, a.size) ||
    b.notServing - a.notServing ||
    weightOf(b.inDoubt, b.size) - weightOf(a.inDoubt, a.size) ||
    b.inDoubt - a.inDoubt ||
    (isHarmless(a) ? 0 : newestFirst(a.since, b.since))
  );
}

/** Does every machine that should serve do so, and nothing speak against any? Such ones have no order among each other. */
export function isHarmless({ notServing, inDoubt }: Pick<Harm, "notServing" | "inDoubt">): boolean {
  return notServing === 0 && inDoubt === 0;
}

function weightOf(count: number, size: number): number {
  return count === 0 ? 0 : (count * count) / Math.max(size, count);
}

function newestFirst(a: number | null, b: number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return b - a;
}

/** The kinds of harm of one machine, the worst first; from `waits` on there is none. */
export const MACHINE_HARMS = ["not-serving", "in-doubt", "waits", "returning", "unchecked", "unvouched", "none"] as const;
export type MachineHarm = (typeof MACHINE_HARMS)[number];

/** How bad one verdict is: whoever does not serve though it should, then whoever serves in doubt, then whoever is expected back within seconds. */
export function machineHarmOf(state: State, vouched: boolean): MachineHarm {
  switch (state) {
    case "unhealthy":
    case "no-endpoint":
    case "vanished":
      return "not-serving";
    case "unverified":
    case "disconnected":
    case "unreadable":
      return "in-doubt";
    case "overdue":
    case "reconnecting":
      return "returning";
    case "draining":
    case "awaiting":
      return "waits";
    case "unchecked":
      return "unchecked";
    case "healthy":
      return vouched ? "none" : "unvouched";
  }
}

/** Rises less than this apart are one. Milliseconds. */
export const ONE_RISE_MS = 60_000;

/** The latest of several rises: when it began, and how many of all it is. */
export interface Rise {
  readonly since: number;
  readonly count: number;
}

/**
 * The start of the latest rise that has not been undone, from the moments (milliseconds) at which those who do not serve now ceased to. Whoever
 * serves again is not among them, so that what was undone does not count. Null where there are none.
 */
export function latestRise(begins: Iterable<number>): Rise | null {
  const newestLast = Float64Array.from(begins).sort();
  let first = newestLast.length - 1;
  const since = () => newestLast[first] ?? 0;
  if (first < 0) return null;
  while (first > 0 && since() - (newestLast[first - 1] ?? 0) < ONE_RISE_MS) first--;
  return { since: since(), count: newestLast.length - first };
}
