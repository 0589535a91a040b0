import type { GroupTroubleReason, SingleGroupHead } from "@/lib/contract/views/groups";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { type NextIstiodActionOfEntry, nextIstiodActionOf, tallyNextIstiodActions } from "@/lib/domain/verdict/next-action";
import { isOpenConnection, isTrouble, STATES, type Verdict } from "@/lib/domain/verdict/verdict";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { comparedMachinesOfGroup } from "@/lib/server/incidents/compare-machines";

const RECONNECTING = STATES.indexOf("reconnecting");
/** The most machines of a group that are read. */
const MOST_LOOKED_AT = 500;
/** The most reasons that are sent. */
const MOST_REASONS = 5;

type Detail = NonNullable<SingleGroupHead["detail"]>;
type TroubleOfGroup = Pick<Detail, "next" | "nextOf" | "trouble" | "compare">;

/** The trouble of a group whose machines are not visible, or that has none. */
export const NO_TROUBLE: TroubleOfGroup = {
  next: [],
  nextOf: 0,
  trouble: { machines: 0, connected: 0, isClockAhead: false, reasons: [], moreReasons: 0 },
  compare: { bad: null, healthy: null },
};

/** The next step of Istio for the machines of a group that are in trouble or reconnect, the reasons of those in trouble, and two machines to compare. */
export function troubleOfGroup(fleet: FleetReader, record: FleetGroup): TroubleOfGroup {
  const world = fleet.worldOf(record.place.cluster);
  const now = fleet.now();
  const machines: NextIstiodActionOfEntry[] = [];
  const trouble = new TroubleTally();
  let first: { readonly ref: EntryRef; readonly rank: number; readonly since: number } | null = null;
  for (const ref of lookedAt(fleet, record)) {
    if (machines.length === MOST_LOOKED_AT) break;
    const [verdict, entry] = [fleet.verdict(ref), fleet.entry(ref)];
    machines.push({ connection: verdict.connection.kind, next: nextIstiodActionOf(entry, verdict, world, now) });
    if (!isTrouble(verdict.state)) continue;
    trouble.add(verdict, entry);
    const one = { ref, rank: STATES.indexOf(verdict.state), since: fleet.judged(ref).since.at };
    if (first === null || one.rank < first.rank || (one.rank === first.rank && one.since < first.since)) first = one;
  }
  return {
    next: tallyNextIstiodActions(machines).map((one) => ({ ...one, next: { ...one.next } })),
    nextOf: machines.length,
    trouble: trouble.value,
    compare: isAway(record) || first !== null ? comparedMachinesOfGroup(record, first?.ref ?? null, fleet) : NO_TROUBLE.compare,
  };
}

/** Lost machines have no entry to look at, but a healthy one can show what they lack. */
function isAway(record: FleetGroup): boolean {
  return record.gone().length > 0;
}

/** Counts machines in trouble by their reasons. */
class TroubleTally {
  readonly #reasons = new Map<string, GroupTroubleReason>();
  #machines = 0;
  #connected = 0;
  #isClockAhead = false;

  add(verdict: Verdict, entry: WorkloadEntry): void {
    this.#machines += 1;
    if (isOpenConnection(verdict.connection.kind)) this.#connected += 1;
    const reason = reasonOf(verdict, entry);
    this.#isClockAhead ||= reason.connectionWhy === "in-the-future";
    const key = JSON.stringify(Object.values(reason));
    this.#reasons.set(key, { ...reason, machines: (this.#reasons.get(key)?.machines ?? 0) + 1 });
  }

  get value(): Detail["trouble"] {
    const reasons = [...this.#reasons.values()].sort((a, b) => b.machines - a.machines || STATES.indexOf(a.state) - STATES.indexOf(b.state));
    return {
      ...{ machines: this.#machines, connected: this.#connected, isClockAhead: this.#isClockAhead },
      reasons: reasons.slice(0, MOST_REASONS),
      moreReasons: Math.max(0, reasons.length - MOST_REASONS),
    };
  }
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
