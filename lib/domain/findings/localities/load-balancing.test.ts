import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Rule } from "@/lib/domain/findings/rule";
import type { StoredPod } from "@/lib/domain/selection/objects";
import type { LocalityBalancing } from "@/lib/domain/selection/policies";
import { aReport } from "@/lib/testing/entries";
import { aGateway, aMachine, cannotTell, evidenceOfAll, findingsOf, leftAfterPatch, withGateways } from "@/lib/testing/finding-cases";
import { aTablePod } from "@/lib/testing/hosts";
import { aDestinationRule, aKubernetesService, aMesh, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import {
  distributeWithoutEndpoints,
  failoverCannotEject,
  failoverWithoutPeer,
  machinesWithoutPlace,
  placeWithoutEffect,
  singleZoneHost,
} from "./load-balancing";

describe("STL401 failover-cannot-eject", () => {
  const hosts = [aServiceEntry()];
  const machines = (...zones: readonly string[]) => zones.map((zone, at) => aMachine(`vm-${at}`, { locality: zone === "" ? "" : `eu/${zone}` }));
  const ejecting = (maxEjectionPercent: number | null) => ({
    rules: [aDestinationRule({ policy: aTrafficPolicy({ outlier: { minHealthPercent: 0, maxEjectionPercent } }) })],
  });
  const four = machines("a", "a", "b", "b");
  const distribute = [{ from: "eu/a", to: [["eu/a", 80] as const, ["eu/b", 20] as const] }];
  const shares = { simple: "", zoneAware: null, locality: { isEnabled: true, distribute, failover: [], failoverPriority: [] } };

  const lost = aServiceEntry({ name: "new", createdAt: 1 });

  it.each([
    [
      "finds a fault if maxEjectionPercent is not set and the service has fewer than ten endpoints",
      { hosts, entries: four, policies: ejecting(null) },
      [{ endpoints: 4, ejected: 0, zone: "eu/a", inZone: 2, percent: "", rule: "shop/a" }],
    ],
    [
      "finds a fault if maxEjectionPercent is below the share of the largest zone",
      { hosts, entries: machines("a", "a", "a", "b"), policies: ejecting(50) },
      [{ ejected: 2, inZone: 3, percent: "50" }],
    ],
    ["finds nothing if maxEjectionPercent is the share of the largest zone", { hosts, entries: four, policies: ejecting(50) }, []],
    ["finds nothing if all endpoints may be ejected", { hosts, entries: four, policies: ejecting(100) }, []],
    ["finds nothing if there is no outlier detection, which another rule reports", { hosts, entries: four, policies: { rules: [aDestinationRule()] } }, []],
    [
      "finds nothing if distribute of the DestinationRule switches failover off",
      {
        ...{ hosts, entries: four },
        policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ outlier: { minHealthPercent: 0, maxEjectionPercent: null }, balancer: shares }) })] },
      },
      [],
    ],
    [
      "finds nothing if distribute of the mesh switches failover off",
      { hosts, entries: four, policies: ejecting(null), mesh: { settings: aMesh({ locality: shares.locality }), doubts: [] } },
      [],
    ],
    [
      "finds nothing if another object defines the host name and has no port of this name",
      {
        hosts: [aServiceEntry({ name: "old", selector: [["app", "none"]], ports: [anEntryPort({ name: "tcp", number: 5432 })] }), lost],
        entries: four,
        policies: ejecting(null),
      },
      [],
    ],
    [
      "finds a fault if another object defines the host name and has the port",
      { hosts: [aServiceEntry({ name: "old", selector: [["app", "none"]] }), lost], entries: four, policies: ejecting(null) },
      [{ endpoints: 4, inZone: 2 }],
    ],
    ["finds nothing if all endpoints are in one zone", { hosts, entries: machines("a", "a"), policies: ejecting(null) }, []],
    ["finds nothing if no endpoint has a locality", { hosts, entries: machines("", ""), policies: ejecting(null) }, []],
  ])("STL401 %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(failoverCannotEject, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );

  it("STL401 finds nothing after its patch, and has no patch for a port's own policy, which is an item of a list", () => {
    expect(leftAfterPatch(failoverCannotEject, { hosts, entries: four, policies: ejecting(null) })).toEqual([]);
    const outlier = { minHealthPercent: 0, maxEjectionPercent: null };
    const ofPort = aDestinationRule({ policy: aTrafficPolicy({ ports: [{ port: 80, tls: null, balancer: null, outlier }] }) });
    const [found] = findingsOf(failoverCannotEject, { hosts, entries: four, policies: { rules: [ofPort] } });
    expect(found?.detected).toMatchObject({ of: "a.example.com" });
    expect(found?.detected.patch).toBeUndefined();
  });
});

describe("STL402 failover-without-peer", () => {
  const hosts = [aServiceEntry()];
  const balancer = { simple: "", zoneAware: null, locality: { isEnabled: true, distribute: null, failover: [{ from: "eu", to: "us" }], failoverPriority: [] } };
  const outlier = { minHealthPercent: 0, maxEjectionPercent: 100 };
  const distribute = [{ from: "eu/*", to: [["eu/*", 100] as const] }];
  const rules = [aDestinationRule({ policy: aTrafficPolicy({ outlier, balancer }) })];
  const at = (...localities: readonly string[]) => localities.map((locality, index) => aMachine(`vm-${index}`, { locality }));

  it.each([
    [
      "finds a fault for a service without endpoints in the region to which a rule fails over",
      { hosts, entries: at("eu/a", "eu/b"), policies: { rules } },
      [{ from: "eu", to: "us", regions: ["eu"] }],
    ],
    ["finds nothing for a service with an endpoint in the region to which a rule fails over", { hosts, entries: at("eu/a", "us/a"), policies: { rules } }, []],
    [
      "finds nothing for a service without endpoints in the region from which a rule fails over",
      { hosts, entries: at("ap/a", "ap/b"), policies: { rules } },
      [],
    ],
    [
      "finds nothing for a DestinationRule without effect, which another rule reports",
      { hosts, entries: at("eu/a"), policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ balancer }) })] } },
      [],
    ],
    [
      "finds nothing for a DestinationRule with distribute, which switches its failover off",
      {
        ...{ hosts, entries: at("eu/a", "eu/b") },
        policies: {
          rules: [aDestinationRule({ policy: aTrafficPolicy({ outlier, balancer: { ...balancer, locality: { ...balancer.locality, distribute } } }) })],
        },
      },
      [],
    ],
    ["finds nothing for a service without a DestinationRule", { hosts, entries: at("eu/a") }, []],
  ])("STL402 %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(failoverWithoutPeer, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );
});

describe("STL403 single-zone-host", () => {
  const hosts = [aServiceEntry()];
  const elsewhere = aMachine("other", { specLabels: [["app", "b"]], locality: "eu/b" });
  const two = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2", { locality: "eu/a/rack-1" })];
  const labelled = aMachine("other", {
    specLabels: [
      ["app", "b"],
      ["topology.istio.io/locality", "eu.b"],
    ],
  });
  const before = { settings: aMesh({ istioVersion: "1.28.4" }), doubts: [] };
  const mesh = { settings: aMesh({ nodeLocalities: new Map([["node-1", "eu/b/"]]) }), doubts: [] };

  it.each([
    ["finds a fault for a service whose two machines are in one zone", { hosts, entries: [...two, elsewhere] }, [{ zone: "eu/a", machines: 2, pods: 0 }]],
    ["finds nothing for a service with a Pod in another zone", { hosts, entries: [...two, elsewhere], pods: [aTablePod({ node: "node-1" })], mesh }, []],
    ["finds nothing for a service with one machine", { hosts, entries: [two[0] ?? elsewhere, elsewhere] }, []],
    ["finds nothing in a fleet with one zone", { hosts, entries: two }, []],
    ["finds nothing for a service with machines without a locality", { hosts, entries: [...two, aMachine("vm-3"), elsewhere] }, []],
    [
      "finds nothing in a fleet whose second zone is only in a label that istiod before 1.29 does not read",
      { hosts, entries: [...two, labelled], mesh: before },
      [],
    ],
    ["finds a fault in a fleet whose second zone is only in a label that istiod reads", { hosts, entries: [...two, labelled] }, [{ zone: "eu/a" }]],
    ["finds nothing for a service with machines in two zones", { hosts, entries: [...two, aMachine("vm-3", { locality: "eu/b" })] }, []],
  ])("STL403 %s", (_what, objects, evidence) => expect(evidenceOfAll(singleZoneHost, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));
});

describe("STL404 place-without-effect", () => {
  const hosts = [aServiceEntry()];
  const entries = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2", { locality: "eu/b" })];
  const off = { simple: "", zoneAware: null, locality: { isEnabled: false, distribute: null, failover: [], failoverPriority: [] } };
  const on = { ...off, locality: { ...off.locality, isEnabled: true } };
  const ruled = (own: Parameters<typeof aTrafficPolicy>[0]) => ({ rules: [aDestinationRule({ policy: aTrafficPolicy(own) })] });
  const at = (locality: string, own: Partial<WorkloadEntry> = {}) => aMachine(`vm in ${locality}`, { locality, ...own });
  const podAt = (locality: string, own: Partial<StoredPod> = {}) => {
    const labels = [
      ["app", "a"],
      ["topology.istio.io/locality", locality],
    ] as const;
    return aTablePod({ labels, ...own });
  };
  const draining = {
    specLabels: [
      ["app", "a"],
      ["istio.io/draining", "true"],
    ],
  } as const;
  const gated = withGateways([aGateway(), aGateway({ name: "east-west-2", network: "vpc-2", addresses: ["192.0.2.2"] })]);
  const twoNetworks = [at("eu/a", { network: "vpc-1", serviceAccount: "web" }), at("eu/b", { network: "vpc-2", serviceAccount: "web" })];
  const disable = { namespace: "shop", name: "default", createdAt: 0, labels: [], selector: [], mode: "DISABLE", ports: [] };
  const OTHER = { specLabels: [["app", "b"]] } as const;
  const registered = aMachine("registered", { ...OTHER, registrationGroup: "b", controller: "istiod-a" });
  const hidden = [at("eu/a", { network: "vpc-1" }), at("eu/b", { network: "vpc-2" })];
  const tunnelOnly = withGateways([aGateway({ tlsPort: null, tunnelPort: 15008 })], { podNetwork: "vpc-1", ambientMultiNetwork: true });

  it.each([
    ["finds a fault for a service in two zones without a DestinationRule", { hosts, entries }, [{ zones: ["eu/a", "eu/b"], rules: [] }]],
    ["finds a fault for a DestinationRule without outlier detection", { hosts, entries, policies: ruled({}) }, [{ rules: ["shop/a"] }]],
    [
      "finds nothing for a DestinationRule with outlier detection",
      { hosts, entries, policies: ruled({ outlier: { minHealthPercent: 0, maxEjectionPercent: null } }) },
      [],
    ],
    ["finds nothing for a service with a traffic distribution", { hosts: [aServiceEntry({ distribution: "same-zone" })], entries }, []],
    ["finds nothing for a DestinationRule that switches locality load balancing off on purpose", { hosts, entries, policies: ruled({ balancer: off }) }, []],
    ["finds nothing for a mesh that switches locality load balancing off", { hosts, entries, mesh: { settings: aMesh({ locality: null }), doubts: [] } }, []],
    ["finds nothing for a service in one zone", { hosts, entries: entries.slice(0, 1) }, []],
    [
      "finds a fault for two zones, and a third whose only machine is draining",
      { hosts, entries: [...entries, at("eu/c", draining)] },
      [{ zones: ["eu/a", "eu/b"] }],
    ],
    ["finds nothing for two zones, where the only machine of one is draining", { hosts, entries: [at("eu/a"), at("eu/b", draining)] }, []],
    [
      "finds nothing for two zones, where the only machine of one is unhealthy",
      { hosts, entries: [at("eu/a"), at("eu/b", { gate: "true", health: aReport("False") })] },
      [],
    ],
    [
      "finds nothing for two zones, where the only entry of one has neither address nor network",
      { hosts, entries: [at("eu/a"), at("eu/b", { address: "" })] },
      [],
    ],
    [
      "finds nothing for two zones, where the only entry of one has no address, and its network has no gateway",
      { hosts, entries: [at("eu/a"), at("eu/b", { address: "", network: "vpc-9" })], ...gated },
      [],
    ],
    [
      "finds a fault for two zones, where the only entry of one has no address, and its network has a gateway",
      { hosts, entries: [at("eu/a"), at("eu/b", { address: "", network: "vpc-2", serviceAccount: "web" })], ...gated },
      [{ zones: ["eu/a", "eu/b"] }],
    ],
    ["finds a fault for two zones in different networks that gateways connect", { hosts, entries: twoNetworks, ...gated }, [{ zones: ["eu/a", "eu/b"] }]],
    [
      "finds a fault for two zones that callers without a network get: the proxies of registered entries without a network",
      { hosts, entries: [...hidden, registered], ...tunnelOnly },
      [{}],
    ],
    [
      "finds nothing for two zones of which each caller gets one, since the network of a hand-written entry's proxy is not known",
      { hosts, entries: [...hidden, aMachine("b", OTHER)], ...tunnelOnly },
      [],
    ],
    [
      "finds nothing for two zones in different networks, and a policy because of which gateways pass no call",
      { hosts, entries: twoNetworks, policies: { authentications: [disable] }, ...gated },
      [],
    ],
    [
      "finds nothing for two zones, if another object defines the host name without the service's port",
      { hosts: [...hosts, aServiceEntry({ name: "old", createdAt: -1, selector: [["app", "old"]], ports: [anEntryPort({ name: "web" })] })], entries },
      [],
    ],
    [
      "finds a fault for two zones, where the only endpoint of one is a Pod",
      { hosts, entries: [at("eu/a")], pods: [podAt("eu/b")] },
      [{ zones: ["eu/a", "eu/b"] }],
    ],
    [
      "finds nothing for two zones, where an entry hides the only Pod of one from a ServiceEntry by its name",
      { hosts, entries: [at("eu/a"), aMachine("pod-1", { specLabels: [["app", "other"]] })], pods: [podAt("eu/b")] },
      [],
    ],
    [
      "finds a fault for two zones, where an unhealthy entry does not hide the only Pod of one",
      { hosts, entries: [at("eu/a"), aMachine("pod-1", { specLabels: [["app", "other"]], gate: "true", health: null })], pods: [podAt("eu/b")] },
      [{ zones: ["eu/a", "eu/b"] }],
    ],
    [
      "finds nothing for two zones, where the only Pod of one is not ready",
      { hosts: [aKubernetesService()], entries: [at("eu/a")], pods: [podAt("eu/b", { ready: false })] },
      [],
    ],
    [
      "finds a fault for two zones, where the only Pod of one is not ready, but its Service publishes unready addresses",
      { hosts: [aKubernetesService({ publishesUnready: true })], entries: [at("eu/a")], pods: [podAt("eu/b", { ready: false })] },
      [{ zones: ["eu/a", "eu/b"] }],
    ],
    ["finds nothing for one zone and machines without a locality", { hosts, entries: [...entries.slice(0, 1), aMachine("vm-3")] }, []],
  ])("STL404 %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(placeWithoutEffect, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );

  it.each([
    ["a ServiceEntry", { hosts, entries }],
    ["a Service", { hosts: [aKubernetesService()], entries }],
    ["a DestinationRule with a locality setting and no outlier detection", { hosts, entries, policies: ruled({ balancer: on }) }],
  ])("STL404 finds nothing after its patch of %s", (_what, objects) => {
    expect(evidenceOfAll(placeWithoutEffect, objects)).toHaveLength(1);
    expect(leftAfterPatch(placeWithoutEffect, objects)).toEqual([]);
  });

  const labelled = { ...on, locality: { ...on.locality, failoverPriority: ["topology.istio.io/network"] } };
  const dns = [aServiceEntry({ resolution: "DNS" })];

  it.each([
    ["a ServiceEntry with STATIC", { hosts, entries }, "distribution", "ServiceEntry"],
    ["a ServiceEntry with DNS, with which a traffic distribution makes istiod panic", { hosts: dns, entries }, "outlier-detection", null],
    ["a DNS service whose rule sets a locality", { hosts: dns, entries, policies: ruled({ balancer: on }) }, "outlier-detection", "DestinationRule"],
    ["a DNS service whose rule has failoverPriority", { hosts: dns, entries, policies: ruled({ balancer: labelled }) }, "none", null],
    ["a STATIC service whose rule has failoverPriority", { hosts, entries, policies: ruled({ balancer: labelled }) }, "outlier-detection", "DestinationRule"],
  ])("STL404 has the setting that helps in evidence and patch: %s", (_what, objects, remedy, kind) => {
    const [found] = findingsOf(placeWithoutEffect, objects);
    expect(found?.detected.evidence).toMatchObject({ remedy });
    const patch = found?.detected.patch;
    expect(patch !== undefined && "kind" in patch ? patch.kind : null).toBe(kind);
  });
});

describe("STL405 machines-without-place", () => {
  const hosts = [aServiceEntry({ distribution: "same-zone" })];
  const onUdp = aServiceEntry({ distribution: "same-zone", ports: [anEntryPort({ protocol: "UDP" })] });
  const [placed, unplaced] = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2")];
  const byLabel = aMachine("vm-3", { metadataLabels: [["topology.istio.io/locality", "eu.b"]] });
  const labelled = (istioVersion: string) => ({ hosts, entries: [placed, unplaced, byLabel], mesh: { settings: aMesh({ istioVersion }), doubts: [] } });

  const shared = (...rules: readonly (readonly [from: string, to: string])[]) => ({
    ...{ hosts: [aServiceEntry()], entries: [placed, unplaced] },
    mesh: {
      settings: aMesh({
        locality: { isEnabled: true, distribute: rules.map(([from, to]) => ({ from, to: [[to, 100] as const] })), failover: [], failoverPriority: [] },
      }),
      doubts: [],
    },
  });

  it.each([
    ["finds a fault if one of two machines has no locality", { hosts, entries: [placed, unplaced] }, [{ machines: 1, placed: 1, by: "failover" }]],
    ["finds a fault if one machine has no locality, but two have it in a label that istiod reads", labelled("1.29.0"), [{ machines: 1, placed: 2 }]],
    ["finds a fault if two machines have a locality only in a label that istiod before 1.29 does not read", labelled("1.28.4"), [{ machines: 2, placed: 1 }]],
    ["finds nothing if no machine has a locality, so that all are equally far", { hosts, entries: [unplaced] }, []],
    ["finds nothing if every machine has a locality", { hosts, entries: [placed] }, []],
    [
      "finds a fault if one of two machines has no locality, and distribute sends it nothing",
      shared(["eu/*", "eu/a"]),
      [{ machines: 1, placed: 1, by: "distribute", from: ["eu/*"] }],
    ],
    ["finds nothing if one of two machines has no locality, and distribute contains every locality", shared(["eu/*", "*"]), []],
    [
      "finds a fault if one of two machines has no locality, and distribute sends it nothing from one locality only",
      shared(["eu/*", "eu/a"], ["us/*", "*"]),
      [{ by: "distribute", from: ["eu/*"] }],
    ],
    ["finds nothing if one of two machines has no locality, and the rule without it comes after a wider `from`", shared(["*", "*"], ["eu/*", "eu/a"]), []],
    ["finds nothing if one of two machines has no locality, but localities have no effect", { hosts: [aServiceEntry()], entries: [placed, unplaced] }, []],
    [
      "finds a fault if one of two machines has no locality, on a UDP port that joins a TCP port of the object with the host name",
      { hosts: [{ ...onUdp, createdAt: 1 }, aServiceEntry({ name: "owner", selector: [["app", "other"]] })], entries: [placed, unplaced] },
      [{ machines: 1, placed: 1 }],
    ],
    ["finds nothing if one of two machines has no locality, on a UDP port that joins no other port", { hosts: [onUdp], entries: [placed, unplaced] }, []],
  ])("STL405 %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(machinesWithoutPlace, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );
});

describe("STL410 distribute-without-endpoints", () => {
  const hosts = [aServiceEntry()];
  const entries = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2", { locality: "eu/b/rack" })];
  type To = Readonly<Record<string, number>>;
  type Rules = [from: string, to: To][];
  const shares = (...rules: Rules): LocalityBalancing => ({
    ...{ isEnabled: true, failover: [], failoverPriority: [] },
    distribute: rules.map(([from, to]) => ({ from, to: Object.entries(to) })),
  });
  const ruled = (...rules: Rules) => ({
    rules: [aDestinationRule({ policy: aTrafficPolicy({ balancer: { simple: "", zoneAware: null, locality: shares(...rules) } }) })],
  });
  const meshWide = (...rules: Rules) => ({ settings: aMesh({ locality: shares(...rules) }), doubts: [] });

  it.each([
    [
      "one `from` whose only `to` has none",
      { hosts, entries, policies: ruled(["us/*", { "us/*": 100 }], ["eu/*", { "eu/a": 100 }]) },
      [{ host: "a.example.com", from: ["us/*"], to: ["us/*"], localities: ["eu/a", "eu/b/rack"], rule: "shop/a" }],
    ],
    ["distribute of the mesh", { hosts, entries, mesh: meshWide(["us/*", { "us/*": 60, "ap/*": 40 }]) }, [{ from: ["us/*"], to: ["us/*", "ap/*"], rule: "" }]],
    ["a `from` of which one `to` has a machine", { hosts, entries, policies: ruled(["us/*", { "us/*": 99, "eu/b/*": 1 }]) }, []],
    ["a `from` behind a wider one, which no caller gets", { hosts, entries, policies: ruled(["*", { "eu/*": 100 }], ["us/*", { "us/*": 100 }]) }, []],
    ["a narrow `from` before a wider one", { hosts, entries, policies: ruled(["us/a", { "us/a": 100 }], ["us/*", { "eu/*": 100 }]) }, [{ from: ["us/a"] }]],
    ["a service without machines, which another rule reports", { hosts, entries: [], policies: ruled(["us/*", { "us/*": 100 }]) }, []],
    ["no distribute", { hosts, entries }, []],
    [
      "a traffic distribution, which has precedence over distribute of the mesh",
      { hosts: [aServiceEntry({ distribution: "same-zone" })], entries, mesh: meshWide(["us/*", { "us/*": 100 }]) },
      [],
    ],
    [
      "a `to` with a machine that another object of the host name adds",
      {
        hosts: [aServiceEntry({ createdAt: 1 }), aServiceEntry({ name: "b", createdAt: 2, selector: [["app", "b"]] })],
        entries: [...entries, aMachine("vm-3", { locality: "us/a", specLabels: [["app", "b"]] })],
        policies: ruled(["us/*", { "us/*": 100 }]),
      },
      [],
    ],
    [
      "a `to` with a machine whose port another object loses",
      {
        hosts: [aServiceEntry({ createdAt: 1 }), aServiceEntry({ name: "b", createdAt: 2, selector: [["app", "b"]], ports: [anEntryPort({ name: "web" })] })],
        entries: [...entries, aMachine("vm-3", { locality: "us/a", specLabels: [["app", "b"]] })],
        policies: ruled(["us/*", { "us/*": 100 }]),
      },
      [{ from: ["us/*"] }],
    ],
  ])("STL410 finds the callers that get no endpoint: %s", (_what, objects, evidence) => {
    expect(evidenceOfAll(distributeWithoutEndpoints, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });

  it("STL410 counts Pods of the service as endpoints of their Node's locality", () => {
    const mesh = { settings: aMesh({ locality: shares(["us/*", { "us/*": 100 }]), nodeLocalities: new Map([["node-1", "us/a/"]]) }), doubts: [] };
    const found = (node: string) => evidenceOfAll(distributeWithoutEndpoints, { hosts, entries, mesh, pods: [aTablePod({ node })] });
    expect([found("").length, found("node-1").length]).toEqual([1, 0]);
  });

  it("STL410 finds a fault with the service and the DestinationRule that has the setting as objects", () => {
    const [found] = findingsOf(distributeWithoutEndpoints, { hosts, entries, policies: ruled(["us/*", { "us/*": 100 }]) });
    expect(found?.detected.objects).toEqual([
      { kind: "ServiceEntry", namespace: "shop", name: "a" },
      { kind: "DestinationRule", namespace: "shop", name: "a" },
    ]);
  });
});

describe("without visible Nodes", () => {
  const hosts = [aServiceEntry()];
  const elsewhere = aMachine("other", { specLabels: [["app", "b"]], locality: "eu/b" });
  const two = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2", { locality: "eu/a" })];
  const pods = [aTablePod({ node: "node-1" })];
  const locality = { isEnabled: true, distribute: null, failover: [{ from: "eu", to: "us" }], failoverPriority: [] };
  const outlier = { minHealthPercent: 0, maxEjectionPercent: null };
  const ruled = (own: Parameters<typeof aTrafficPolicy>[0]) => ({ rules: [aDestinationRule({ policy: aTrafficPolicy(own) })] });
  const failover = ruled({ outlier, balancer: { simple: "", zoneAware: null, locality } });
  const distribute = [{ from: "us/*", to: [["us/*", 100] as const] }];
  const shares = ruled({ balancer: { simple: "", zoneAware: null, locality: { ...locality, failover: [], distribute } } });
  /** The Node of the Pod is in this place, or not visible. */
  const placed = (place: string) => ({ mesh: { settings: aMesh({ nodeLocalities: new Map([["node-1", place]]) }), doubts: [] } });
  const hidden = { mesh: { settings: aMesh(), doubts: [] }, unseen: { nodes: "all" } } as const;

  /** Each world has a finding or none with the place of its Pod, and no answer without it. */
  it.each([
    [singleZoneHost, { hosts, entries: [...two, elsewhere], pods }, { "eu/a/": 1, "eu/b/": 0 }],
    [failoverCannotEject, { hosts, entries: two, pods, policies: failover }, { "eu/a/": 0, "eu/b/": 1 }],
    [failoverWithoutPeer, { hosts, entries: two, pods, policies: failover }, { "eu/a/": 1, "us/a/": 0 }],
    [placeWithoutEffect, { hosts, entries: two, pods }, { "eu/a/": 0, "eu/b/": 1 }],
    [machinesWithoutPlace, { hosts, entries: [aMachine("vm-1")], pods, policies: failover }, { "": 0, "eu/b/": 1 }],
    [distributeWithoutEndpoints, { hosts, entries: two, pods, policies: shares }, { "us/a/": 0, "eu/b/": 1 }],
  ] as const)("without visible Nodes: $code has no answer if the Nodes of Pods are not visible", (rule: Rule<"host">, world, byPlace) => {
    for (const [place, count] of Object.entries(byPlace)) expect([place, evidenceOfAll(rule, { ...world, ...placed(place) }).length]).toEqual([place, count]);
    expect([evidenceOfAll(rule, { ...world, ...hidden }), cannotTell(rule, { ...world, ...hidden })]).toEqual([[], true]);
    expect(cannotTell(rule, { ...world, pods: [], ...hidden })).toBe(false);
  });

  it("STL403 has no answer for a Service if its EndpointSlices are not visible", () => {
    const service = { hosts: [aKubernetesService()], entries: [...two, elsewhere] };
    expect(evidenceOfAll(singleZoneHost, service)).toHaveLength(1);
    expect(cannotTell(singleZoneHost, { ...service, unseen: { endpointslices: ["shop"] } })).toBe(true);
    expect(cannotTell(singleZoneHost, { hosts, entries: [...two, elsewhere], unseen: { endpointslices: ["shop"] } })).toBe(false);
  });
});
