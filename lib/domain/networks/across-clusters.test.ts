import { describe, expect, it } from "vitest";
import { compareServicesAcrossClusters, type DefinedHostName } from "./across-clusters";

const defined = (cluster: string, machines: number, change: Partial<DefinedHostName> = {}): DefinedHostName => ({
  ...{ cluster, host: "web.shop.svc.cluster.local", kind: "Service", namespace: "shop", name: "web", machines, groups: machines > 0 ? ["web"] : [] },
  ...change,
});
const [EU, US] = [
  { cluster: "prod-eu", seesDefinitions: true },
  { cluster: "prod-us", seesDefinitions: true },
];
const told = (hosts: readonly DefinedHostName[], clusters = [EU, US]) =>
  compareServicesAcrossClusters(clusters, hosts).map(({ host, lives, resolves }) => [
    host.split(".")[0],
    lives.map(({ cluster, machines, groups }) => `${cluster} ${machines} ${groups.join("+")}`).join(", "),
    resolves.map(({ cluster, as }) => `${cluster} ${as}`).join(", "),
  ]);

describe("the clusters of a host name", () => {
  it.each<[string, readonly DefinedHostName[], string, string]>([
    [
      "in both clusters, with machines in both",
      [defined("prod-eu", 2), defined("prod-us", 3)],
      "prod-eu 2 web, prod-us 3 web",
      "prod-eu by-own, prod-us by-own",
    ],
    ["in both clusters, with machines in one", [defined("prod-eu", 2), defined("prod-us", 0)], "prod-eu 2 web", "prod-eu by-own, prod-us named"],
    ["in one cluster", [defined("prod-eu", 2)], "prod-eu 2 web", "prod-eu by-own, prod-us not-defined"],
    [
      "twice in one cluster: machines and groups are summed",
      [defined("prod-eu", 2), defined("prod-eu", 1, { kind: "ServiceEntry", groups: ["canary"] })],
      "prod-eu 3 canary+web",
      "prod-eu by-own, prod-us not-defined",
    ],
  ])("compareServicesAcrossClusters returns the clusters of a host name that is defined %s", (_what, hosts, lives, resolves) => {
    expect(told(hosts)).toEqual([["web", lives, resolves]]);
  });

  it("compareServicesAcrossClusters returns not-visible for a cluster whose definitions are not all visible", () => {
    expect(told([defined("prod-eu", 2)], [EU, { ...US, seesDefinitions: false }])).toEqual([["web", "prod-eu 2 web", "prod-eu by-own, prod-us not-visible"]]);
  });

  it("compareServicesAcrossClusters returns no host name without machines, and nothing for a single cluster", () => {
    expect(told([defined("prod-eu", 0), defined("prod-us", 0)])).toEqual([]);
    expect(told([defined("prod-eu", 2)], [EU])).toEqual([]);
  });

  it("compareServicesAcrossClusters returns the host names that a cluster does not define first", () => {
    const everywhere = { host: "a.example.com" };
    const hosts = [defined("prod-eu", 1, everywhere), defined("prod-us", 1, everywhere), defined("prod-eu", 2)];
    expect(told(hosts).map(([host]) => host)).toEqual(["web", "a"]);
  });
});
