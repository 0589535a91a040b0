import { describe, expect, it } from "vitest";
import { type Claim, type ComparedMachine, type EndedReplica, type Outcome, reconnectionOf, stoppingSince } from "./reconnections";

const S = 1_000;
const at = (replica: string, seconds: number): Claim => ({ replica, at: seconds * S });
const ended = (...all: readonly (readonly [name: string, seconds: number, stopping?: number])[]): ReadonlyMap<string, EndedReplica> =>
  new Map(all.map(([name, seconds, stopping]) => [name, { endedAt: seconds * S, stoppingAt: stopping === undefined ? null : stopping * S }]));
const held = (claim: Claim): ComparedMachine["now"] => ({ connection: "connected", claim });
/** One old replica "a" that ended at 100 s. */
const A_ENDED = ended(["a", 100]);

interface Case {
  readonly machine: ComparedMachine;
  readonly ended?: ReadonlyMap<string, EndedReplica>;
  readonly outcome: Outcome;
  readonly back: Claim | null;
  readonly delays?: readonly number[];
  readonly early?: number;
}

const from = at("a", 10);

describe("what became of a machine", () => {
  it.each<[string, Case]>([
    [
      "connected anew two seconds later",
      { machine: { from, claims: [at("b", 102)], now: held(at("b", 102)) }, outcome: "back", back: at("b", 102), delays: [2 * S] },
    ],
    [
      "its connection was never recorded, only its entry",
      { machine: { from, claims: [], now: held(at("b", 103)) }, outcome: "back", back: at("b", 103), delays: [3 * S] },
    ],
    [
      "has been renewed since",
      { machine: { from, claims: [at("b", 102), at("b", 1900)], now: held(at("b", 1900)) }, outcome: "back", back: at("b", 102), delays: [2 * S] },
    ],
    [
      "moved to another that ended later",
      {
        machine: { from, claims: [at("b", 101), at("c", 205)], now: held(at("c", 205)) },
        ended: ended(["a", 100], ["b", 200]),
        ...{ outcome: "back", back: at("c", 205), delays: [1 * S, 5 * S] },
      },
    ],
    [
      "is still with the one that ended later",
      {
        machine: { from, claims: [at("b", 101)], now: { connection: "ghost", claim: at("b", 101) } },
        ended: ended(["a", 100], ["b", 200]),
        ...{ outcome: "out", back: null, delays: [1 * S] },
      },
    ],
    ["still names the replica that is gone", { machine: { from, claims: [], now: { connection: "ghost", claim: from } }, outcome: "out", back: null }],
    ["is out within its grace", { machine: { from, claims: [], now: { connection: "reconnecting", claim: null } }, outcome: "out", back: null }],
    ["is gone", { machine: { from, claims: [], now: null }, outcome: "vanished", back: null }],
    [
      "came back and left again",
      { machine: { from, claims: [at("b", 102)], now: { connection: "disconnected", claim: null } }, outcome: "away", back: at("b", 102), delays: [2 * S] },
    ],
    ["came back and is gone", { machine: { from, claims: [at("b", 102)], now: null }, outcome: "vanished", back: at("b", 102), delays: [2 * S] }],
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
      { machine: { from, claims: [at("a", 101)], now: held(at("a", 101)) }, outcome: "back", back: at("a", 101), delays: [1 * S] },
    ],
    [
      "within the second in which that container started",
      { machine: { from, claims: [at("a", 100)], now: held(at("a", 100)) }, outcome: "back", back: at("a", 100), delays: [0] },
    ],
    [
      "moved while its replica was stopping",
      {
        machine: { from, claims: [at("b", 95)], now: held(at("b", 95)) },
        ended: ended(["a", 100, 92]),
        ...{ outcome: "back", back: at("b", 95), delays: [0], early: 1 },
      },
    ],
    [
      "was renewed elsewhere long before its replica ended: that is no move",
      { machine: { from, claims: [at("b", 50)], now: held(at("b", 50)) }, ended: ended(["a", 100, 92]), outcome: "back", back: at("b", 50) },
    ],
    [
      "overdue is held all the same",
      { machine: { from, claims: [at("b", 102)], now: { connection: "overdue", claim: at("b", 102) } }, outcome: "back", back: at("b", 102), delays: [2 * S] },
    ],
  ])("%s", (_what, { machine, ended: replicas = A_ENDED, outcome, back, delays = [], early = 0 }) => {
    expect(reconnectionOf(machine, replicas)).toEqual({ outcome, back, delays, early });
  });
});

it.each([
  [{ endedAt: 100 * S, stoppingAt: 92 * S }, 92 * S],
  [{ endedAt: 100 * S, stoppingAt: null }, 90 * S],
])("a replica %j was stopping since %d", (end, since) => {
  expect(stoppingSince(end)).toBe(since);
});
