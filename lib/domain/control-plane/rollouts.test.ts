import { describe, expect, it } from "vitest";
import { type ReplicaEvent, rolloutsIn, TOGETHER_MS } from "./rollouts";

const event = (kind: ReplicaEvent["kind"], at: number, name = `istiod-${at}`, cluster = "eu"): ReplicaEvent => ({
  kind,
  at,
  name,
  cluster,
  revision: "1-31",
  notBefore: null,
});
/** Told at `at`, and not before `notBefore`. */
const unseen = (kind: ReplicaEvent["kind"], at: number, notBefore: number): ReplicaEvent => ({ ...event(kind, at), notBefore });
const seen = (events: readonly ReplicaEvent[]) => rolloutsIn(events).map(({ kind, from, to, ended, came }) => [kind, from, to, ended.length, came.length]);
const MINUTE = 60_000;

describe("rollouts", () => {
  it.each<[string, readonly ReplicaEvent[], readonly unknown[]]>([
    ["nothing happened", [], []],
    ["a replica more: nobody had to move", [event("came", MINUTE)], []],
    ["one in the place of another", [event("came", 0), event("went", MINUTE)], [["rolled", MINUTE, MINUTE, 1, 1]]],
    ["the old one first", [event("went", 0), event("came", MINUTE)], [["rolled", 0, MINUTE, 1, 1]]],
    [
      "three, one after another",
      [0, 1, 2].flatMap((at) => [event("came", at * MINUTE), event("went", at * MINUTE + 30_000)]),
      [["rolled", 30_000, 2 * MINUTE + 30_000, 3, 3]],
    ],
    ["a container that was started anew", [event("restarted", MINUTE)], [["restarted", MINUTE, MINUTE, 1, 0]]],
    ["fewer replicas", [event("went", MINUTE), event("went", MINUTE)], [["ended", MINUTE, MINUTE, 2, 0]]],
    ["as far apart as it may be", [event("came", 0), event("went", TOGETHER_MS)], [["rolled", TOGETHER_MS, TOGETHER_MS, 1, 1]]],
    ["further apart", [event("came", 0), event("went", TOGETHER_MS + 1)], [["ended", TOGETHER_MS + 1, TOGETHER_MS + 1, 1, 0]]],
    [
      "an end that is told late, as nobody was looking",
      [event("came", 0), event("went", MINUTE), unseen("went", 30 * MINUTE, 2 * MINUTE)],
      [["rolled", MINUTE, 30 * MINUTE, 2, 1]],
    ],
    [
      "an end that nobody saw, but later",
      [event("came", 0), event("went", MINUTE), unseen("went", 30 * MINUTE, 20 * MINUTE)],
      [
        ["ended", 30 * MINUTE, 30 * MINUTE, 1, 0],
        ["rolled", MINUTE, MINUTE, 1, 1],
      ],
    ],
    [
      "two of one day, newest first",
      [event("went", 0), event("came", 1), event("went", 60 * MINUTE), event("came", 61 * MINUTE)],
      [
        ["rolled", 60 * MINUTE, 61 * MINUTE, 1, 1],
        ["rolled", 0, 1, 1, 1],
      ],
    ],
  ])("%s", (_what, events, rollouts) => {
    expect(seen(events)).toEqual(rollouts);
    expect(seen([...events].reverse())).toEqual(rollouts);
  });

  it("of two clusters at one time are two", () => {
    const both = ["eu", "us"].flatMap((cluster) => [event("came", 0, "b", cluster), event("went", MINUTE, "a", cluster)]);
    expect(rolloutsIn(both).map(({ cluster, kind }) => [cluster, kind])).toEqual([
      ["eu", "rolled"],
      ["us", "rolled"],
    ]);
  });
});
