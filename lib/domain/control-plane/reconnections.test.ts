import { describe, expect, it } from "vitest";
import {
  type Claim,
  type ComparedMachine,
  type ConnectionEnd,
  type EndedReplica,
  entriesOfReplica,
  type Outcome,
  type RecordedClaim,
  type ReplicaChangeCount,
  reconnectionOf,
  stoppingSince,
} from "./reconnections";

const S = 1_000;
const at = (replica: string, seconds: number): Claim => ({ replica, at: seconds * S });
const ended = (...all: readonly (readonly [name: string, seconds: number, stopping?: number])[]): ReadonlyMap<string, EndedReplica> =>
  new Map(
    all.map(([name, seconds, stopping]) => [name, { endedAt: seconds * S, stoppingAt: stopping === undefined ? null : stopping * S, startedAnew: false }]),
  );
/** The same, and it was started anew under its name. */
const restarted = (name: string, seconds: number): ReadonlyMap<string, EndedReplica> =>
  new Map([...ended([name, seconds])].map(([own, end]) => [own, { ...end, startedAnew: true }]));
const held = (claim: Claim): ComparedMachine["now"] => ({ connection: "connected", claim });
/** One old replica "a" that ended at 100 s. */
const A_ENDED = ended(["a", 100]);

interface Case {
  readonly machine: Omit<ComparedMachine, "departures"> & { readonly departures?: readonly ConnectionEnd[] };
  readonly ended?: ReadonlyMap<string, EndedReplica>;
  readonly outcome: Outcome;
  readonly back: Claim | null;
  readonly moves?: readonly ReplicaChangeCount[];
}

const byEnd = (ms: number): ReplicaChangeCount => ({ by: "end", ms });
const own = (ms: number): ReplicaChangeCount => ({ by: "own", ms });

const from = at("a", 10);

describe("what became of a machine", () => {
  it.each<[string, Case]>([
    [
      "connected anew two seconds later",
      { machine: { from, claims: [at("b", 102)], now: held(at("b", 102)) }, outcome: "back", back: at("b", 102), moves: [byEnd(2 * S)] },
    ],
    [
      "its connection was never recorded, only its entry",
      { machine: { from, claims: [], now: held(at("b", 103)) }, outcome: "back", back: at("b", 103), moves: [byEnd(3 * S)] },
    ],
    [
      "has been renewed since",
      { machine: { from, claims: [at("b", 102), at("b", 1900)], now: held(at("b", 1900)) }, outcome: "back", back: at("b", 102), moves: [byEnd(2 * S)] },
    ],
    [
      "moved to another that ended later",
      {
        machine: { from, claims: [at("b", 101), at("c", 205)], now: held(at("c", 205)) },
        ended: ended(["a", 100], ["b", 200]),
        ...{ outcome: "back", back: at("c", 205), moves: [byEnd(1 * S), byEnd(5 * S)] },
      },
    ],
    [
      "is still with the one that ended later",
      {
        machine: { from, claims: [at("b", 101)], now: { connection: "ghost", claim: at("b", 101) } },
        ended: ended(["a", 100], ["b", 200]),
        ...{ outcome: "out", back: null, moves: [byEnd(1 * S)] },
      },
    ],
    ["still names the replica that is gone", { machine: { from, claims: [], now: { connection: "ghost", claim: from } }, outcome: "out", back: null }],
    ["is out within its grace", { machine: { from, claims: [], now: { connection: "reconnecting", claim: null } }, outcome: "out", back: null }],
    ["is gone", { machine: { from, claims: [], now: null }, outcome: "vanished", back: null }],
    [
      "came back and left again",
      {
        machine: { from, claims: [at("b", 102)], now: { connection: "disconnected", claim: null } },
        outcome: "away",
        back: at("b", 102),
        moves: [byEnd(2 * S)],
      },
    ],
    ["came back and is gone", { machine: { from, claims: [at("b", 102)], now: null }, outcome: "vanished", back: at("b", 102), moves: [byEnd(2 * S)] }],
    ["kept a replica that goes on", { machine: { from: at("z", 10), claims: [], now: held(at("z", 10)) }, outcome: "same", back: null }],
    [
      "was renewed by a replica that goes on",
      { machine: { from: at("z", 10), claims: [at("z", 90)], now: held(at("z", 90)) }, outcome: "back", back: at("z", 90) },
    ],
    [
      "left a replica that goes on",
      { machine: { from: at("z", 10), claims: [], now: { connection: "disconnected", claim: null } }, outcome: "out", back: null },
    ],
    [
      "is back with the same Pod, whose container was started anew",
      {
        machine: { from, claims: [at("a", 101)], now: held(at("a", 101)) },
        ended: restarted("a", 100),
        ...{ outcome: "back", back: at("a", 101), moves: [byEnd(1 * S)] },
      },
    ],
    [
      "within the second in which that container started",
      {
        machine: { from, claims: [at("a", 100)], now: held(at("a", 100)) },
        ended: restarted("a", 100),
        ...{ outcome: "back", back: at("a", 100), moves: [byEnd(0)] },
      },
    ],
    [
      "came to the next replica within that one's last second, and none of its name was started since",
      {
        machine: { from, claims: [at("b", 102.3), at("c", 104)], now: held(at("c", 104)) },
        ended: ended(["a", 100], ["b", 102]),
        ...{ outcome: "back", back: at("c", 104), moves: [byEnd(2.3 * S), byEnd(2 * S)] },
      },
    ],
    [
      "moved while its replica was stopping",
      {
        machine: { from, claims: [at("b", 95)], now: held(at("b", 95)) },
        ended: ended(["a", 100, 92]),
        ...{ outcome: "back", back: at("b", 95), moves: [{ by: "not-known" }] },
      },
    ],
    [
      "was renewed elsewhere long before its replica ended: that is no move",
      { machine: { from, claims: [at("b", 50)], now: held(at("b", 50)) }, ended: ended(["a", 100, 92]), outcome: "back", back: at("b", 50) },
    ],
    [
      "overdue is held all the same",
      {
        machine: { from, claims: [at("b", 102)], now: { connection: "overdue", claim: at("b", 102) } },
        outcome: "back",
        back: at("b", 102),
        moves: [byEnd(2 * S)],
      },
    ],
    [
      "wrote when it left: that is better evidence than the end of its replica",
      {
        machine: { from, claims: [at("b", 102)], departures: [at("a", 97)], now: held(at("b", 102)) },
        outcome: "back",
        back: at("b", 102),
        moves: [own(5 * S)],
      },
    ],
    [
      "moved while its replica was stopping, and wrote when it left",
      {
        machine: { from, claims: [at("b", 95)], departures: [at("a", 94)], now: held(at("b", 95)) },
        ended: ended(["a", 100, 92]),
        ...{ outcome: "back", back: at("b", 95), moves: [own(1 * S)] },
      },
    ],
    [
      "left for a reason of its own before its replica was asked to stop: that is no move",
      {
        machine: { from, claims: [at("b", 102)], departures: [at("a", 50)], now: held(at("b", 102)) },
        ended: ended(["a", 100, 92]),
        ...{ outcome: "back", back: at("b", 102) },
      },
    ],
    [
      "was renewed by the very replica that was stopping: that is no move",
      {
        machine: { from, claims: [at("a", 95), at("b", 102)], now: held(at("b", 102)) },
        ended: ended(["a", 100, 92]),
        ...{ outcome: "back", back: at("b", 102), moves: [byEnd(2 * S)] },
      },
    ],
    [
      "moved twice, and only the second replica wrote it down",
      {
        machine: { from, claims: [at("b", 101), at("c", 205)], departures: [at("b", 201)], now: held(at("c", 205)) },
        ended: ended(["a", 100], ["b", 200]),
        ...{ outcome: "back", back: at("c", 205), moves: [byEnd(1 * S), own(4 * S)] },
      },
    ],
  ])("%s", (_what, { machine, ended: replicas = A_ENDED, outcome, back, moves = [] }) => {
    expect(reconnectionOf({ departures: [], ...machine }, replicas)).toEqual({ outcome, back, moves });
  });
});

it.each([
  [{ endedAt: 100 * S, stoppingAt: 92 * S, startedAnew: false }, 90 * S],
  [{ endedAt: 100 * S, stoppingAt: null, startedAnew: false }, 90 * S],
])("a replica %j was stopping since %d", (end, since) => {
  expect(stoppingSince(end)).toBe(since);
});

describe("a machine is part of a rollout by", () => {
  const two = new Map([...ended(["a", 100, 92]), ...restarted("b", 200)]);
  it.each<[string, Claim | null, { readonly claims?: readonly RecordedClaim[]; readonly departures?: readonly ConnectionEnd[] }, Claim | null]>([
    ["the connection that it had", at("a", 10), {}, at("a", 10)],
    ["nothing: its replica goes on", at("z", 10), {}, null],
    ["nothing: it was not connected", null, {}, null],
    ["the connection that it made since, with one that ended later", at("z", 10), { claims: [at("b", 120)] }, at("b", 120)],
    ["the connection that it made since, though it had none", null, { claims: [at("b", 120)] }, at("b", 120)],
    ["nothing: it came to that replica after it had been started anew", null, { claims: [at("b", 201)] }, null],
    ["its replica, which let go of it while it was stopping", null, { departures: [at("a", 95)] }, at("a", 94.999)],
    ["its replica, which let go of it a moment before it was heard to be stopping", null, { departures: [at("a", 91)] }, at("a", 90.999)],
    ["its replica, which wrote that a moment after it was seen to end", null, { departures: [at("a", 101)] }, at("a", 100.999)],
    ["its replica, which it left for another while that was stopping", at("c", 95), { claims: [{ ...at("c", 95), after: "a" }] }, at("a", 94.999)],
    ["nothing: it had moved on long before that", at("c", 50), { claims: [{ ...at("c", 50), after: "a" }] }, null],
    ["the first of several", at("c", 95), { claims: [{ ...at("c", 95), after: "a" }], departures: [at("a", 93)] }, at("a", 92.999)],
    ["nothing: it had left before its replica was asked to stop", null, { departures: [at("a", 80)] }, null],
  ])("%s", (_what, held, { claims = [], departures = [] }, found) => {
    expect(entriesOfReplica(held, { claims, departures }, two)).toEqual(found);
  });
});
