import { describe, expect, it } from "vitest";
import { MAX_STORED_HEALTH_CHANGES } from "@/lib/domain/findings/recorded-entry-facts";
import type { Probe } from "@/lib/domain/group/workload-group";
import { aGroup, ago, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { cannotTell, findingsOf } from "@/lib/testing/finding-cases";
import type { FindingObjects } from "@/lib/testing/findings-world";
import { detected, detectedAfterPatch, dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { flapping, healthGateUnreadable, healthIgnored, healthNeverReported, latestFirstReportMs, noReplay, probeNotInForce } from "./health";

describe("the time until the first health report", () => {
  const UNSET = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
  const probe = (own: Partial<Probe>): Probe => ({ method: "tcpSocket", port: 1, path: "", scheme: "", host: "", command: [], ...UNSET, ...own });

  it.each([
    { of: "no probe, as the agent has it by default", probe: null, seconds: 26 },
    { of: "one that sets nothing", probe: probe({}), seconds: 26 },
    { of: "zeros, which are not set", probe: probe({ periodSeconds: 0, failureThreshold: 0 }), seconds: 26 },
    { of: "three failures", probe: probe({ periodSeconds: 5, failureThreshold: 3, timeoutSeconds: 2 }), seconds: 32 },
    { of: "a delay and two successes", probe: probe({ initialDelaySeconds: 60, successThreshold: 2 }), seconds: 96 },
  ])("the time of the first report is $seconds s with $of", ({ probe: of, seconds }) => {
    expect(latestFirstReportMs(of)).toBe(seconds * 1000);
  });
});

describe("STL104 probe-not-in-force", () => {
  const UNSET = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
  const PROBE = { method: "httpGet", port: 8080, path: "/", scheme: "", host: "", command: [], ...UNSET } as const;
  const probed = aGroup({ generation: 2, probe: PROBE });
  const ungated = anEntry({ gate: null, health: null });

  it("STL104 finds an entry without health checks in a group with a probe", () => {
    expect(evidenceOf(probeNotInForce, { entries: [ungated], groups: [probed] })).toEqual([
      { group: "checkout", method: "httpGet", isRefused: false, groupEdited: true },
    ]);
  });

  it("STL104 reports a probe that the webhook rejects", () => {
    const groups = [aGroup({ probe: { ...PROBE, method: "none" } })];
    expect(evidenceOf(probeNotInForce, { entries: [ungated], groups })).toMatchObject([{ isRefused: true }]);
  });

  it.each([
    { of: "has health checks on", entry: anEntry(), group: probed },
    { of: "has the annotation false", entry: { ...ungated, gate: "false" }, group: probed },
    { of: "has an ignored report (STL105)", entry: { ...ungated, health: aReport("True") }, group: probed },
    { of: "is of a group without a probe", entry: ungated, group: aGroup() },
    { of: "was written by hand", entry: { ...ungated, registrationGroup: "" }, group: probed },
    { of: "has no group", entry: { ...ungated, owner: null, registrationGroup: "gone" }, group: probed },
  ])("STL104 finds nothing for an entry that $of", ({ entry, group }) => {
    expect(evidenceOf(probeNotInForce, { entries: [entry], groups: [group] })).toEqual([]);
  });
});

describe("STL105 health-ignored", () => {
  const reporting = (gate: string | null) => anEntry({ gate, health: aReport("False", "refused") });

  it.each([null, "", "false", "0"])(
    "STL105 finds a health report on an entry whose annotation for health checks is %j, and nothing after its patch",
    (gate) => {
      const objects = { entries: [reporting(gate)] };
      expect(evidenceOf(healthIgnored, objects)).toEqual([{ status: "False", message: "refused", gate: gate ?? "", isCurrent: true }]);
      expect(detectedAfterPatch(healthIgnored, objects)).toEqual([]);
    },
  );

  it.each([
    { of: "a report with health checks on", entry: reporting("true") },
    { of: "an invalid annotation (STL106)", entry: reporting("yes") },
    { of: "no report", entry: anEntry({ gate: null, health: null }) },
  ])("STL105 finds nothing for $of", ({ entry }) => {
    expect(evidenceOf(healthIgnored, { entries: [entry] })).toEqual([]);
  });

  /** True for each finding with a patch. */
  const offered = (objects: FindingObjects) => findingsOf(healthIgnored, objects).map(({ detected }) => detected.patch !== undefined);
  const old = anEntry({ gate: null, health: { ...aReport("False"), lastProbeTime: ago(120_000) } });

  it.each([
    ["a report since the last connection", reporting(null), true],
    ["an older report of a failure, which no agent may renew", old, false],
    ["a report of a failure without a connection", { ...reporting(null), connectedAt: null }, false],
    ["an older report of health", { ...old, health: { ...aReport("True"), lastProbeTime: ago(120_000) } }, true],
  ])("STL105 finds a fault, and has a patch only if no old failure comes into force, for %s", (_what, entry, isOffered) => {
    expect(offered({ entries: [entry] })).toEqual([isOffered]);
  });
});

describe("STL106 health-gate-unreadable", () => {
  it.each([
    ["yes", null, "remove"],
    ["on", aReport("False"), "true"],
    ["tRue", aReport("True"), "true"],
    ["enabled", { ...aReport("False"), lastProbeTime: ago(120_000) }, "remove"],
    ["no", aReport("False"), "remove"],
    ["disabled", aReport("True"), "remove"],
  ])("STL106 finds the value %j of the annotation for health checks, and nothing after its patch", (gate, health, remedy) => {
    const objects = { entries: [anEntry({ gate, health })] };
    expect(evidenceOf(healthGateUnreadable, objects)).toEqual([{ gate, reported: health?.status ?? "", remedy }]);
    const annotations = { "proxy.istio.io/health-checks-enabled": remedy === "true" ? "true" : null };
    expect(detected(healthGateUnreadable, objects)).toMatchObject([{ patch: { body: { metadata: { annotations } } } }]);
    expect(detectedAfterPatch(healthGateUnreadable, objects)).toEqual([]);
  });

  it("STL106 has a patch that removes the annotation if no report exists, so that the machine stays in traffic", () => {
    expect(detected(healthGateUnreadable, { entries: [anEntry({ gate: "yes", health: null })] })).toMatchObject([
      { patch: { body: { metadata: { annotations: { "proxy.istio.io/health-checks-enabled": null } } } } },
    ]);
  });

  it.each([null, "", "true", "T", "0", "False"])("STL106 finds nothing for the value %j of the annotation for health checks", (gate) => {
    expect(evidenceOf(healthGateUnreadable, { entries: [anEntry({ gate })] })).toEqual([]);
  });
});

describe("STL107 health-never-reported", () => {
  const silent = (own: Parameters<typeof anEntry>[0] = {}) => anEntry({ health: null, ...own });
  const handWritten = { registrationGroup: "", owner: null } as const;
  const unclaimed = { ...handWritten, controller: "", connectedAt: null };
  const gating = aGroup({ entryAnnotations: [["proxy.istio.io/health-checks-enabled", "true"]] });

  it.each([
    { of: "registered a day ago", entry: silent(), says: { management: "auto", gatedByGroup: false } },
    { of: "registered 26 s ago", entry: silent({ createdAt: NOW - 26_000 }), says: { management: "auto", gatedByGroup: false } },
    { of: "has just lost its connection", entry: silent({ connectedAt: null, disconnectedAt: ago(1000) }), says: { management: "auto", gatedByGroup: false } },
    { of: "is hand-written, connected a minute ago", entry: silent(handWritten), says: { management: "claimed", gatedByGroup: false } },
    { of: "is hand-written, never connected", entry: silent(unclaimed), says: { management: "unmanaged", gatedByGroup: false } },
  ])("STL107 finds an entry that $of", ({ entry, says }) => {
    expect(evidenceOf(healthNeverReported, { entries: [entry], groups: [aGroup()] })).toEqual([says]);
  });

  it("STL107 reports that the group set the annotation", () => {
    expect(evidenceOf(healthNeverReported, { entries: [silent()], groups: [gating] })).toEqual([{ management: "auto", gatedByGroup: true }]);
  });

  it.each([
    { of: "reported", entry: anEntry(), due: null },
    { of: "reported that it fails", entry: anEntry({ health: aReport("False") }), due: null },
    { of: "has health checks off", entry: silent({ gate: null }), due: null },
    { of: "registered 25 s ago", entry: silent({ createdAt: NOW - 25_000 }), due: NOW + 1000 },
    { of: "is hand-written, connected 20 s ago", entry: silent({ ...handWritten, connectedAt: ago(20_000) }), due: NOW + 6000 },
    { of: "is hand-written, and disconnected", entry: silent({ ...handWritten, connectedAt: null, disconnectedAt: ago(1000) }), due: null },
    { of: "was written by hand 9 minutes ago", entry: silent({ ...unclaimed, createdAt: NOW - 9 * 60_000 }), due: NOW + 60_000 },
  ])("STL107 finds nothing yet for an entry that $of", ({ entry, due }) => {
    const objects = { entries: [entry], groups: [aGroup()] };
    expect(evidenceOf(healthNeverReported, objects)).toEqual([]);
    expect(dueOf(healthNeverReported, objects)).toBe(due);
  });
});

describe("STL108 no-replay", () => {
  /** A machine that connected and reported so many milliseconds ago. */
  const machine = (connected: number, reported: number, own: Parameters<typeof anEntry>[0] = {}) =>
    anEntry({ connectedAt: ago(connected), health: { status: "True", message: "", lastProbeTime: ago(reported), lastTransitionTime: null }, ...own });

  it("STL108 finds a report that is older than the connection of a minute ago", () => {
    const entry = machine(60_000, 90_000);
    expect(evidenceOf(noReplay, { entries: [entry] })).toEqual([
      { status: "True", lastProbeTime: ago(90_000).text, connectedAt: ago(60_000).text, replica: "istiod-7c9f-a" },
    ]);
    expect(dueOf(noReplay, { entries: [entry] })).toBeNull();
  });

  it.each([
    { of: "that reported after it connected", entry: machine(90_000, 89_000), due: null },
    { of: "that reported in the second of its connection", entry: machine(599_500, 600_000), due: null },
    { of: "that connected half a minute ago", entry: machine(30_000, 90_000), due: NOW + 30_000 },
    { of: "with health checks off", entry: machine(600_000, 900_000, { gate: null }), due: null },
    { of: "that never reported", entry: anEntry({ health: null }), due: null },
    { of: "that left", entry: { ...machine(600_000, 900_000), connectedAt: null }, due: null },
  ])("STL108 finds nothing for a machine $of", ({ entry, due }) => {
    expect(evidenceOf(noReplay, { entries: [entry] })).toEqual([]);
    expect(dueOf(noReplay, { entries: [entry] })).toBe(due);
  });

  it("STL108 finds nothing if the replica is gone, which STL110 finds", () => {
    const world = aWorld([aReplica({ name: "istiod-other" })]);
    expect(evidenceOf(noReplay, { entries: [machine(60_000, 90_000)], world })).toEqual([]);
  });
});

describe("STL125 flapping", () => {
  const MINUTE = 60_000;
  const failing = anEntry({ health: aReport("False") });
  /** An entry whose health turned so many minutes ago, the oldest first. */
  const turned = (minutesAgo: readonly number[], entry = failing) => ({
    entries: [entry],
    pasts: new Map([[entry.uid, { healthTurns: minutesAgo.map((minutes) => NOW - minutes * MINUTE), drainedBefore: null }]]),
  });

  it("STL125 finds a machine whose health changed six times within an hour, and is due when the oldest change is an hour old", () => {
    const objects = turned([59, 50, 40, 30, 20, 10]);
    expect(evidenceOf(flapping, objects)).toEqual([{ turns: 6, isMore: false, toldFrom: 6, status: "False" }]);
    expect(dueOf(flapping, objects)).toBe(NOW + MINUTE);
  });

  it("STL125 reports that there may be more changes if it has the largest number that is stored", () => {
    expect(evidenceOf(flapping, turned(Array.from({ length: MAX_STORED_HEALTH_CHANGES }, () => 1)))).toMatchObject([
      { turns: MAX_STORED_HEALTH_CHANGES, isMore: true },
    ]);
  });

  it.each([
    { of: "changed five times", objects: turned([59, 50, 40, 30, 20]) },
    { of: "changed six times, once an hour ago", objects: turned([60, 50, 40, 30, 20, 10]) },
    { of: "never changed", objects: { entries: [failing] } },
    { of: "changed often, with health checks off", objects: turned([6, 5, 4, 3, 2, 1], anEntry({ gate: null })) },
  ])("STL125 finds nothing for a machine that $of", ({ objects }) => {
    expect(evidenceOf(flapping, objects)).toEqual([]);
    expect(dueOf(flapping, objects)).toBeNull();
  });

  it("STL125 has no answer if the past of the entry is not known", () => {
    expect(cannotTell(flapping, { entries: [failing], pasts: null })).toBe(true);
    expect(cannotTell(flapping, { entries: [anEntry({ gate: null })], pasts: null })).toBe(false);
  });
});
