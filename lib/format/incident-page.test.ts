import { describe, expect, it } from "vitest";
import { NOW } from "@/lib/testing/entries";
import {
  incidentBeganText,
  incidentEndsText,
  incidentMachineReason,
  incidentMachineText,
  incidentStateText,
  incidentSummaryText,
  incidentTimeForm,
  laterEvidenceText,
  listedMachinesText,
  lostEndpointText,
  lostTimeText,
  momentText,
} from "./incident-page";

const MINUTE = 60_000;
const TIME = { now: NOW + 4 * MINUTE, zone: "utc", form: "clock" } as const;
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

it.each([
  ["clock", NOW - MINUTE, "04:15:12"],
  ["clock", NOW - 1_440 * MINUTE, "11 Aug 04:16:12"],
  ["date", NOW - MINUTE, "12 Aug 04:15:12"],
  ["date", NOW - 365 * 1_440 * MINUTE, "12 Aug 2025 04:16:12"],
  ["full", NOW, "2026-08-12 04:16:12 UTC"],
] as const)("writes a moment in the form %s: %d is %s", (form, at, text) => expect(momentText(at, { ...TIME, form })).toBe(text));

it("dates all moments of an incident that began on another day", () => {
  const formOf = (began: number) => incidentTimeForm(began, NOW, "utc");
  expect([formOf(NOW - 4 * 60 * MINUTE), formOf(NOW - 5 * 60 * MINUTE)]).toEqual(["clock", "date"]);
});

it("states when a service lost its last endpoint, and when it had one again", () => {
  expect(lostEndpointText({ lostLastAt: NOW, backAt: null }, TIME)).toBe("no healthy endpoint since 04:16:12");
  expect(lostEndpointText({ lostLastAt: NOW, backAt: NOW + MINUTE }, TIME)).toBe("endpoint back at 04:17:12");
});

it.each([
  ["vm-1 lost swept", "vm-1: lost, swept by istiod: its connection was too old, or its time not valid"],
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
