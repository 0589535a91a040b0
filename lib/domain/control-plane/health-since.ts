import type { Serving } from "@/lib/domain/verdict/verdict";

/** A machine that is back: whether it served before and serves now, and whether its agent has reported since. Milliseconds; null = it never did. */
export interface HealthAround {
  readonly before: Serving["kind"];
  readonly after: Serving["kind"];
  readonly connectedAt: number;
  readonly reportedAt: number | null;
}

/** What became of the health of machines that are back. */
export interface HealthSince {
  /** Those whose health is checked; of the others nothing can be confirmed. */
  readonly checked: number;
  /** Of these, those whose agent has reported since they are back; null = not known. */
  readonly confirmed: number | null;
  /** Those that served before and do not now, and the other way round. */
  readonly worse: number;
  readonly better: number;
  /** Those of which the first report is awaited once more. */
  readonly awaiting: number;
}

/**
 * Every connection is followed by a report where there is a probe: the agent repeats what it found last (docs/istio.md#reports). `hasAllReports`: false for
 * a fleet of the past, because a version of an entry in the history does not have the reports that repeat its own.
 */
export function healthSince(machines: readonly HealthAround[], hasAllReports: boolean): HealthSince {
  const count = (is: (machine: HealthAround) => boolean) => machines.filter(is).length;
  const checked = count(({ after }) => isChecked(after));
  const confirmed = count(({ after, reportedAt, connectedAt }) => isChecked(after) && reportedAt !== null && reportedAt >= wholeSecond(connectedAt));
  return {
    checked,
    confirmed: hasAllReports || confirmed === checked ? confirmed : null,
    worse: count(({ before, after }) => serves(before) && !serves(after)),
    better: count(({ before, after }) => !serves(before) && serves(after)),
    awaiting: count(({ before, after }) => after === "no-awaiting" && before !== "no-awaiting"),
  };
}

/** Reports are stamped with whole seconds. */
function wholeSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

function isChecked(kind: Serving["kind"]): boolean {
  return kind === "yes-checked" || kind === "no-unhealthy" || kind === "no-awaiting";
}

function serves(kind: Serving["kind"]): boolean {
  return kind === "yes-checked" || kind === "yes-unchecked";
}
