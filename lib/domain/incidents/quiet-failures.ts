import type { BackgroundFailures } from "./cohorts";
import { INCIDENT_LIMITS } from "./limits";
import type { TrackedMachine } from "./tracked-machine";

/** A rolling replacement of a group: machines that left healthy and were replaced within two minutes. One quiet row. Milliseconds. */
export interface RollingReplacement {
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly from: number;
  readonly to: number;
  readonly machines: number;
}

/** A failure that ended without an incident. `keys`: of its traits. */
interface StrayFailure {
  readonly at: number;
  readonly cluster: string;
  readonly keys: readonly string[];
  readonly leftHealthy: boolean;
}

/** Numbers of stray failures by cluster and by trait key. */
type StrayCounts = ReadonlyMap<string, number>;

/** Quiet failures as they are stored. */
export interface StoredFailuresWithoutIncident {
  readonly strays: readonly StrayFailure[];
  readonly rolls: readonly RollingReplacement[];
}

/** Failures that ended without an incident: the noise against which new failures are compared, and rolling replacements. */
export class FailuresWithoutIncident {
  readonly #strays: StrayFailure[];
  readonly #rolls = new Map<string, RollingReplacement>();

  constructor(stored: StoredFailuresWithoutIncident = { strays: [], rolls: [] }) {
    this.#strays = [...stored.strays];
    for (const roll of stored.rolls) this.#rolls.set(rollKey(roll), roll);
  }

  get stored(): StoredFailuresWithoutIncident {
    return { strays: [...this.#strays], rolls: [...this.#rolls.values()] };
  }

  /** Adds a machine that serves again, was replaced or left for good before it belonged to an incident. */
  add({ stored, machine, traits }: TrackedMachine, at: number): void {
    const isReplaced = stored.left?.how === "replaced" && stored.leftHealthy && at - stored.stoppedAt < INCIDENT_LIMITS.awayMs;
    if (isReplaced && machine.group !== "") this.#roll(machine, stored.stoppedAt, at);
    this.#strays.push({ at: stored.stoppedAt, cluster: machine.cluster, keys: traits.map(({ key }) => key), leftHealthy: stored.leftHealthy });
    if (this.#strays.length > 2 * INCIDENT_LIMITS.noiseCount) this.#strays.splice(0, INCIDENT_LIMITS.noiseCount);
  }

  /** Returns the noise at a moment. Failures of the last minute are not in the expectation, because they are compared with it. */
  noiseAt(now: number): BackgroundFailures {
    const newest = now - INCIDENT_LIMITS.togetherMs;
    let counted: { readonly now: StrayCounts; readonly spans: readonly { readonly minutes: number; readonly counts: StrayCounts }[] } | null = null;
    const count = () => {
      counted ??= {
        now: this.#countsBetween(newest, now),
        spans: INCIDENT_LIMITS.noiseMs.map((ms) => ({ minutes: ms / INCIDENT_LIMITS.togetherMs, counts: this.#countsBetween(newest - ms, newest) })),
      };
      return counted;
    };
    return {
      expected: ({ key, cluster }, share, leftHealthy) => {
        const perMinute = ({ minutes, counts }: { minutes: number; counts: StrayCounts }) => {
          // One stray failure proves no habit.
          const own = Math.max(0, strays(counts, key, leftHealthy) - 1);
          return Math.max(own, strays(counts, cluster, leftHealthy) * share) / minutes;
        };
        return Math.max(...count().spans.map(perMinute));
      },
      elsewhere: ({ key, cluster }) => strays(count().now, cluster, true) - strays(count().now, key, true),
    };
  }

  /** The rolling replacements of two machines or more that go on or ended within ten minutes. */
  rollsAt(now: number): readonly RollingReplacement[] {
    return [...this.#rolls.values()].filter(({ to, machines }) => machines > 1 && now - to <= INCIDENT_LIMITS.rollingPauseMs);
  }

  #countsBetween(from: number, to: number): StrayCounts {
    const counts = new Map<string, number>();
    for (let index = this.#strays.length - 1; index >= 0; index--) {
      const { at = 0, cluster = "", keys = [], leftHealthy = false } = this.#strays[index] ?? {};
      // They are in the order of their ends, which follow their beginnings within this time.
      if (at <= from - INCIDENT_LIMITS.awayHealthyMs) break;
      if (at <= from || at > to) continue;
      for (const key of [cluster, ...keys]) {
        const counted = leftHealthy ? healthyKey(key) : key;
        counts.set(counted, (counts.get(counted) ?? 0) + 1);
      }
    }
    return counts;
  }

  #roll({ cluster, namespace, group }: Pick<RollingReplacement, "cluster" | "namespace" | "group">, stoppedAt: number, at: number): void {
    for (const [key, { to }] of this.#rolls) if (at - to > INCIDENT_LIMITS.rollingPauseMs) this.#rolls.delete(key);
    const key = rollKey({ cluster, namespace, group });
    const known = this.#rolls.get(key);
    this.#rolls.set(key, { cluster, namespace, group, from: known?.from ?? stoppedAt, to: at, machines: (known?.machines ?? 0) + 1 });
  }
}

function rollKey({ cluster, namespace, group }: Pick<RollingReplacement, "cluster" | "namespace" | "group">): string {
  return [cluster, namespace, group].join("\n");
}

/** A rolling replacement is no reason to expect failures: machines that left healthy are noise only for others that left healthy. */
function strays(counts: StrayCounts, key: string, withHealthy: boolean): number {
  return (counts.get(key) ?? 0) + (withHealthy ? (counts.get(healthyKey(key)) ?? 0) : 0);
}

function healthyKey(key: string): string {
  return `${key}\nleft-healthy`;
}
