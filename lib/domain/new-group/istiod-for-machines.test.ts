import { describe, expect, it } from "vitest";
import type { IstiodEnvironment } from "@/lib/domain/mesh/mesh-facts";
import { aReplica, NOW } from "@/lib/testing/entries";
import {
  type ConfigRead,
  namesOfRevision,
  revisionExists,
  revisionsForMachines,
  type ServedVersions,
  type SettingState,
  servedVersions,
  type VersionSeen,
  type VisibleIstiods,
} from "./istiod-for-machines";

const AUTO = "PILOT_ENABLE_WORKLOAD_ENTRY_AUTOREGISTRATION";
const told = (settings: IstiodEnvironment["settings"] = {}, revision = "default"): IstiodEnvironment => ({ revision, version: "1.31.0", settings });
const pod = (settings: IstiodEnvironment["settings"] = {}, change: Parameters<typeof aReplica>[0] = {}, revision = "default") => ({
  told: told(settings, revision),
  replica: aReplica(change),
});
const seen = (change: Partial<VisibleIstiods> = {}): VisibleIstiods => ({ pods: [], deployments: [], ...change });
const NOT_READY = { ready: { status: "false", reason: "" } } as const;

describe("a revision of istiod as a machine needs it", () => {
  it.each<[string, VisibleIstiods, { pods: object | null; standing: SettingState }]>([
    ["runs where a Pod of it is ready", seen({ pods: [pod(), pod({}, NOT_READY)] }), { pods: { running: 2, ready: 1 }, standing: "ok" }],
    ["takes nobody where no Pod of it is ready", seen({ pods: [pod({}, NOT_READY)] }), { pods: { running: 1, ready: 0 }, standing: "problem" }],
    [
      "does not run where its Pod ended",
      seen({ pods: [pod({}, { runningSince: null, ...NOT_READY })] }),
      { pods: { running: 0, ready: 0 }, standing: "problem" },
    ],
    ["does not run where only a Deployment names it", seen({ deployments: [told()] }), { pods: { running: 0, ready: 0 }, standing: "problem" }],
    ["may run where Pods cannot be seen", seen({ pods: null, deployments: [told()] }), { pods: null, standing: "unseen" }],
  ])("%s", (_claim, istiods, expected) => {
    expect(revisionsForMachines(istiods, NOW)).toMatchObject([{ revision: "default", version: "1.31.0", ...expected }]);
  });

  it.each<[string, VisibleIstiods, { isOn: boolean; standing: SettingState; source: string }]>([
    ["on by default, known by its Pods", seen({ pods: [pod()] }), { isOn: true, standing: "ok", source: "istiod's default, which its Pods do not change" }],
    ["off by its Pods", seen({ pods: [pod({ [AUTO]: "false" })] }), { isOn: false, standing: "problem", source: `${AUTO} of istiod's Pods` }],
    [
      "off by its Deployment, whose Pods cannot be seen",
      seen({ pods: null, deployments: [told({ [AUTO]: "0" })] }),
      { isOn: false, standing: "problem", source: `${AUTO} of istiod's Deployment` },
    ],
    [
      "assumed on where it is set from elsewhere",
      seen({ pods: [pod({ [AUTO]: null })] }),
      { isOn: true, standing: "unseen", source: `istiod's default; ${AUTO} of its Pods is set from elsewhere` },
    ],
    [
      "not certain where Pods differ",
      seen({ pods: [pod({ [AUTO]: "false" }), pod()] }),
      { isOn: false, standing: "unseen", source: `${AUTO} differs among istiod's Pods` },
    ],
  ])("auto registration is %s", (_claim, istiods, expected) => {
    expect(revisionsForMachines(istiods, NOW)[0]?.settings[0]).toEqual({ setting: "autoRegistration", ...expected });
  });

  const HOST = "ISTIOD_CUSTOM_HOST";
  it.each<[string, VisibleIstiods, { names: readonly string[] | null; source: string }]>([
    ["named by its Pods", seen({ pods: [pod({ [HOST]: "gw.example.net" })] }), { names: ["gw.example.net"], source: `${HOST} of istiod's Pods` }],
    ["none but its own by default", seen({ pods: [pod()] }), { names: [], source: "istiod's default, which its Pods do not change" }],
    [
      "not known where it is set from elsewhere",
      seen({ pods: [pod({ [HOST]: null })] }),
      { names: null, source: expect.stringContaining("set from elsewhere") },
    ],
  ])("the names of its certificate are %s", (_claim, istiods, expected) => {
    expect(revisionsForMachines(istiods, NOW)[0]?.certificateNames).toEqual(expected);
    expect(namesOfRevision(istiods, "")).toEqual(expected);
    expect(namesOfRevision(istiods, "other").names).toBeNull();
  });

  it("is one of several, each with its own settings, and none where nothing is seen", () => {
    const both = revisionsForMachines(seen({ pods: [pod({ [AUTO]: "false" }, {}, "old"), pod({}, {}, "new")] }), NOW);
    expect(both.map(({ revision, settings }) => [revision, settings[0]?.isOn])).toEqual([
      ["new", true],
      ["old", false],
    ]);
    expect(revisionsForMachines({ pods: null, deployments: null }, NOW)).toEqual([]);
  });
});

describe("whether a revision is there", () => {
  it.each<[string, VisibleIstiods, ConfigRead, boolean | null]>([
    ["yes, a Pod has it", seen({ pods: [pod()] }), "unread", true],
    ["yes, a Deployment has it, though Pods cannot be seen", { pods: null, deployments: [told()] }, "unread", true],
    ["yes, a mesh configuration has its name", seen(), "read", true],
    ["no, others are there and it is not", seen({ pods: [pod({}, {}, "canary")] }), "unread", false],
    ["no, nothing names it", seen(), "absent", false],
    ["nobody can tell: no istiod is seen here, and the mesh configuration may not be read", seen(), "unread", null],
    ["nobody can tell: Deployments cannot be seen", { pods: [pod({}, {}, "canary")], deployments: null }, "absent", null],
    ["nobody can tell: Pods cannot be seen", { pods: null, deployments: [told({}, "canary")] }, "absent", null],
  ])("%s", (_claim, istiods, config, expected) => {
    expect(revisionExists("default", istiods, config)).toBe(expected);
  });
});

const has = (version: string, hasGroups: boolean | null = true): VersionSeen => ({ version, hasGroups });

it.each<[claim: string, seen: readonly VersionSeen[], versions: ServedVersions]>([
  ["all of them", [has("v1"), has("v1beta1")], { standing: "ok", served: ["v1", "v1beta1"] }],
  ["an older one alone", [has("v1beta1")], { standing: "ok", served: ["v1beta1"] }],
  ["one that nobody writes", [has("v2")], { standing: "problem", served: ["v2"] }],
  ["none in the version that is written", [has("v1", false), has("v1beta1")], { standing: "problem", served: ["v1beta1"] }],
  ["not in an older version, which is not written", [has("v1beta1", false), has("v1")], { standing: "ok", served: ["v1"] }],
  ["not known of the version that is written", [has("v1", null), has("v1beta1")], { standing: "unseen", served: ["v1beta1"] }],
  ["no version at all", [], { standing: "problem", served: [] }],
])("WorkloadGroups are served in: %s", (_claim, seen, versions) => {
  expect(servedVersions(seen, ["v1", "v1beta1", "v1alpha3"])).toEqual(versions);
});
