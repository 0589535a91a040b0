import { describe, expect, it } from "vitest";
import type { IstiodEnvironment } from "@/lib/domain/mesh/mesh-facts";
import { aReplica, NOW } from "@/lib/testing/entries";
import {
  certificateNamesOfRevision,
  type DiscoveredApiVersion,
  type MeshCheckResult,
  type MeshConfigReadResult,
  revisionExists,
  revisionsForMachines,
  type ServedWorkloadGroupVersions,
  servedWorkloadGroupVersions,
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

describe("a revision of istiod for joining machines", () => {
  it.each<[string, VisibleIstiods, { pods: object | null; standing: MeshCheckResult }]>([
    ["is ok if one of its Pods is ready", seen({ pods: [pod(), pod({}, NOT_READY)] }), { pods: { running: 2, ready: 1 }, standing: "ok" }],
    ["is a problem if none of its Pods is ready", seen({ pods: [pod({}, NOT_READY)] }), { pods: { running: 1, ready: 0 }, standing: "problem" }],
    ["is a problem if its Pod ended", seen({ pods: [pod({}, { runningSince: null, ...NOT_READY })] }), { pods: { running: 0, ready: 0 }, standing: "problem" }],
    ["is a problem if only a Deployment has it", seen({ deployments: [told()] }), { pods: { running: 0, ready: 0 }, standing: "problem" }],
    ["is unseen if Pods are not visible", seen({ pods: null, deployments: [told()] }), { pods: null, standing: "unseen" }],
  ])("a revision of istiod for joining machines: %s", (_claim, istiods, expected) => {
    expect(revisionsForMachines(istiods, NOW)).toMatchObject([{ revision: "default", version: "1.31.0", ...expected }]);
  });

  it.each<[string, VisibleIstiods, { isOn: boolean; standing: MeshCheckResult; source: string }]>([
    [
      "on by default if its Pods do not change it",
      seen({ pods: [pod()] }),
      { isOn: true, standing: "ok", source: "istiod's default, which its Pods do not change" },
    ],
    ["off if its Pods switch it off", seen({ pods: [pod({ [AUTO]: "false" })] }), { isOn: false, standing: "problem", source: `${AUTO} of istiod's Pods` }],
    [
      "off if its Deployment switches it off and its Pods are not visible",
      seen({ pods: null, deployments: [told({ [AUTO]: "0" })] }),
      { isOn: false, standing: "problem", source: `${AUTO} of istiod's Deployment` },
    ],
    [
      "assumed on if the Pods get the value from another object",
      seen({ pods: [pod({ [AUTO]: null })] }),
      { isOn: true, standing: "unseen", source: `istiod's default; ${AUTO} of its Pods is set from elsewhere` },
    ],
    [
      "unseen if its Pods differ",
      seen({ pods: [pod({ [AUTO]: "false" }), pod()] }),
      { isOn: false, standing: "unseen", source: `${AUTO} differs among istiod's Pods` },
    ],
  ])("a revision of istiod for joining machines reports auto registration as %s", (_claim, istiods, expected) => {
    expect(revisionsForMachines(istiods, NOW)[0]?.settings[0]).toEqual({ setting: "autoRegistration", ...expected });
  });

  const HOST = "ISTIOD_CUSTOM_HOST";
  it.each<[string, VisibleIstiods, { names: readonly string[] | null; source: string }]>([
    ["the names that its Pods set", seen({ pods: [pod({ [HOST]: "gw.example.net" })] }), { names: ["gw.example.net"], source: `${HOST} of istiod's Pods` }],
    ["no additional names by default", seen({ pods: [pod()] }), { names: [], source: "istiod's default, which its Pods do not change" }],
    [
      "not known if the Pods get the value from another object",
      seen({ pods: [pod({ [HOST]: null })] }),
      { names: null, source: expect.stringContaining("set from elsewhere") },
    ],
  ])("a revision of istiod for joining machines reports the names of its certificate: %s", (_claim, istiods, expected) => {
    expect(revisionsForMachines(istiods, NOW)[0]?.certificateNames).toEqual(expected);
    expect(certificateNamesOfRevision(istiods, "")).toEqual(expected);
    expect(certificateNamesOfRevision(istiods, "other").names).toBeNull();
  });

  it("a revision of istiod for joining machines lists several revisions with their own settings, and none if nothing is visible", () => {
    const both = revisionsForMachines(seen({ pods: [pod({ [AUTO]: "false" }, {}, "old"), pod({}, {}, "new")] }), NOW);
    expect(both.map(({ revision, settings }) => [revision, settings[0]?.isOn])).toEqual([
      ["new", true],
      ["old", false],
    ]);
    expect(revisionsForMachines({ pods: null, deployments: null }, NOW)).toEqual([]);
  });
});

describe("the existence of a revision", () => {
  it.each<[string, VisibleIstiods, MeshConfigReadResult, boolean | null]>([
    ["is true if a Pod has it", seen({ pods: [pod()] }), "unread", true],
    ["is true if a Deployment has it and Pods are not visible", { pods: null, deployments: [told()] }, "unread", true],
    ["is true if a mesh configuration has its name", seen(), "read", true],
    ["is false if only other revisions exist", seen({ pods: [pod({}, {}, "canary")] }), "unread", false],
    ["is false if no object has it", seen(), "absent", false],
    ["is not known if no istiod is visible and the mesh configuration cannot be read", seen(), "unread", null],
    ["is not known if Deployments are not visible", { pods: [pod({}, {}, "canary")], deployments: null }, "absent", null],
    ["is not known if Pods are not visible", { pods: null, deployments: [told({}, "canary")] }, "absent", null],
  ])("the existence of a revision: %s", (_claim, istiods, config, expected) => {
    expect(revisionExists("default", istiods, config)).toBe(expected);
  });
});

const has = (version: string, hasGroups: boolean | null = true): DiscoveredApiVersion => ({ version, hasGroups });

it.each<[claim: string, seen: readonly DiscoveredApiVersion[], versions: ServedWorkloadGroupVersions]>([
  ["all versions", [has("v1"), has("v1beta1")], { standing: "ok", served: ["v1", "v1beta1"] }],
  ["only an older version", [has("v1beta1")], { standing: "ok", served: ["v1beta1"] }],
  ["a version that Stolos does not write", [has("v2")], { standing: "problem", served: ["v2"] }],
  ["an older version, but not in the version that Stolos writes", [has("v1", false), has("v1beta1")], { standing: "problem", served: ["v1beta1"] }],
  ["the version that Stolos writes, but not in an older one", [has("v1beta1", false), has("v1")], { standing: "ok", served: ["v1"] }],
  ["an older version, and the version that Stolos writes is not readable", [has("v1", null), has("v1beta1")], { standing: "unseen", served: ["v1beta1"] }],
  ["no version", [], { standing: "problem", served: [] }],
])("servedGroupVersions returns the right result for a cluster that serves WorkloadGroups in %s", (_claim, seen, versions) => {
  expect(servedWorkloadGroupVersions(seen, ["v1", "v1beta1", "v1alpha3"])).toEqual(versions);
});
