import { describe, expect, it } from "vitest";
import { countsOf } from "@/lib/testing/rows";
import { type CommonInput, commonTrouble, type FleetLosses } from "./fleet-trouble";
import type { Tense } from "./tense";

const NOW = Date.UTC(2026, 10, 21, 13, 40, 0);
const AT = Date.UTC(2026, 10, 21, 13, 33, 5);
const spoken = { now: NOW, zone: "utc" } as const;
const live: Tense = { past: false };
const past: Tense = { past: true, at: "at 13:36:00", moment: NOW };
const none: CommonInput = { lost: 0, groupsLosing: 0, failing: { count: 0, groups: 0, shared: [] }, rollout: null, rollUp: { counts: countsOf({}) } };
const loss = { planned: false, disconnectedAt: AT, endedAt: AT + 10_000, replacedBy: "" };
const outage = (change: Partial<FleetLosses> = {}): FleetLosses => ({
  total: 173,
  back: 0,
  left: 636,
  rows: Array.from({ length: 173 }, () => loss),
  traits: [{ trait: "zone", value: "eu-central-1b", lost: 173, left: 8 }],
  ...change,
});
const say = (fleet: Partial<CommonInput>, losses: FleetLosses | null, tense: Tense = live) => {
  const trouble = commonTrouble({ ...none, ...fleet }, losses, tense, spoken);
  return trouble === null ? null : `${trouble.tone}: ${trouble.who} ${trouble.words}`;
};
const lost = { lost: 173, groupsLosing: 12 };
const rollout = { went: 2, came: 2, since: AT };
const waiting = { counts: countsOf({ unverified: 244, reconnecting: 12, healthy: 565 }) };

describe("what several groups have in common", () => {
  it.each<readonly [string, Partial<CommonInput>, FleetLosses | null, Tense, string | null]>([
    ["a zone outage", lost, outage(), live, "bad: 173 machines in 12 groups were lost at once at 13:33:05; all of them were in zone eu-central-1b."],
    [
      "a zone outage beside a machine that was lost elsewhere",
      { lost: 174, groupsLosing: 13 },
      outage({ total: 174, rows: [loss] }),
      live,
      "bad: 174 machines in 13 groups were lost; 173 of the 174 that were lost within a day were in zone eu-central-1b.",
    ],
    ["losses that share nothing", lost, outage({ traits: [], rows: [] }), live, "bad: 173 machines in 12 groups were lost."],
    ["losses of which the record has not told yet", lost, null, live, "bad: 173 machines in 12 groups were lost."],
    ["losses of one group alone are that group's", { lost: 6, groupsLosing: 1 }, outage({ total: 6 }), live, null],
    [
      "failures of one revision",
      { failing: { count: 20, groups: 4, shared: [{ trait: "revision", value: "canary", count: 20 }] } },
      null,
      live,
      "bad: 20 machines in 4 groups fail; all of them are held by replicas of revision canary.",
    ],
    [
      "failures that nearly all are in a network, when last seen",
      { failing: { count: 20, groups: 4, shared: [{ trait: "network", value: "vpc-2", count: 19 }] } },
      null,
      past,
      "bad: 20 machines in 4 groups failed; 19 of them were in network vpc-2.",
    ],
    ["failures that share nothing are told of the worst group", { failing: { count: 20, groups: 4, shared: [] } }, null, live, null],
    [
      "a rollout of istiod, with its evidence",
      { rollout, rollUp: waiting },
      null,
      live,
      "blind: A rollout of istiod: 2 replicas went and 2 came since 13:33:05; 244 machines are unverified and 12 machines are reconnecting.",
    ],
    [
      "a rollout of one replica, when last seen",
      { rollout: { ...rollout, went: 1, came: 1 }, rollUp: { counts: countsOf({ unverified: 1 }) } },
      null,
      past,
      "blind: A rollout of istiod: 1 replica went and 1 came since 13:33:05; 1 machine was unverified.",
    ],
    ["a rollout that is over for every machine", { rollout }, null, live, null],
    [
      "losses and a rollout",
      { ...lost, rollout, rollUp: { counts: countsOf({ reconnecting: 1 }) } },
      outage({ traits: [], rows: [] }),
      live,
      "bad: 173 machines in 12 groups were lost. A rollout of istiod: 2 replicas went and 2 came since 13:33:05; 1 machine is reconnecting.",
    ],
    ["nothing", {}, outage({ total: 0, rows: [], traits: [] }), live, null],
  ])("%s", (_, fleet, losses, tense, words) => {
    expect(say(fleet, losses, tense)).toBe(words);
  });
});
