import { describe, expect, it } from "vitest";
import { parseMeshConfig } from "./mesh-config";

const ID = { uid: "u", namespace: "istio-system", name: "istio", resourceVersion: "7" };
const seenOf = (mesh: unknown, meshNetworks?: unknown) => parseMeshConfig({ data: { mesh, meshNetworks } }, ID, "eu").seen;
const toldBy = (mesh: string, networks?: string) => {
  const seen = seenOf(mesh, networks);
  if (seen.kind !== "read" || seen.rejected !== undefined) throw new Error(JSON.stringify(seen));
  return seen.told;
};

/** As Istio's chart and a real control plane write it. */
const REAL = `
trustDomain: cluster.local
enableAutoMtls: no
rootNamespace: istio-root
connectTimeout: 3s
outboundTrafficPolicy: {mode: REGISTRY_ONLY}
defaultServiceExportTo: ["."]
defaultDestinationRuleExportTo: ["*"]
defaultTrafficPolicy: {outlierDetection: {consecutive5xxErrors: 5}}
localityLbSetting:
  failoverPriority: [topology.istio.io/network]
  distribute: [{from: eu/*, to: {"eu/a/*": 80, "eu/b/*": 20}}]
zoneAwareLbSetting:
  failover: [{from: eu-central-1, to: eu-west-1}]
discoverySelectors:
- matchLabels: {mesh: on}
- matchExpressions: [{key: env, operator: In, values: [prod]}]
defaultConfig:
  discoveryAddress: istiod.istio-system.svc:15012
  meshId: mesh-1
  proxyMetadata: {ISTIO_META_DNS_CAPTURE: "true"}
`;
const NETWORKS = `
networks:
  vpc-1: {endpoints: [{fromRegistry: Kubernetes}], gateways: [{address: 203.0.113.10, port: 15443}]}
  vpc-2: {endpoints: [{from_cidr: 10.2.0.0/16}], gateways: [{registry_service_name: gw.istio-system.svc.cluster.local, port: "15443", locality: eu/b}]}
`;

describe("a mesh configuration", () => {
  it("is read by its fields", () => {
    expect(toldBy(REAL, NETWORKS)).toEqual({
      ...{ trustDomain: "cluster.local", autoMtls: false, rootNamespace: "istio-root", connectTimeoutMs: 3_000, outboundTraffic: "REGISTRY_ONLY" },
      ...{ serviceExportTo: ["."], ruleExportTo: ["*"], outlierByDefault: true },
      locality: {
        isEnabled: true,
        distribute: [
          {
            from: "eu/*",
            to: [
              ["eu/a/*", 80],
              ["eu/b/*", 20],
            ],
          },
        ],
        failover: [],
        failoverPriority: ["topology.istio.io/network"],
      },
      zoneAware: { isEnabled: true, failover: [{ from: "eu-central-1", to: "eu-west-1" }], failoverPriority: [] },
      discoverySelectors: [
        { labels: [["mesh", ""]], expressions: [] },
        { labels: [], expressions: [{ key: "env", operator: "In", values: ["prod"] }] },
      ],
      ...{ discoveryAddress: "istiod.istio-system.svc:15012", meshId: "mesh-1" },
      proxyDefaults: {
        ...{ discoveryAddress: "istiod.istio-system.svc:15012", meshId: "mesh-1" },
        proxyMetadata: { ISTIO_META_DNS_CAPTURE: "true" },
      },
      networks: [
        { name: "vpc-1", gateways: [{ address: "203.0.113.10", service: "", port: 15443, locality: "" }], cidrs: [], registries: ["Kubernetes"] },
        {
          name: "vpc-2",
          gateways: [{ address: "", service: "gw.istio-system.svc.cluster.local", port: 15443, locality: "eu/b" }],
          cidrs: ["10.2.0.0/16"],
          registries: [],
        },
      ],
    });
  });

  it.each([
    ["nothing", ""],
    ["a comment only", "# nothing\n"],
    ["fields that nobody here reads", "extensionProviders: []\naccessLogFile: /dev/stdout\n"],
    ["fields that are null", "trustDomain: null\nlocalityLbSetting: ~\n"],
  ])("that says %s changes nothing", (_what, mesh) => {
    expect(toldBy(mesh)).toEqual({});
  });

  it.each([
    ["names with underscores", "trust_domain: td\nenable_auto_mtls: false", { trustDomain: "td", autoMtls: false }],
    ["the last of equal keys", "trustDomain: a\ntrustDomain: b", { trustDomain: "b" }],
    ["a mode that is not said as the first of its kind", "outboundTrafficPolicy: {}", { outboundTraffic: "REGISTRY_ONLY" }],
    [
      "a part that is named once and used twice",
      "defaultServiceExportTo: &own ['.']\ndefaultDestinationRuleExportTo: *own",
      { serviceExportTo: ["."], ruleExportTo: ["."] },
    ],
    [
      "a setting that is switched off",
      "localityLbSetting: {enabled: false}",
      { locality: { isEnabled: false, distribute: null, failover: [], failoverPriority: [] } },
    ],
    [
      "an empty distribute, which leaves failover on",
      "localityLbSetting: {distribute: []}",
      { locality: { isEnabled: true, distribute: null, failover: [], failoverPriority: [] } },
    ],
  ])("is read with %s", (_what, mesh, told) => {
    expect(toldBy(mesh)).toEqual(told);
  });
});

/* Measured: istiod 1.31 logged "invalid mesh networks" or "invalid mesh config" for one key, and applied the change of the other. */
describe("the two keys of a mesh configuration", () => {
  const NETWORK = "networks: {vpc-9: {gateways: [{address: 192.0.2.9, port: 15443}]}}";
  const networks = [{ name: "vpc-9", gateways: [{ address: "192.0.2.9", service: "", port: 15_443, locality: "" }], cidrs: [], registries: [] }];

  it("are read alone: one that istiod rejects leaves the other", () => {
    const rejected = (key: string) => [{ key, by: "istiod", why: expect.any(String), before: null }];
    expect(seenOf("trustDomain: a_b", NETWORK)).toEqual({ kind: "read", told: { networks }, rejected: rejected("mesh") });
    expect(seenOf("trustDomain: td", "networks: {v: {gateways: [{address: 192.0.2.1}]}}")).toEqual({
      ...{ kind: "read", told: { trustDomain: "td" }, rejected: rejected("meshNetworks") },
    });
  });

  it.each<[string, unknown]>([
    ["mesh", { data: { meshNetworks: NETWORK } }],
    ["mesh as a text", { data: { mesh: null, meshNetworks: NETWORK } }],
  ])("change nothing without %s", (_key, raw) => {
    expect(parseMeshConfig(raw, ID, "eu").seen).toEqual({ kind: "read", told: { networks } });
  });

  it.each([null, undefined, 7, [], { data: "x" }, { data: { mesh: null } }])("change nothing in an object that is %j", (raw) => {
    expect(parseMeshConfig(raw, ID, "eu")).toMatchObject({ cluster: "eu", ...ID, unreadable: null, seen: { kind: "read", told: {} } });
  });
});

describe("a mesh configuration that istiod could not read either", () => {
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]", ..."bcdefgh".split("").map((name, n) => `${name}: &${name} [${Array(9).fill(`*${"abcdefg"[n]}`)}]`)].join("\n");
  it.each<[string, unknown, RegExp]>([
    ["no YAML", "a: [", /not YAML/],
    ["a list", "- a\n", /no object/],
    ["a text", "hello", /no object/],
    ["a number for a truth", "enableAutoMtls: 1", /enableAutoMtls is neither/],
    ["a text for a truth", 'enableAutoMtls: "true"', /enableAutoMtls is neither/],
    ["a list for a text", "trustDomain: [a]", /trustDomain is no text/],
    ["a number among texts", "defaultServiceExportTo: [1]", /something else than texts/],
    ["another mode", "outboundTrafficPolicy: {mode: MAYBE}", /neither REGISTRY_ONLY nor/],
    ["a share that is no number", "localityLbSetting: {distribute: [{from: a, to: {b: many}}]}", /no whole number/],
    ["a length of time that is none", "connectTimeout: soon", /no length of time/],
    ["a bomb of aliases", bomb, /not YAML/],
    ["a circle", "defaultConfig: &a {b: *a}", /deeper or larger|not YAML/],
    ["too deep a part", `defaultConfig: ${"{a: ".repeat(40)}1${"}".repeat(40)}`, /deeper or larger/],
    ["too large a part", `defaultConfig: {a: [${"1,".repeat(6_000)}]}`, /deeper or larger/],
    ["a length beyond reason", `trustDomain: ${"x".repeat(70_000)}`, /longer than/],
    ["brackets without end", "[".repeat(60_000), /nested too deeply/],
  ])("for it has %s says so", (_what, mesh, why) => {
    expect(seenOf(mesh)).toMatchObject({ kind: "read", told: {}, rejected: [{ key: "mesh", why: expect.stringMatching(why), before: null }] });
  });

  it.each(["networks: [a]", "networks: {a: 7}", "networks: {a: {gateways: {}}}", "]"])("for its networks are %j says so", (networks) => {
    expect(seenOf("", networks)).toMatchObject({ kind: "read", rejected: [{ key: "meshNetworks", by: "istiod", why: expect.any(String) }] });
  });

  it.each<[string, string, "istiod" | "Stolos"]>([
    ["a value of another type", "trustDomain: [a]", "istiod"],
    ["a length beyond reason", `trustDomain: ${"x".repeat(70_000)}`, "Stolos"],
    ["brackets without end", "[".repeat(60_000), "Stolos"],
    ["too large a part", `defaultConfig: {a: [${"1,".repeat(6_000)}]}`, "Stolos"],
  ])("is rejected by the program that cannot read %s", (_what, mesh, by) => {
    expect(seenOf(mesh)).toMatchObject({ rejected: [{ key: "mesh", by }] });
  });

  it("does not reach the prototype of anything", () => {
    const { proxyDefaults } = toldBy("defaultConfig: {__proto__: {polluted: true}, constructor: {prototype: {polluted: true}}}");
    expect(Object.getPrototypeOf(proxyDefaults)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(toldBy("__proto__: {trustDomain: x}")).toEqual({});
  });
});
