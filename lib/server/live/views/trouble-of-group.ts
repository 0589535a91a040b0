import type { GroupTroublePart, GroupTroubleReason, SingleGroupHead } from "@/lib/contract/views/groups";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { type NextIstiodActionOfEntry, nextIstiodActionOf, tallyNextIstiodActions } from "@/lib/domain/verdict/next-action";
import type { Since } from "@/lib/domain/verdict/since";
import { latestTroubleRise } from "@/lib/domain/verdict/tiers";
import { isOpenConnection, isTrouble, STATES, type State, type Verdict, wordOfState } from "@/lib/domain/verdict/verdict";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { comparedMachine, healthyMachineOf } from "@/lib/server/incidents/compare-machines";

const RECONNECTING = STATES.indexOf("reconnecting");
/** The most machines of a group that are read. */
const MOST_LOOKED_AT = 500;
/** The most reasons of a kind of trouble, and values of a trait, that are sent. */
const MOST_REASONS = 5;
const MOST_VALUES = 3;
const TRAITS = ["version", "zone", "replica", "network"] as const;

type Detail = NonNullable<SingleGroupHead["detail"]>;
type TroubleOfGroup = Pick<Detail, "next" | "nextOf" | "trouble" | "healthy">;
type Condition = GroupTroublePart["condition"];

/** The trouble of a group whose machines are not visible, or that has none. */
export const NO_TROUBLE: TroubleOfGroup = { next: [], nextOf: 0, trouble: [], healthy: null };

/** The next step of Istio for the machines of a group that are in trouble or reconnect, the kinds of trouble, and a healthy machine to compare with. */
export function troubleOfGroup(fleet: FleetReader, record: FleetGroup): TroubleOfGroup {
  const world = fleet.worldOf(record.place.cluster);
  const now = fleet.now();
  const machines: NextIstiodActionOfEntry[] = [];
  const parts = new Map<Condition, TroubleTally>();
  for (const ref of lookedAt(fleet, record)) {
    if (machines.length === MOST_LOOKED_AT) break;
    const [verdict, entry] = [fleet.verdict(ref), fleet.entry(ref)];
    machines.push({ connection: verdict.connection.kind, next: nextIstiodActionOf(entry, verdict, world, now) });
    if (!isTrouble(verdict.state)) continue;
    const condition = conditionOf(verdict.state);
    const part = parts.get(condition) ?? new TroubleTally();
    parts.set(condition, part);
    part.add(ref, verdict, entry, fleet);
  }
  const isHurt = parts.size > 0 || record.gone().length > 0;
  return {
    next: tallyNextIstiodActions(machines).map((one) => ({ ...one, next: { ...one.next } })),
    nextOf: machines.length,
    trouble: [...parts].map(([condition, part]) => part.value(condition, fleet)),
    healthy: isHurt ? healthyMachineOf(record, fleet) : null,
  };
}

function conditionOf(state: State): Condition {
  if (state === "no-endpoint") return state;
  return wordOfState(state) === "unverified" ? "unverified" : "failed";
}

/** Counts the machines in one kind of trouble by their reasons and traits. */
class TroubleTally {
  readonly #reasons = new Map<string, GroupTroubleReason>();
  readonly #traits = new Map<string, Map<string, number>>();
  #machines = 0;
  #connected = 0;
  #isClockAhead = false;
  readonly #begins: Since[] = [];
  #first: { readonly ref: EntryRef; readonly since: number } | null = null;

  add(ref: EntryRef, verdict: Verdict, entry: WorkloadEntry, fleet: FleetReader): void {
    const { since } = fleet.judged(ref);
    this.#machines += 1;
    if (isOpenConnection(verdict.connection.kind)) this.#connected += 1;
    const reason = reasonOf(verdict, entry);
    this.#isClockAhead ||= reason.connectionWhy === "in-the-future";
    const key = JSON.stringify(Object.values(reason));
    this.#reasons.set(key, { ...reason, machines: (this.#reasons.get(key)?.machines ?? 0) + 1 });
    for (const trait of TRAITS) {
      const values = this.#traits.get(trait) ?? new Map<string, number>();
      this.#traits.set(trait, values);
      const value = fleet.trait(ref, trait);
      values.set(value, (values.get(value) ?? 0) + 1);
    }
    this.#begins.push(since);
    if (this.#first === null || since.at < this.#first.since) this.#first = { ref, since: since.at };
  }

  #rise(): GroupTroublePart["rise"] {
    const { since, count } = latestTroubleRise(this.#begins.map(({ at }) => at)) ?? { since: 0, count: 0 };
    return { since, count, atLeast: this.#begins.some(({ at, notBefore }) => at === since && notBefore !== null) };
  }

  value(condition: Condition, fleet: FleetReader): GroupTroublePart {
    const reasons = [...this.#reasons.values()].sort((a, b) => b.machines - a.machines || STATES.indexOf(a.state) - STATES.indexOf(b.state));
    return {
      rise: this.#rise(),
      ...{ condition, machines: this.#machines, connected: this.#connected, isClockAhead: this.#isClockAhead },
      reasons: reasons.slice(0, MOST_REASONS),
      moreReasons: Math.max(0, reasons.length - MOST_REASONS),
      traits: TRAITS.flatMap((trait) => mostFrequent(this.#traits.get(trait)).map(([value, machines]) => ({ trait, value, machines }))),
      first: this.#first === null ? null : comparedMachine(this.#first.ref, fleet),
    };
  }
}

function mostFrequent(values: ReadonlyMap<string, number> = new Map()): readonly (readonly [string, number])[] {
  return [...values].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_VALUES);
}

function reasonOf({ state, serving, connection }: Verdict, entry: WorkloadEntry): Omit<GroupTroubleReason, "machines"> {
  const message = serving.kind === "no-unhealthy" ? serving.message : state === "unreadable" ? (entry.unreadable ?? "") : "";
  const isDoubted = connection.kind === "ghost" || connection.kind === "leaked";
  const connectionWhy = state === "unverified" && isDoubted ? connection.why : "";
  return { state, message, connection: connection.kind, connectionWhy, replica: connectionWhy === "" ? "" : entry.controller };
}

function* lookedAt(fleet: FleetReader, record: FleetGroup): Iterable<EntryRef> {
  yield* fleet.troubled(record);
  if ((record.counts[RECONNECTING] ?? 0) === 0) return;
  for (const ref of fleet.members(record)) if (fleet.judged(ref).state === "reconnecting") yield ref;
}
