import { describe, expect, it } from "vitest";
import {
  type ConnectionEnd,
  type ConnectionWithPreviousReplica,
  firstConnectionToEndedReplica,
  healthAfterReconnect,
  type MachineConnection,
  type MachineInRollout,
  type ReconnectedMachineHealth,
  type ReconnectOutcome,
  type ReplicaEnd,
  type ReplicaMoveDuration,
  reconnectionOf,
  replicaStoppingSince,
} from "./reconnections";

const S = 1_000;
const at = (replica: string, seconds: number): MachineConnection => ({ replica, at: seconds * S });
const ended = (...all: readonly (readonly [name: string, seconds: number, stopping?: number])[]): ReadonlyMap<string, ReplicaEnd> =>
  new Map(
    all.map(([name, seconds, stopping]) => [name, { endedAt: seconds * S, stoppingAt: stopping === undefined ? null : stopping * S, startedAnew: false }]),
  );
/** Returns the end of a replica that started again under its name. */
const restarted = (name: string, seconds: number): ReadonlyMap<string, ReplicaEnd> =>
  new Map([...ended([name, seconds])].map(([own, end]) => [own, { ...end, startedAnew: true }]));
const held = (claim: MachineConnection): MachineInRollout["now"] => ({ connection: "connected", claim });
/** The only old replica, "a", ended at 100 s. */
const A_ENDED = ended(["a", 100]);

interface Case {
  readonly machine: Omit<MachineInRollout, "departures"> & { readonly departures?: readonly ConnectionEnd[] };
  readonly ended?: ReadonlyMap<string, ReplicaEnd>;
  readonly outcome: ReconnectOutcome;
  readonly back: MachineConnection | null;
  readonly moves?: readonly ReplicaMoveDuration[];
}

const byEnd = (ms: number): ReplicaMoveDuration => ({ by: "end", ms });
const own = (ms: number): ReplicaMoveDuration => ({ by: "own", ms });

const from = at("a", 10);

describe("the outcome for a machine", () => {
  it.each<[string, Case]>([
    [
      "reconnected two seconds after the end of its replica is back",
      { machine: { from, claims: [at("b", 102)], now: held(at("b", 102)) }, outcome: "back", back: at("b", 102), moves: [byEnd(2 * S)] },
    ],
    [
      "reconnected without a recorded connection is back, from its entry",
      { machine: { from, claims: [], now: held(at("b", 103)) }, outcome: "back", back: at("b", 103), moves: [byEnd(3 * S)] },
    ],
    [
      "was renewed after its reconnection is back since the reconnection",
      { machine: { from, claims: [at("b", 102), at("b", 1900)], now: held(at("b", 1900)) }, outcome: "back", back: at("b", 102), moves: [byEnd(2 * S)] },
    ],
    [
      "moved to a replica that ended later is back after its second move",
      {
        machine: { from, claims: [at("b", 101), at("c", 205)], now: held(at("c", 205)) },
        ended: ended(["a", 100], ["b", 200]),
        ...{ outcome: "back", back: at("c", 205), moves: [byEnd(1 * S), byEnd(5 * S)] },
      },
    ],
    [
      "is still connected to a replica that ended later is out",
      {
        machine: { from, claims: [at("b", 101)], now: { connection: "ghost", claim: at("b", 101) } },
        ended: ended(["a", 100], ["b", 200]),
        ...{ outcome: "out", back: null, moves: [byEnd(1 * S)] },
      },
    ],
    [
      "still has the ended replica in its entry is out",
      { machine: { from, claims: [], now: { connection: "ghost", claim: from } }, outcome: "out", back: null },
    ],
    ["is in its grace period is out", { machine: { from, claims: [], now: { connection: "reconnecting", claim: null } }, outcome: "out", back: null }],
    ["has no entry any more is vanished", { machine: { from, claims: [], now: null }, outcome: "vanished", back: null }],
    [
      "reconnected and disconnected again is away",
      {
        machine: { from, claims: [at("b", 102)], now: { connection: "disconnected", claim: null } },
        outcome: "away",
        back: at("b", 102),
        moves: [byEnd(2 * S)],
      },
    ],
    [
      "reconnected and then lost its entry is vanished",
      { machine: { from, claims: [at("b", 102)], now: null }, outcome: "vanished", back: at("b", 102), moves: [byEnd(2 * S)] },
    ],
    [
      "is still connected to a replica that did not end is 'same'",
      { machine: { from: at("z", 10), claims: [], now: held(at("z", 10)) }, outcome: "same", back: null },
    ],
    [
      "was renewed by a replica that did not end is back without a move",
      { machine: { from: at("z", 10), claims: [at("z", 90)], now: held(at("z", 90)) }, outcome: "back", back: at("z", 90) },
    ],
    [
      "left a replica that did not end is out",
      { machine: { from: at("z", 10), claims: [], now: { connection: "disconnected", claim: null } }, outcome: "out", back: null },
    ],
    [
      "reconnected to the restarted container of its Pod is back",
      {
        machine: { from, claims: [at("a", 101)], now: held(at("a", 101)) },
        ended: restarted("a", 100),
        ...{ outcome: "back", back: at("a", 101), moves: [byEnd(1 * S)] },
      },
    ],
    [
      "reconnected in the second in which the container restarted is back",
      {
        machine: { from, claims: [at("a", 100)], now: held(at("a", 100)) },
        ended: restarted("a", 100),
        ...{ outcome: "back", back: at("a", 100), moves: [byEnd(0)] },
      },
    ],
    [
      "connected to a replica in its last second has two moves if that replica did not restart",
      {
        machine: { from, claims: [at("b", 102.3), at("c", 104)], now: held(at("c", 104)) },
        ended: ended(["a", 100], ["b", 102]),
        ...{ outcome: "back", back: at("c", 104), moves: [byEnd(2.3 * S), byEnd(2 * S)] },
      },
    ],
    [
      "moved while its replica was stopping has a move of unknown duration",
      {
        machine: { from, claims: [at("b", 95)], now: held(at("b", 95)) },
        ended: ended(["a", 100, 92]),
        ...{ outcome: "back", back: at("b", 95), moves: [{ by: "not-known" }] },
      },
    ],
    [
      "was renewed by another replica long before its replica ended has no move",
      { machine: { from, claims: [at("b", 50)], now: held(at("b", 50)) }, ended: ended(["a", 100, 92]), outcome: "back", back: at("b", 50) },
    ],
    [
      "is overdue at its new replica is back",
      {
        machine: { from, claims: [at("b", 102)], now: { connection: "overdue", claim: at("b", 102) } },
        outcome: "back",
        back: at("b", 102),
        moves: [byEnd(2 * S)],
      },
    ],
    [
      "has a recorded disconnection is measured from it, not from the end of its replica",
      {
        machine: { from, claims: [at("b", 102)], departures: [at("a", 97)], now: held(at("b", 102)) },
        outcome: "back",
        back: at("b", 102),
        moves: [own(5 * S)],
      },
    ],
    [
      "moved while its replica was stopping is measured from its recorded disconnection",
      {
        machine: { from, claims: [at("b", 95)], departures: [at("a", 94)], now: held(at("b", 95)) },
        ended: ended(["a", 100, 92]),
        ...{ outcome: "back", back: at("b", 95), moves: [own(1 * S)] },
      },
    ],
    [
      "left before the delete request of its replica has no move",
      {
        machine: { from, claims: [at("b", 102)], departures: [at("a", 50)], now: held(at("b", 102)) },
        ended: ended(["a", 100, 92]),
        ...{ outcome: "back", back: at("b", 102) },
      },
    ],
    [
      "was renewed by its stopping replica has no move for this renewal",
      {
        machine: { from, claims: [at("a", 95), at("b", 102)], now: held(at("b", 102)) },
        ended: ended(["a", 100, 92]),
        ...{ outcome: "back", back: at("b", 102), moves: [byEnd(2 * S)] },
      },
    ],
    [
      "moved twice with one recorded disconnection has one time from each source",
      {
        machine: { from, claims: [at("b", 101), at("c", 205)], departures: [at("b", 201)], now: held(at("c", 205)) },
        ended: ended(["a", 100], ["b", 200]),
        ...{ outcome: "back", back: at("c", 205), moves: [byEnd(1 * S), own(4 * S)] },
      },
    ],
  ])("the outcome for a machine that %s", (_what, { machine, ended: replicas = A_ENDED, outcome, back, moves = [] }) => {
    expect(reconnectionOf({ departures: [], ...machine }, replicas)).toEqual({ outcome, back, moves });
  });
});

it.each([
  [{ endedAt: 100 * S, stoppingAt: 92 * S, startedAnew: false }, 90 * S],
  [{ endedAt: 100 * S, stoppingAt: null, startedAnew: false }, 90 * S],
])("a replica with the end %j was stopping since %d ms", (end, since) => {
  expect(replicaStoppingSince(end)).toBe(since);
});

describe("a machine is part of a rollout", () => {
  const two = new Map([...ended(["a", 100, 92]), ...restarted("b", 200)]);
  it.each<
    [
      string,
      MachineConnection | null,
      { readonly claims?: readonly ConnectionWithPreviousReplica[]; readonly departures?: readonly ConnectionEnd[] },
      MachineConnection | null,
    ]
  >([
    ["by its connection at the beginning", at("a", 10), {}, at("a", 10)],
    ["not if its replica did not end", at("z", 10), {}, null],
    ["not if it was not connected", null, {}, null],
    ["by a later connection to a replica that ended", at("z", 10), { claims: [at("b", 120)] }, at("b", 120)],
    ["by a later connection if it had none before", null, { claims: [at("b", 120)] }, at("b", 120)],
    ["not if it connected to that replica after the restart", null, { claims: [at("b", 201)] }, null],
    ["by a disconnection while its replica was stopping", null, { departures: [at("a", 95)] }, at("a", 94.999)],
    ["by a disconnection shortly before the observed stop of its replica", null, { departures: [at("a", 91)] }, at("a", 90.999)],
    ["by a disconnection shortly after the observed end of its replica", null, { departures: [at("a", 101)] }, at("a", 100.999)],
    ["by a move to another replica while its own was stopping", at("c", 95), { claims: [{ ...at("c", 95), after: "a" }] }, at("a", 94.999)],
    ["not if it moved to another replica long before", at("c", 50), { claims: [{ ...at("c", 50), after: "a" }] }, null],
    ["by the first of several connections", at("c", 95), { claims: [{ ...at("c", 95), after: "a" }], departures: [at("a", 93)] }, at("a", 92.999)],
    ["not if it left before the delete request of its replica", null, { departures: [at("a", 80)] }, null],
  ])("a machine is part of a rollout: %s", (_what, held, { claims = [], departures = [] }, found) => {
    expect(firstConnectionToEndedReplica(held, { claims, departures }, two)).toEqual(found);
  });
});

const machine = (change: Partial<ReconnectedMachineHealth> = {}): ReconnectedMachineHealth => ({
  ...{ before: "yes-checked", after: "yes-checked", connectedAt: 100_400, reportedAt: 101_000 },
  ...change,
});
const NONE = { checked: 0, confirmed: 0, worse: 0, better: 0, awaiting: 0 };

it.each<[string, readonly ReconnectedMachineHealth[], object]>([
  ["no machine", [], NONE],
  ["a machine with a report since it reconnected", [machine()], { ...NONE, checked: 1, confirmed: 1 }],
  ["a machine with a report in the second of its connection", [machine({ reportedAt: 100_000 })], { ...NONE, checked: 1, confirmed: 1 }],
  ["a machine without a report since it reconnected", [machine({ reportedAt: 99_000 })], { ...NONE, checked: 1 }],
  ["a machine without a probe", [machine({ before: "yes-unchecked", after: "yes-unchecked", reportedAt: null })], NONE],
  ["a machine that became unhealthy", [machine({ after: "no-unhealthy" })], { ...NONE, checked: 1, confirmed: 1, worse: 1 }],
  ["a machine that became healthy", [machine({ before: "no-unhealthy" })], { ...NONE, checked: 1, confirmed: 1, better: 1 }],
  ["a machine that was registered again", [machine({ after: "no-awaiting", reportedAt: null })], { ...NONE, checked: 1, worse: 1, awaiting: 1 }],
  [
    "a machine that awaited its first report before, too",
    [machine({ before: "no-awaiting", after: "no-awaiting", reportedAt: null })],
    { ...NONE, checked: 1 },
  ],
])("healthAfterReconnect counts the health of %s", (_what, machines, since) => {
  expect(healthAfterReconnect(machines, true)).toEqual(since);
});

it.each([
  [["101", "102"], 2],
  [["101", "99"], null],
])("healthAfterReconnect with reports at the seconds %j in a fleet of the past has %s confirmed machines (null = not known)", (seconds, confirmed) => {
  const machines = seconds.map((second) => machine({ reportedAt: Number(second) * 1_000 }));
  expect(healthAfterReconnect(machines, false)).toEqual({ ...NONE, checked: 2, confirmed });
});
