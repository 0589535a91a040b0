import { describe, expect, it } from "vitest";
import { commonTrouble, type FleetTrouble, fleetTrouble } from "@/lib/domain/statements/fleet";
import type { RecordedLosses } from "@/lib/domain/statements/losses";
import { aFleetHead, aGroupRow, aRollUp, countsOf } from "@/lib/testing/rows";
import { fleetTroubleText } from "./fleet-trouble";
import type { Tense } from "./text/tense";

const NOW = Date.UTC(2026, 10, 21, 13, 40, 0);
const AT = Date.UTC(2026, 10, 21, 13, 33, 5);
const live: Tense = { past: false };
const past: Tense = { past: true, at: "at 13:36:00", moment: NOW };
type CommonInput = Parameters<typeof commonTrouble>[0];
const none: CommonInput = { lost: 0, groupsLosing: 0, failing: { count: 0, groups: 0, shared: [] }, rollout: null, rollUp: { counts: countsOf({}) } };
const loss = { planned: false, disconnectedAt: AT, endedAt: AT + 10_000, replacedBy: "" };
const outage = (change: Partial<RecordedLosses> = {}): RecordedLosses => ({
  total: 173,
  back: 0,
  left: 636,
  rows: Array.from({ length: 173 }, () => loss),
  traits: [{ trait: "zone", value: "eu-central-1b", lost: 173, left: 8 }],
  ...change,
});
const read = (troubles: readonly FleetTrouble[], tense: Tense) =>
  troubles
    .map((one) => fleetTroubleText(one, { tense, now: NOW, zone: "utc" }))
    .map(({ who, words }) => `${who} ${words}`)
    .join(" ");
const toneOf = ([first]: readonly FleetTrouble[]) => (first === undefined ? null : fleetTroubleText(first, { tense: live, now: NOW, zone: "utc" }).tone);
const say = (fleet: Partial<CommonInput>, losses: RecordedLosses | null, tense: Tense = live) => {
  const troubles = commonTrouble({ ...none, ...fleet }, losses);
  return troubles.length === 0 ? null : `${toneOf(troubles)}: ${read(troubles, tense)}`;
};
const lost = { lost: 173, groupsLosing: 12 };
const rollout = { went: 2, came: 2, since: AT };
const waiting = { counts: countsOf({ unverified: 244, reconnecting: 12, healthy: 565 }) };

describe("what several groups have in common", () => {
  it.each<readonly [string, Partial<CommonInput>, RecordedLosses | null, Tense, string | null]>([
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

describe("the worst group in the fleet's headline", () => {
  const group = (counts: Parameters<typeof aRollUp>[0], change: Parameters<typeof aGroupRow>[0] = {}, missing = 0) => {
    const rollUp = aRollUp(counts);
    return aGroupRow({ common: [], rollUp: { ...rollUp, fullTotal: rollUp.total + missing }, ...change });
  };
  const shared = { common: ["zone eu-central-1a", "replica istiod-a"] };
  it.each([
    ["checkout lacks 2 expected machines.", group({ healthy: 32 }, {}, 2), live],
    ["checkout lacked 2 expected machines.", group({ healthy: 32 }, {}, 2), past],
    ["checkout has 1 unhealthy machine, and lacks 2 expected machines.", group({ unhealthy: 1, healthy: 31 }, {}, 2), live],
    [
      "checkout has 2 unhealthy and 6 unverified machines, all in zone eu-central-1a and held by replica istiod-a.",
      group({ disconnected: 6, unhealthy: 2, healthy: 32 }, shared),
      live,
    ],
    ["checkout had 1 unhealthy machine.", group({ unhealthy: 1 }, shared), past],
    ["shop, outside any group, has 1 unverified machine.", group({ unverified: 1 }, { name: "" }), live],
    ["", group({ draining: 3, healthy: 1 }), live],
  ] as const)("reads: %s", (text, worst, tense) => {
    expect(read(fleetTrouble(aFleetHead({ groupsInTrouble: 1 }), worst, null), tense)).toBe(text);
  });

  it("gives way to trouble that several groups share", () => {
    const fleet = aFleetHead({ lost: 173, groupsLosing: 12 });
    expect(fleetTrouble(fleet, group({ unhealthy: 1 }), null).map(({ kind }) => kind)).toEqual(["fleet-lost"]);
    expect(fleetTrouble(fleet, null, null).map(({ kind }) => kind)).toEqual(["fleet-lost"]);
  });
});

it("the losses of the worst group read like a sentence about it", () => {
  const lost = {
    kind: "group-lost",
    cluster: "prod-eu",
    namespace: "shop",
    group: "",
    lost: 2,
    recorded: 2,
    from: AT,
    to: AT,
    zone: "a",
    replica: null,
  } as const;
  expect(read([lost], live)).toBe("shop lost two machines at once at 13:33:05, both in zone a.");
  expect(read([{ ...lost, group: "cart", lost: 1, recorded: 1 }], live)).toBe("cart lost one machine at 13:33:05.");
});

it("names the cluster of the worst group for a viewer with several clusters", () => {
  const lost = {
    kind: "group-lost",
    cluster: "prod-eu",
    namespace: "shop",
    group: "cart",
    lost: 1,
    recorded: 1,
    from: AT,
    to: AT,
    zone: null,
    replica: null,
  } as const;
  const context = { tense: live, now: AT, zone: "utc", severalClusters: true } as const;
  const texts = [lost, ...fleetTrouble(aFleetHead(), aGroupRow({ name: "", rollUp: aRollUp({ unhealthy: 1 }), common: [] }), null)].map((one) =>
    fleetTroubleText(one, context),
  );
  expect(texts.map(({ who, words }) => `${who} ${words}`)).toEqual([
    "cart in prod-eu lost one machine at 13:33:05.",
    "shop, outside any group, in prod-eu has 1 unhealthy machine.",
  ]);
});
