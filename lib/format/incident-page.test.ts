import { describe, expect, it } from "vitest";
import type { ObjectChange } from "@/lib/domain/incidents/observation";
import { NOW } from "@/lib/testing/entries";
import {
  changeAdvice,
  changesTitle,
  changeText,
  comparedText,
  earlierCasesTitle,
  earlierCaseText,
  incidentBeganText,
  incidentEndsText,
  incidentMachineReason,
  incidentMachineText,
  incidentStateText,
  incidentSummaryText,
  istiodAnswerText,
  laterEvidenceText,
  listedMachinesText,
  lostServiceText,
  lostTimeText,
  sharedTraitsText,
  traitBarLabel,
  traitLegendText,
} from "./incident-page";

const MINUTE = 60_000;
const TIME = { now: NOW + 4 * MINUTE, zone: "utc" } as const;
const TIMES = { state: "open", stateSince: NOW, openedAt: NOW, since: NOW, notBefore: null, endedAt: null, unknownSince: null, foundAtStart: false } as const;

describe("the course of an incident", () => {
  it.each([
    [{}, "Open for 4 min."],
    [{ state: "recovering", stateSince: NOW + 3 * MINUTE }, "Recovering for 1 min."],
    [{ state: "long-running" }, "Long-running: open for 4 min without getting worse."],
    [{ state: "long-running", foundAtStart: true }, "Long-running: found when Stolos started, 4 min ago."],
    [{ state: "over", endedAt: NOW + 2 * MINUTE }, "Over since 04:18:12, after 2 min."],
    [{ unknownSince: NOW + MINUTE }, "Not known since 04:17:12, because its cluster is not observed."],
  ] as const)("states %o as %s", (change, text) => expect(incidentStateText({ ...TIMES, ...change }, TIME)).toBe(text));

  it.each([
    [{}, "04:16:12"],
    [{ notBefore: NOW - MINUTE }, "between 04:15:12 and 04:16:12 (not recorded)"],
    [{ foundAtStart: true }, "before 04:16:12, when Stolos started"],
  ])("states the beginning %o as %s", (change, text) => expect(incidentBeganText({ ...TIMES, ...change }, TIME)).toBe(text));

  it.each([
    [{ leastMs: 0, mostMs: 0, bad: 0 }, {}, "under 1 machine-minute"],
    [{ leastMs: MINUTE, mostMs: MINUTE, bad: 0 }, {}, "1 machine-minute"],
    [{ leastMs: 0, mostMs: 0, bad: 6 }, {}, "24 machine-minutes"],
    [{ leastMs: 0, mostMs: 0, bad: 6 }, { unknownSince: NOW + MINUTE }, "6 machine-minutes"],
    [{ leastMs: 0, mostMs: 10 * MINUTE, bad: 1 }, {}, "4 to 14 machine-minutes"],
    [{ leastMs: MINUTE, mostMs: MINUTE, bad: 0 }, { foundAtStart: true }, "at least 1 machine-minute"],
    [{ leastMs: 0, mostMs: 10 * MINUTE, bad: 1 }, { foundAtStart: true, notBefore: NOW - MINUTE }, "4 to 14 machine-minutes"],
  ])("states the lost time %o with %o as %s", (lost, change, text) =>
    expect(lostTimeText({ ...lost, asOf: NOW }, { ...TIMES, ...change }, TIME.now)).toBe(text),
  );

  it("names each way in which the trouble of machines ended", () => {
    const ends = (["serving", "replaced", "accepted"] as const).map((how, index) => ({ how, machines: 3 - index }));
    expect(incidentEndsText(ends)).toBe("3 serving again, 2 replaced, 1 accepted as lost");
  });

  it.each([
    ["failed", null, "Unhealthy", "bad"],
    ["unverified", null, "Unverified", "blind"],
    ["serving", "serving", "Serving again", "idle"],
    ["lost", "replaced", "Replaced", "idle"],
  ] as const)("names a machine that is %s and ended as %s: %s", (condition, how, word, tone) => {
    expect(incidentMachineText({ condition, left: how === null ? null : { how } })).toMatchObject({ word, tone });
  });
});

it.each([
  ["HTTP probe failed", "", "HTTP probe failed"],
  ["", "left", "disconnected and not back within the grace period"],
  ["", "restarted", "its istiod replica does not hold the connection"],
  ["", "in-the-future", "the clock of its istiod replica is ahead"],
  ["", "", ""],
])("gives a machine with the message '%s' and the cause '%s' the reason '%s'", (message, cause, reason) => {
  expect(incidentMachineReason({ message, cause })).toBe(reason);
});

const zone = { trait: "zone", value: "eu-1", bad: 6, of: 6, others: 10, ofOthers: 42, separates: true } as const;
const version = { ...zone, trait: "version", value: "v41", others: 0 } as const;

describe("the comparison of an incident's machines with the others", () => {
  it.each([
    [[], 0, [], "No machine is in trouble."],
    [[zone], 1, [], "One machine: it shares nothing with others."],
    [[{ ...zone, separates: false }], 6, [], "No trait separates these machines from the others."],
    [[zone, version], 6, ["version"], "The 6 machines share zone eu-1 and version v41."],
    [[zone, version], 6, ["zone", "version"], "The 6 machines share zone eu-1 and version v41. Cannot tell which of them is the cause."],
    [[{ ...zone, bad: 19, of: 20 }], 20, ["zone"], "Nearly all of the 20 machines share zone eu-1."],
  ] as const)("of %o for %d machines is a sentence", (traits, machines, cause, text) => expect(sharedTraitsText(traits, machines, cause)).toBe(text));

  it("names a replica by the last part of its name beside a bar", () => {
    expect(traitBarLabel({ trait: "replica", value: "istiod-7c9f-x8f2p" })).toBe("istiod …x8f2p");
    expect(traitBarLabel(zone)).toBe("zone eu-1");
  });

  it("explains the bar, and the tick only if there are others", () => {
    expect(traitLegendText([zone])).toBe("Bar: share of the 6 machines. Tick: share of the 42 others.");
    expect(traitLegendText([{ ...zone, ofOthers: 0 }])).toBe("Bar: share of the 6 machines.");
  });

  it.each([
    [null, "trait", "Cannot tell: istiod's Pods are not visible to you.", "blind"],
    [{ answer: "yes", compared: [] }, "istiod-gone", "Yes: no istiod replica is left.", "bad"],
    [{ answer: "yes", compared: [] }, "trait", "Yes: only an istiod replica or revision separates them.", "bad"],
    [{ answer: "no-evidence", compared: [zone] }, "trait", "No evidence that it is istiod.", null],
    [{ answer: "cannot-tell", compared: [] }, "machine", "Cannot tell: no istiod replica of these machines is known.", "blind"],
    [{ answer: "cannot-tell", compared: [zone] }, "machine", "Cannot tell whether it is istiod.", "blind"],
  ] as const)("answers whether it is istiod: %o, %s", (answer, cause, text, tone) =>
    expect(istiodAnswerText(answer, { cause, machines: 6 })).toEqual({ text, tone }),
  );

  it("states that there is nothing to compare if no machine is in trouble", () => {
    const { text } = istiodAnswerText({ answer: "cannot-tell", compared: [] }, { cause: "service-without-endpoint", machines: 0 });
    expect(text).toBe("Cannot tell: there is no machine in trouble to compare.");
  });

  it("states what was compared", () => {
    const replica = { ...zone, trait: "replica", value: "istiod-a", bad: 3 } as const;
    expect(comparedText(replica)).toBe("istiod istiod-a: 3 of 6 machines, 10 of 42 others");
    expect(comparedText({ ...replica, ofOthers: 0 })).toBe("istiod istiod-a: 3 of 6 machines");
  });
});

const CHANGE: ObjectChange = {
  ...{ cluster: "prod-eu", kind: "WorkloadGroup", namespace: "shop", name: "checkout", what: "labels", groups: null, version: null },
  ...{ seenAt: NOW - 18_000, ownAt: null },
};

describe("the changes before an incident", () => {
  it.each([
    [[CHANGE], null, "One change in the 10 min before."],
    [[{ ...CHANGE, seenAt: NOW }], null, "One change at about the same time."],
    [[CHANGE, { ...CHANGE, seenAt: NOW }], null, "Two changes in the 10 min before."],
    [[], CHANGE, "Last change: WorkloadGroup shop/checkout, 18 s before."],
    [[], null, "No change is known before it."],
  ])("%o, and the last one %o, are a sentence", (changes, lastChange, text) => expect(changesTitle({ changes, lastChange, since: NOW })).toBe(text));

  it.each([
    [{}, "changed labels 04:15:54, 18 s before"],
    [{ what: "created" }, "created 04:15:54, 18 s before"],
    [{ seenAt: NOW + 2_000 }, "changed labels 04:16:14, at about the same time"],
    [{ ownAt: NOW - 40_000 }, "changed labels 04:15:54, 18 s before, written 04:15:32"],
    [{ ownAt: NOW - 19_000 }, "changed labels 04:15:54, 18 s before"],
  ])("%o has the distance from the first failure: %s", (change, rest) => {
    expect(changeText({ ...CHANGE, ...change }, NOW, TIME)).toEqual({ object: "WorkloadGroup shop/checkout", rest });
  });

  it("suggest a rollback only after a recent change, otherwise a comparison", () => {
    const advice = (mayRollBack: boolean, changes: number, machines: number) => changeAdvice({ mayRollBack, changes, machines });
    expect(advice(true, 1, 6)).toBe("A rollback may help.");
    expect(advice(true, 2, 6)).toBe("A rollback of the change nearest to the beginning may help.");
    expect(advice(false, 0, 6)).toBe("Compare these machines with healthy ones of their groups.");
    expect(advice(false, 0, 1)).toBe("Compare this machine with healthy ones of its group.");
    expect(advice(false, 0, 0)).toBe("Compare the selector with the labels of the machines.");
  });
});

describe("earlier cases", () => {
  it.each([
    [null, "Not compared: the history does not have this incident."],
    [0, "No similar case in the history."],
    [2, "Two similar cases."],
    [10, "The last ten similar cases."],
  ])("are counted: %s", (cases, text) => expect(earlierCasesTitle(cases, 10)).toBe(text));

  const CASE = { state: "over", began: NOW, endedAt: NOW + 2 * MINUTE, groups: ["shop/checkout"], moreGroups: 0, machines: 6, serving: 6 } as const;
  it.each([
    [{}, "shop/checkout, 04:16:12: 6 machines, all serving again after 2 min"],
    [{ serving: 4, moreGroups: 2 }, "shop/checkout and 2 more, 04:16:12: 6 machines, 4 serving again after 2 min"],
    [{ state: "open", endedAt: null, serving: 0 }, "shop/checkout, 04:16:12: 6 machines, 0 serving again, still open"],
    [{ machines: 0, serving: 0, groups: [] }, "04:16:12: a service had no endpoint after 2 min"],
  ] as const)("state how they ended: %o", (change, text) => expect(earlierCaseText({ ...CASE, ...change }, TIME)).toBe(text));
});

it("states when a service lost its last endpoint, and when it had one again", () => {
  expect(lostServiceText({ lostLastAt: NOW, backAt: null }, TIME)).toBe("no healthy endpoint since 04:16:12");
  expect(lostServiceText({ lostLastAt: NOW, backAt: NOW + MINUTE }, TIME)).toBe("endpoint back at 04:17:12");
});

it.each([
  ["vm-1 lost swept", "vm-1: lost, swept by istiod: its connection was too old"],
  ["vm-1 unverified", "vm-1: unverified"],
])("shows the later evidence %s as %s", (what, text) => expect(laterEvidenceText(what)).toBe(text));

it("counts the machines of a list, or the part of them that it has", () => {
  expect([listedMachinesText(6, 6), listedMachinesText(500, 10_000)]).toEqual(["6", "the first 500 of 10,000"]);
});

it("sums an incident up in five lines", () => {
  const lines = { key: "q7fd", title: "Zone eu-1: 6 failed", times: ["Open for 4 min.", "Began 04:16:12."], shared: "The 6 machines share zone eu-1." };
  const text = incidentSummaryText({
    ...lines,
    changes: "No change is known before it.",
    istiod: "No evidence.",
    asOf: "as of 04:20:12",
    link: "https://stolos/x",
  });
  expect(text.split("\n")).toEqual([
    "Incident q7fd: Zone eu-1: 6 failed",
    "Open for 4 min. Began 04:16:12.",
    "The 6 machines share zone eu-1.",
    "No change is known before it. No evidence.",
    "as of 04:20:12 · https://stolos/x",
  ]);
});
