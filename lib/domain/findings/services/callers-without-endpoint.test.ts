import { describe, expect, it } from "vitest";
import type { RouteDestination, VirtualService } from "@/lib/domain/selection/policies";
import { aReport } from "@/lib/testing/entries";
import { aMachine } from "@/lib/testing/finding-cases";
import type { FindingObjects } from "@/lib/testing/findings-world";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { aDestinationRule, aKubernetesService, anInlineEndpoint, aServiceEntry } from "@/lib/testing/selection";
import { callersWithoutEndpoint } from "./callers-without-endpoint";

const HOST = "checkout.shop.svc.cluster.local";
const checkout = aKubernetesService({ name: "checkout" });
const machines = [aMachine("vm-1", { specLabels: [["app", "a"]] })];

describe("a host name that another object has", () => {
  const pac = aServiceEntry({ namespace: "team-20", name: "proxy-pac", createdAt: 1, hosts: [HOST], selector: null, exportTo: ["."] });
  const found = (other: Parameters<typeof aServiceEntry>[0], own: Partial<FindingObjects> = {}) =>
    evidenceOf(callersWithoutEndpoint, { hosts: [checkout, { ...pac, ...other }], entries: machines, ...own });

  it("leaves the callers of that namespace without an endpoint", () => {
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
    ["selects a machine", { selector: [["app", "pac"]] }, { entries: [...machines, aMachine("pac", { namespace: "team-20", specLabels: [["app", "pac"]] })] }],
    ["selects in a namespace whose Pods are not visible", { selector: [["app", "pac"]] }, { unseen: { "workload-pods": ["team-20"] } }],
    ["is in the same namespace", { namespace: "shop" }, {}],
  ])("is no fault if that object %s", (_what, other, own) => {
    expect(found(other, own)).toEqual([]);
  });

  it("is left to other rules if the service has no endpoint itself", () => {
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

  it("without endpoints is an error, with the share of the requests", () => {
    expect(found(routed([to("v1", 0.2), to("v2", 0.8)]))).toEqual([{ why: "empty-subset", host: HOST, route: "shop/checkout", subset: "v2", percent: 80 }]);
  });

  it("whose only machine is unhealthy is an error", () => {
    const entries = [labelled("1"), labelled("2", { gate: "true", health: aReport("False") })];
    expect(found(routed([to("v1", 0.2), to("v2", 0.8)]), entries)).toMatchObject([{ why: "empty-subset", subset: "v2" }]);
  });

  it("that no DestinationRule names is an error", () => {
    expect(found(routed([to("v3", 1)]))).toEqual([{ why: "no-subset", host: HOST, route: "shop/checkout", subset: "v3", percent: 100 }]);
  });

  it.each<[string, VirtualService]>([
    ["with a machine", routed([to("v1", 1)])],
    ["with the weight 0", routed([to("v1", 1), to("v2", 0)])],
    ["from another namespace only", routed([to("v2", 1, { sources: ["web"] })])],
    ["of another service", routed([to("v2", 1, { host: "cart" })])],
    ["at a gateway only", routed([to("v2", 1)], { gateways: ["istio-system/ingress"] })],
    ["that is exported elsewhere", routed([to("v2", 1)], { exportTo: ["web"] })],
    ["for another revision", routed([to("v2", 1)], { labels: [["istio.io/rev", "canary"]] })],
    ["and to no subset", routed([to("", 1)])],
  ])("%s is no fault", (_what, route) => {
    expect(found(route)).toEqual([]);
  });
});
