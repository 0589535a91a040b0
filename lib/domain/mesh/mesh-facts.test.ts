import { describe, expect, it } from "vitest";
import { MESH_CONFIG_DEFAULTS, meshConfigName, revisionOfMeshConfig } from "./mesh-config";
import { type ControlPlaneObjects, type IstiodEnvironment, type MeshConfigResult, meshFactsByRevision, type RejectedMeshConfigMapKey } from "./mesh-facts";

const istiod = (settings: IstiodEnvironment["settings"] = {}, change: Partial<IstiodEnvironment> = {}): IstiodEnvironment => ({
  ...{ revision: "default", version: "1.31.0", settings },
  ...change,
});
const READ: MeshConfigResult = { kind: "read", told: { trustDomain: "mesh.example", autoMtls: false } };
const parts = (change: Partial<ControlPlaneObjects> = {}): ControlPlaneObjects => ({
  namespace: "istio-system",
  pods: [],
  deployments: [],
  configOf: () => READ,
  ...change,
});
const factsOf = (change: Partial<ControlPlaneObjects>, revision = "default") => meshFactsByRevision(parts(change), []).get(revision);
const rejectedKey = (change: Partial<RejectedMeshConfigMapKey> = {}): RejectedMeshConfigMapKey => ({
  ...{ key: "mesh", by: "istiod", why: "its key mesh is not YAML", before: null },
  ...change,
});
const HEALTH = "PILOT_ENABLE_WORKLOAD_ENTRY_HEALTHCHECKS";

describe("a setting of istiod", () => {
  it.each<[string, Partial<ControlPlaneObjects>, object]>([
    ["is the value in its Pods", { pods: [istiod({ [HEALTH]: "false" })] }, { kind: "known", value: false, source: `${HEALTH} of istiod's Pods` }],
    [
      "is the value in its Pods if its Deployment has another one",
      { pods: [istiod({ [HEALTH]: "0" })], deployments: [istiod()] },
      { kind: "known", value: false },
    ],
    ["is the value in its Deployment if no Pod is visible", { deployments: [istiod({ [HEALTH]: "f" })] }, { kind: "known", value: false }],
    ["is Istio's default if its Pods do not set it", { pods: [istiod()] }, { kind: "known", value: true, source: expect.stringContaining("do not change") }],
    [
      "is Istio's default if istiod cannot read the value",
      { pods: [istiod({ [HEALTH]: "nope" })] },
      { kind: "known", value: true, source: expect.stringContaining("cannot read") },
    ],
    [
      "is assumed if the Pod gets the value from another object",
      { pods: [istiod({ [HEALTH]: null })] },
      { kind: "assumed", value: true, source: expect.stringContaining("from elsewhere") },
    ],
    [
      "is assumed if Pods differ",
      { pods: [istiod({ [HEALTH]: "false" }), istiod()] },
      { kind: "assumed", value: false, source: expect.stringContaining("differs") },
    ],
    ["is assumed if no istiod is visible", {}, { kind: "assumed", value: true, source: expect.stringContaining("cannot be seen") }],
  ])("a setting of istiod: %s", (_claim, change, expected) => {
    expect(factsOf(change)?.healthChecks).toMatchObject(expected);
  });

  it.each<[string, string, number]>([
    ["20s", "a duration", 20_000],
    ["-1s", "no duration, so the default", 10_000],
    ["soon", "no duration, so the default", 10_000],
  ])("a setting of istiod with the text '%s' has the value %s", (text, _what, ms) => {
    expect(factsOf({ pods: [istiod({ PILOT_WORKLOAD_ENTRY_GRACE_PERIOD: text })] })?.gracePeriodMs).toMatchObject({ kind: "known", value: ms });
  });

  it("a setting of istiod is separate for each revision", () => {
    const canary = istiod({ CLUSTER_ID: "west" }, { revision: "canary", version: "1.32.0" });
    const facts = meshFactsByRevision(parts({ pods: [istiod(), canary] }), []);
    expect([...facts.keys()]).toEqual(["canary", "default"]);
    expect(facts.get("canary")).toMatchObject({ clusterId: { value: "west" }, istioVersion: { value: "1.32.0" } });
    expect(facts.get("default")).toMatchObject({ clusterId: { value: "Kubernetes" }, istioVersion: { value: "1.31.0" } });
  });
});

describe("a default that depends on the version", () => {
  const ofVersion = (version: string | null, settings: IstiodEnvironment["settings"] = {}) => factsOf({ pods: [istiod(settings, { version })] });
  it.each<[string, object | undefined, object]>([
    ["is the newer one from its release on", ofVersion("1.31.0")?.sendsUnhealthy, { kind: "known", value: true }],
    [
      "is the older one before that release",
      ofVersion("1.24.6")?.allocatesAddresses,
      { kind: "known", value: false, source: expect.stringContaining("do not change") },
    ],
    ["is assumed if no image shows the version", ofVersion(null)?.allocatesAddresses, { kind: "assumed", value: true }],
    ["does not replace a set value", ofVersion("1.24.6", { PILOT_ENABLE_IP_AUTOALLOCATE: "true" })?.allocatesAddresses, { kind: "known", value: true }],
    [
      "replaces a set value if the version has no such setting",
      ofVersion("1.30.5", { PILOT_AUTO_SEND_UNHEALTHY_ENDPOINTS: "true" })?.sendsUnhealthy,
      { kind: "known", value: false, source: expect.stringContaining("has no") },
    ],
    [
      "is assumed if replicas have different versions",
      factsOf({ pods: [istiod(), istiod({}, { version: "1.30.5" })] })?.sendsUnhealthy,
      { kind: "assumed", value: true },
    ],
  ])("a default that depends on the version: %s", (_claim, fact, expected) => expect(fact).toMatchObject(expected));
});

describe("the version of istiod", () => {
  const versions = (...all: (string | null)[]) => all.map((version) => istiod({}, { version }));
  it.each<[string, Partial<ControlPlaneObjects>, object]>([
    ["is that of the image of its Pods", { pods: versions("1.31.0", "1.31.0") }, { kind: "known", value: "1.31.0" }],
    ["is that of its Deployment if its Pods do not show it", { pods: versions(null), deployments: versions("1.30.1") }, { kind: "known", value: "1.30.1" }],
    ["is assumed to be the lower one while Pods have two versions", { pods: versions("1.31.0", "1.30.9") }, { kind: "assumed", value: "1.30.9" }],
    ["is assumed to be the one with the lower number, not with the lower text", { pods: versions("1.30.9", "1.30.10") }, { kind: "assumed", value: "1.30.9" }],
    [
      "is assumed if a Pod shows no version",
      { pods: versions("1.31.0", null) },
      { kind: "assumed", value: "1.31.0", source: expect.stringContaining("some images") },
    ],
    ["is not known if neither Pods nor Deployments show it", {}, { kind: "assumed", value: null }],
  ])("the version of istiod: %s", (_claim, change, expected) => {
    expect(factsOf(change)?.istioVersion).toMatchObject(expected);
  });

  it("the version of istiod includes the versions of the other replicas", () => {
    const others = (...all: (string | null)[]) => factsOf({ pods: versions(...all) })?.otherVersions;
    expect([others("1.31.0"), others("1.31.0", "1.30.9", "1.31.0"), others(null, "1.31.0"), others(null)]).toEqual([[], ["1.31.0"], [""], []]);
  });
});

describe("a setting of the mesh configuration", () => {
  const where = "ConfigMap istio in istio-system";
  it.each<[string, MeshConfigResult, object, object]>([
    [
      "is the value in the ConfigMap, or Istio's default if it has none",
      READ,
      { kind: "known", value: "mesh.example", source: where },
      { kind: "known", value: "ALLOW_ANY", source: expect.stringContaining("does not change") },
    ],
    ["is assumed if there is no ConfigMap", { kind: "absent" }, { kind: "assumed", value: "cluster.local" }, { kind: "assumed", value: "ALLOW_ANY" }],
    [
      "is assumed if istiod rejects its key",
      { kind: "read", told: {}, rejected: [rejectedKey()] },
      { kind: "assumed", value: "cluster.local", source: `Istio's default; istiod rejects mesh of ${where}: its key mesh is not YAML` },
      { kind: "assumed", value: "ALLOW_ANY" },
    ],
    [
      "is assumed to be the last accepted one if istiod rejects its key",
      { kind: "read", told: {}, rejected: [rejectedKey({ before: { trustDomain: "mesh.example" } })] },
      {
        ...{ kind: "assumed", value: "mesh.example" },
        source: `the last value that istiod accepted, until it restarts; it rejects mesh of ${where}: its key mesh is not YAML`,
      },
      { kind: "assumed", value: "ALLOW_ANY", source: expect.stringContaining("until it restarts") },
    ],
    [
      "is assumed if its key exceeds a limit of Stolos",
      { kind: "read", told: {}, rejected: [rejectedKey({ by: "Stolos", why: "its key mesh is too long" })] },
      { kind: "assumed", value: "cluster.local", source: `Istio's default; Stolos does not read mesh of ${where}: its key mesh is too long` },
      { kind: "assumed", value: "ALLOW_ANY" },
    ],
    [
      "is known if istiod rejects only the other key",
      { kind: "read", told: { trustDomain: "mesh.example" }, rejected: [rejectedKey({ key: "meshNetworks" })] },
      { kind: "known", value: "mesh.example", source: where },
      { kind: "known", value: "ALLOW_ANY" },
    ],
    [
      "is denied if the ConfigMap cannot be read",
      { kind: "denied", why: "no right" },
      { kind: "denied", source: "no right" },
      { kind: "denied", source: "no right" },
    ],
  ])("a setting of the mesh configuration: %s", (_claim, seen, trustDomain, outboundTraffic) => {
    expect(factsOf({ configOf: () => seen })).toMatchObject({ trustDomain, outboundTraffic });
  });

  it("a setting of the mesh configuration includes the networks from the key meshNetworks", () => {
    const networks = [{ name: "vpc-9", gateways: [], cidrs: [], registries: [] }];
    const seen: MeshConfigResult = { kind: "read", told: {}, rejected: [rejectedKey({ key: "meshNetworks", before: { networks } })] };
    expect(factsOf({ configOf: () => seen })).toMatchObject({ networks: { kind: "assumed", value: networks }, rejectedKeys: [{ key: "meshNetworks" }] });
    expect(factsOf({})?.rejectedKeys).toEqual([]);
  });

  it("a setting of the mesh configuration has istiod's own namespace as the root namespace if it sets none", () => {
    expect(factsOf({ namespace: "mesh" })?.rootNamespace).toMatchObject({ kind: "known", value: "mesh" });
    expect(factsOf({ configOf: () => ({ kind: "read", told: { rootNamespace: "root" } }) })?.rootNamespace).toMatchObject({ value: "root" });
  });

  it("a setting of the mesh configuration is known for every revision with a ConfigMap, even without an istiod", () => {
    const facts = meshFactsByRevision(parts({ configOf: (revision) => (revision === "canary" ? READ : { kind: "absent" }) }), ["canary"]);
    expect(facts.get("canary")?.autoMtls).toMatchObject({ kind: "known", value: false, source: "ConfigMap istio-canary in istio-system" });
    expect(facts.get("default")?.autoMtls).toMatchObject({ kind: "assumed", value: MESH_CONFIG_DEFAULTS.autoMtls });
  });
});

it.each([
  ["default", "istio"],
  ["1-31", "istio-1-31"],
])("meshConfigName of the revision '%s' is '%s'", (revision, name) => {
  expect([meshConfigName(revision), revisionOfMeshConfig(name)]).toEqual([name, revision]);
});

it.each(["istio-", "istiod", "", "other"])("revisionOfMeshConfig returns null for ConfigMap %j", (name) => expect(revisionOfMeshConfig(name)).toBeNull());
