import { describe, expect, it } from "vitest";
import type { RouteDestination, VirtualService } from "@/lib/domain/selection/policies";
import { aReport } from "@/lib/testing/entries";
import { aMachine, cannotTell, evidenceOfAll, findingsOf } from "@/lib/testing/finding-cases";
import type { FindingObjects } from "@/lib/testing/findings-world";
import { aTablePod } from "@/lib/testing/hosts";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { aDestinationRule, aKubernetesService, anInlineEndpoint, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { callersWithoutEndpoint, endpointLeadsElsewhere, endpointNotOfAMachine, headlessSkipsMachine, nobodyAnswers } from "./endpoints";

describe("STL301 nobody-answers", () => {
  const hosts = [aServiceEntry()];
  const ill = aMachine("vm-1", { gate: "true", health: aReport("False") });
  const named = aKubernetesService({ ports: [aServicePort({ target: "web" })] });

  it.each([
    ["finds a fault if all machines are unhealthy", { hosts, entries: [ill, { ...ill, name: "vm-2", uid: "vm-2" }] }, [{ machines: 2, pods: 0, unhealthy: 2 }]],
    [
      "finds a fault if one machine has no health report and the other is draining",
      { hosts, entries: [{ ...ill, health: null }, aMachine("vm-2", { metadataLabels: [["istio.io/draining", "1"]] })] },
      [{ awaiting: 1, draining: 1 }],
    ],
    [
      "finds a fault if the only entry has neither address nor network",
      { hosts, entries: [aMachine("vm-1", { address: "" })] },
      [{ machines: 1, withoutEndpoint: 1 }],
    ],
    ["finds a fault if its only Pod is not ready", { hosts: [aKubernetesService()], pods: [aTablePod({ ready: false })] }, [{ machines: 0, pods: 1 }]],
    ["finds a fault if no machine has the port named in targetPort", { hosts: [named], entries: [aMachine("vm-1")] }, [{ machines: 1, portsUnresolved: 1 }]],
    ["finds nothing if one of two machines is an endpoint", { hosts, entries: [ill, aMachine("vm-2")] }, []],
    ["finds nothing if a Pod is an endpoint next to an unhealthy machine", { hosts, entries: [ill], pods: [aTablePod()] }, []],
    [
      "finds nothing if an object of another namespace defines the host name for the callers",
      { hosts: [aServiceEntry({ exportTo: ["far"] }), aServiceEntry({ namespace: "far", name: "b", exportTo: ["*"] })], entries: [ill] },
      [],
    ],
    ["finds nothing if the service selects no machine and no Pod", { hosts, entries: [] }, []],
    [
      "finds nothing if one machine has the port named in targetPort",
      { hosts: [named], entries: [aMachine("vm-1"), aMachine("vm-2", { ports: [["web", 8080]] })] },
      [],
    ],
  ])("STL301 %s", (_what, objects, evidence) => {
    expect(evidenceOfAll(nobodyAnswers, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });

  it("STL301 cannot decide for a Service if EndpointSlices are not visible, but decides for a ServiceEntry", () => {
    const unseen = { endpointslices: ["shop"] } as const;
    const service = { hosts: [aKubernetesService()], entries: [ill], unseen };
    expect([evidenceOfAll(nobodyAnswers, service), cannotTell(nobodyAnswers, service)]).toEqual([[], true]);
    expect(cannotTell(nobodyAnswers, { ...service, entries: [aMachine("vm-2")] })).toBe(false);
    expect(evidenceOfAll(nobodyAnswers, { hosts, entries: [ill], unseen })).toHaveLength(1);
  });
});

describe("STL315 headless-skips-machine", () => {
  const headless = aKubernetesService({ name: "headless", isHeadless: true });

  it.each([
    ["finds a fault for a machine that only a headless Service selects", [headless], aMachine("vm"), ["Service/shop/headless"]],
    ["finds nothing for a machine that another Service also selects", [headless, aKubernetesService()], aMachine("vm"), []],
    ["finds nothing for a machine that the headless Service does not select", [headless], aMachine("vm", { specLabels: [["app", "b"]] }), []],
    ["finds nothing for a machine whose address is a host name, which no Service selects", [headless], aMachine("vm", { address: "vm.example.com" }), []],
    ["finds nothing for a headless Service without a selector", [{ ...headless, selector: [] }], aMachine("vm"), []],
  ])("STL315 %s", (_what, hosts, entry, of) => {
    expect(findingsOf(headlessSkipsMachine, { hosts, entries: [entry] }).map(({ detected }) => detected.of)).toEqual(of);
  });
});

describe("STL320 endpoint-not-of-a-machine and STL321 endpoint-leads-elsewhere", () => {
  const written = (...addresses: readonly string[]) => aServiceEntry({ selector: null, endpoints: addresses.map((address) => anInlineEndpoint({ address })) });
  const objects = [{ kind: "ServiceEntry", namespace: "shop", name: "a" }];

  it("STL320 and STL321 finds each address that leads to no machine once (STL320)", () => {
    expect(detected(endpointNotOfAMachine, { hosts: [written("127.0.0.1", "10.0.0.1", "127.0.0.1", "[::1]")] })).toEqual([
      { of: "127.0.0.1", objects, evidence: { address: "127.0.0.1", target: "loopback", endpoints: 2 } },
      { of: "[::1]", objects, evidence: { address: "[::1]", target: "unreadable", meant: "::1", endpoints: 1 } },
    ]);
  });

  it("STL320 and STL321 finds each address that leads to another target once, with the Service that has the cluster IP (STL321)", () => {
    const api = aKubernetesService({ name: "api", clusterAddresses: ["10.96.0.1"] });
    expect(detected(endpointLeadsElsewhere, { hosts: [written("172.17.0.1", "10.96.0.1", "10.96.0.1", "10.0.0.1"), api] })).toEqual([
      { of: "172.17.0.1", objects, evidence: { address: "172.17.0.1", network: "", target: "docker-bridge", endpoints: 1 } },
      {
        of: "10.96.0.1",
        objects: [...objects, { kind: "Service", namespace: "shop", name: "api" }],
        evidence: { address: "10.96.0.1", network: "", target: "cluster-ip", services: ["shop/api"], endpoints: 2 },
      },
    ]);
  });

  it.each([endpointNotOfAMachine, endpointLeadsElsewhere])(
    "$name finds nothing for a ServiceEntry with a selector, one without faulty endpoints, and a Service",
    (rule) => {
      const selecting = aServiceEntry({ endpoints: [anInlineEndpoint({ address: "127.0.0.1" }), anInlineEndpoint({ address: "172.17.0.1" })] });
      for (const host of [selecting, written("10.0.0.1", "vm.example.com", ""), aKubernetesService()]) expect(evidenceOf(rule, { hosts: [host] })).toEqual([]);
    },
  );
});

describe("STL323 callers-without-endpoint", () => {
  const HOST = "checkout.shop.svc.cluster.local";
  const checkout = aKubernetesService({ name: "checkout" });
  const machines = [aMachine("vm-1", { specLabels: [["app", "a"]] })];

  describe("a host name that an object of another namespace defines", () => {
    const pac = aServiceEntry({ namespace: "team-20", name: "proxy-pac", createdAt: 1, hosts: [HOST], selector: null, exportTo: ["."] });
    const found = (other: Parameters<typeof aServiceEntry>[0], own: Partial<FindingObjects> = {}) =>
      evidenceOf(callersWithoutEndpoint, { hosts: [checkout, { ...pac, ...other }], entries: machines, ...own });

    it("a host name that another object has is a finding if that object leaves the callers of its namespace without an endpoint", () => {
      expect(detected(callersWithoutEndpoint, { hosts: [checkout, pac], entries: machines })).toEqual([
        {
          of: `${HOST} ServiceEntry team-20/proxy-pac`,
          objects: [
            { kind: "Service", namespace: "shop", name: "checkout" },
            { kind: "ServiceEntry", namespace: "team-20", name: "proxy-pac" },
          ],
          evidence: { why: "taken-over", host: HOST, winner: "ServiceEntry team-20/proxy-pac", callers: ["team-20"] },
        },
      ]);
    });

    it.each<[string, Parameters<typeof aServiceEntry>[0], Partial<FindingObjects>]>([
      ["has endpoints", { endpoints: [anInlineEndpoint()] }, {}],
      ["sends callers to the original destination", { resolution: "NONE" }, {}],
      ["is resolved by DNS", { resolution: "DNS" }, {}],
      [
        "selects a machine",
        { selector: [["app", "pac"]] },
        { entries: [...machines, aMachine("pac", { namespace: "team-20", specLabels: [["app", "pac"]] })] },
      ],
      ["selects in a namespace whose Pods are not visible", { selector: [["app", "pac"]] }, { unseen: { "workload-pods": ["team-20"] } }],
      ["is in the same namespace", { namespace: "shop" }, {}],
    ])("a host name that another object has is not a finding if that object %s", (_what, other, own) => {
      expect(found(other, own)).toEqual([]);
    });

    it("a host name that another object has is not a finding if the service has no endpoint itself", () => {
      expect(found({}, { entries: [] })).toEqual([]);
    });
  });

  describe("a route to a subset", () => {
    const labelled = (v: string, own = {}) => aMachine(`vm-${v}`, { specLabels: labels(v), ...own });
    const labels = (v: string) =>
      [
        ["app", "a"],
        ["v", v],
      ] as const;
    const rule = aDestinationRule({
      host: HOST,
      subsets: ["1", "2"].map((v) => ({ name: `v${v}`, labels: [["v", v]], policy: null })),
    });
    const to = (subset: string, share: number, own: Partial<RouteDestination> = {}) => ({ host: "checkout", port: null, subset, sources: [], share, ...own });
    const routed = (destinations: readonly RouteDestination[], own: Partial<VirtualService> = {}) => ({
      ...{ namespace: "shop", name: "checkout", createdAt: 0, labels: [], hosts: ["checkout"], gateways: [], exportTo: [], destinations, ...own },
    });
    const found = (route: VirtualService, entries = [labelled("1")]) =>
      evidenceOf(callersWithoutEndpoint, { hosts: [checkout], entries, policies: { rules: [rule], virtualServices: [route] } });

    it("a route to a subset is a finding if the subset has no endpoint, with the share of the requests", () => {
      expect(found(routed([to("v1", 0.2), to("v2", 0.8)]))).toEqual([{ why: "empty-subset", host: HOST, route: "shop/checkout", subset: "v2", percent: 80 }]);
    });

    it("a route to a subset is a finding if the only machine of the subset is unhealthy", () => {
      const entries = [labelled("1"), labelled("2", { gate: "true", health: aReport("False") })];
      expect(found(routed([to("v1", 0.2), to("v2", 0.8)]), entries)).toMatchObject([{ why: "empty-subset", subset: "v2" }]);
    });

    it("a route to a subset is a finding if no DestinationRule defines the subset", () => {
      expect(found(routed([to("v3", 1)]))).toEqual([{ why: "no-subset", host: HOST, route: "shop/checkout", subset: "v3", percent: 100 }]);
    });

    it.each<[string, VirtualService]>([
      ["with a machine", routed([to("v1", 1)])],
      ["with the weight 0", routed([to("v1", 1), to("v2", 0)])],
      ["from another namespace only", routed([to("v2", 1, { sources: ["web"] })])],
      ["of another service", routed([to("v2", 1, { host: "cart" })])],
      ["at a gateway only", routed([to("v2", 1)], { gateways: ["istio-system/ingress"] })],
      ["that is exported to another namespace", routed([to("v2", 1)], { exportTo: ["web"] })],
      ["for another revision", routed([to("v2", 1)], { labels: [["istio.io/rev", "canary"]] })],
      ["and to no subset", routed([to("", 1)])],
    ])("a route to a subset is not a finding: %s", (_what, route) => {
      expect(found(route)).toEqual([]);
    });
  });
});
