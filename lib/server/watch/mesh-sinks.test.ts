import { describe, expect, it } from "vitest";
import type { NamespaceScope, WatchedKind } from "@/lib/domain/source/scope";
import { parseGatewayService } from "@/lib/server/kube/parse/gateway-service";
import { parseMeshConfig } from "@/lib/server/kube/parse/mesh-config";
import { parseNetworkGateway } from "@/lib/server/kube/parse/network-gateway";
import { createMeshSinks, meshConfigNamesOf, meshReachOf } from "./mesh-sinks";
import { NOTHING_NEEDED } from "./source-needs";

const CLUSTER = "eu";
const NAMESPACE = "istio-system";
const id = (name: string) => ({ uid: name, namespace: NAMESPACE, name, resourceVersion: "1" });
const config = (name: string, mesh: string, meshNetworks?: string) => parseMeshConfig({ data: { mesh, meshNetworks } }, id(name), CLUSTER);
const gateway = (name: string) => parseGatewayService({ metadata: { labels: { "topology.istio.io/network": name } } }, id(name), CLUSTER);
const rights = (...pairs: (readonly [WatchedKind, NamespaceScope])[]) => new Map(pairs);
const BOTH = rights(["configmaps", [NAMESPACE]], ["services", [NAMESPACE]]);
const canaryNeeded = (source: string) => (source === "mesh-config" ? ["istio-canary"] : []);

function sinks() {
  let turns = 0;
  const made = createMeshSinks(CLUSTER, () => turns++);
  const list = <T>(sink: { beginReplace(): void; upsert(value: T): void; endReplace(): void }, ...values: T[]) => {
    sink.beginReplace();
    for (const value of values) sink.upsert(value);
    sink.endReplace();
  };
  return { ...made, list, turns: () => turns };
}

describe("the mesh configuration of a revision", () => {
  it("is what its own ConfigMap says, each list for itself", () => {
    const { config: sink, parts, list } = sinks();
    list(sink("istio"), config("istio", "trustDomain: a"));
    list(sink("istio-canary"), config("istio-canary", "trustDomain: b"));
    list(sink("istio"), config("istio", "trustDomain: c"));
    const { configs } = parts(meshReachOf(BOTH, NAMESPACE, canaryNeeded));
    expect(configs.revisions).toEqual(["default", "canary"]);
    expect(configs.of("default")).toEqual({ kind: "read", told: { trustDomain: "c" } });
    expect(configs.of("canary")).toEqual({ kind: "read", told: { trustDomain: "b" } });
  });

  /* Measured: istiod keeps the last accepted value of each key until it restarts. */
  it("has the last accepted values of a key that istiod rejects", () => {
    const { config: sink, parts, list } = sinks();
    const now = () => parts(meshReachOf(BOTH, NAMESPACE, NOTHING_NEEDED)).configs.of("default");
    const rejected = (before: unknown) => [{ key: "mesh", by: "istiod", why: expect.any(String), before }];
    list(sink("istio"), config("istio", "trustDomain: a_b"));
    expect(now()).toMatchObject({ told: {}, rejected: rejected(null) });
    list(sink("istio"), config("istio", "trustDomain: a", "networks: {v: null}"));
    now();
    list(sink("istio"), config("istio", "trustDomain: a_b", "networks: {w: null}"));
    expect(now()).toMatchObject({ told: { networks: [{ name: "w" }] }, rejected: rejected({ trustDomain: "a" }) });
    list(sink("istio"));
    now();
    list(sink("istio"), config("istio", "trustDomain: a_b"));
    expect(now()).toMatchObject({ rejected: rejected({}) });
  });

  it("is absent once a list has shown that there is none, and not read before", () => {
    const { config: sink, parts, list } = sinks();
    const reach = meshReachOf(BOTH, NAMESPACE, NOTHING_NEEDED);
    sink("istio");
    expect(parts(reach).configs.of("default")).toEqual({ kind: "denied", why: "ConfigMap istio in istio-system has not been read yet" });
    list(sink("istio"));
    expect(parts(reach).configs.of("default")).toEqual({ kind: "absent" });
    expect(parts(reach).configs.revisions).toEqual([]);
  });

  it("is denied without the right to configmaps, and where only its own name is refused", () => {
    const { config: sink, parts } = sinks();
    expect(parts(meshReachOf(null, NAMESPACE, NOTHING_NEEDED)).configs.of("default")).toMatchObject({ why: "it is not known yet what may be read" });
    expect(parts(meshReachOf(rights(), NAMESPACE, NOTHING_NEEDED)).configs.of("default")).toMatchObject({ why: expect.stringContaining("may not list") });
    sink("istio-canary").freshness({ kind: "denied", asOf: null, reason: "forbidden" });
    const { configs } = parts(meshReachOf(BOTH, NAMESPACE, canaryNeeded));
    expect(configs.of("canary")).toEqual({ kind: "denied", why: "this account may not read ConfigMap istio-canary in istio-system" });
  });

  it("of a revision that is needed no longer is forgotten", () => {
    const { config: sink, parts, list } = sinks();
    list(sink("istio-canary"), config("istio-canary", "trustDomain: b"));
    expect(parts(meshReachOf(BOTH, NAMESPACE, NOTHING_NEEDED)).configs.revisions).toEqual([]);
  });
});

describe("gateways", () => {
  it.each([
    ["everywhere", rights(["services", "all"]), "Services with the label topology.istio.io/network"],
    ["in istiod's namespace alone", BOTH, "Services with the label topology.istio.io/network in istio-system"],
  ])("are known where Services are seen %s", (_where, may, source) => {
    const { gateways, parts, list } = sinks();
    list(gateways, gateway("vpc-2"), gateway("vpc-1"));
    const told = parts(meshReachOf(may, NAMESPACE, NOTHING_NEEDED)).gateways;
    expect(told).toMatchObject({ kind: "known", source, value: [{ network: "vpc-1" }, { network: "vpc-2" }] });
  });

  it("are denied before they are read, and without the right", () => {
    const { parts } = sinks();
    expect(parts(meshReachOf(BOTH, NAMESPACE, NOTHING_NEEDED)).gateways).toMatchObject({ kind: "denied", source: expect.stringContaining("not been read") });
    expect(parts(meshReachOf(rights(["services", ["shop"]]), NAMESPACE, NOTHING_NEEDED)).gateways).toMatchObject({ kind: "denied" });
  });
});

it("one mesh configuration is needed for each revision that runs", () => {
  const istiod = (revision: string) => ({ told: { revision, version: null, settings: {} } });
  expect(meshConfigNamesOf([istiod("default"), istiod("canary"), istiod("canary")])).toEqual(["istio", "istio-canary"]);
});

describe("Gateways of the Kubernetes Gateway API", () => {
  const object = (name: string) => parseNetworkGateway({ metadata: { labels: { "topology.istio.io/network": name } } }, id(name), CLUSTER);
  const reach = meshReachOf(rights(["gateways.gateway.networking.k8s.io", "all"]), NAMESPACE, NOTHING_NEEDED);

  it("are known once they were listed, in order", () => {
    const { networkGateways: sink, parts, list } = sinks();
    expect(parts(reach).networkGateways).toMatchObject({ kind: "denied", source: expect.stringContaining("not been read yet") });
    list(sink, object("b"), object("a"));
    expect(parts(reach).networkGateways).toMatchObject({ kind: "known", value: [{ network: "a" }, { network: "b" }] });
  });

  it("are none where the cluster has no such kind, whatever may be listed", () => {
    const { networkGateways: sink, parts } = sinks();
    sink.freshness({ kind: "absent", asOf: null, reason: "not installed" });
    expect(parts(meshReachOf(rights(), NAMESPACE, NOTHING_NEEDED)).networkGateways).toMatchObject({ kind: "known", value: [] });
  });

  it("are not known where they may not be listed", () => {
    const { networkGateways: sink, parts } = sinks();
    sink.freshness({ kind: "denied", asOf: null, reason: "forbidden" });
    const denied = { kind: "denied", source: "this account may not list gateways.gateway.networking.k8s.io in istio-system" };
    expect(parts(meshReachOf(rights(), NAMESPACE, NOTHING_NEEDED)).networkGateways).toEqual(denied);
  });
});
