import { expect, it } from "vitest";
import { virtualServicesNamingHost } from "./caller-scope";
import type { VirtualService } from "./policies";

const HOST = "web.shop.svc.cluster.local";
const route = (own: Partial<VirtualService>): VirtualService => ({
  ...{ namespace: "shop", name: "r", createdAt: 0, labels: [], hosts: [], gateways: [], exportTo: [], destinations: [] },
  ...own,
});
const to = (host: string, subset = "") => ({ host, port: null, subset, sources: [] });

it.each<[string, Partial<VirtualService>, readonly [boolean, readonly string[]] | null]>([
  ["routesTo returns a VirtualService for the host name", { hosts: [HOST] }, [true, []]],
  ["routesTo returns a VirtualService for the short name in the Service's namespace", { hosts: ["web"] }, [true, []]],
  ["routesTo ignores the short name in another namespace", { namespace: "pay", hosts: ["web"] }, null],
  ["routesTo returns a VirtualService for all host names of the domain", { hosts: ["*.cluster.local"] }, [true, []]],
  [
    "routesTo returns a VirtualService that sends requests to the host name, with its subsets",
    { hosts: ["x.org"], destinations: [to(HOST, "v2"), to("web"), to("other")] },
    [false, ["", "v2"]],
  ],
  ["routesTo ignores a VirtualService of another host name", { hosts: ["x.org"], destinations: [to("other")] }, null],
])("%s", (_what, own, expected) => {
  const [found] = virtualServicesNamingHost(HOST, [route(own)], "cluster.local");
  expect(found === undefined ? null : [found.isFor, found.subsets]).toEqual(expected);
});

it("virtualServicesNamingHost sorts VirtualServices by namespace and name", () => {
  const all = [route({ name: "b", hosts: [HOST] }), route({ name: "a", hosts: [HOST] })];
  expect(virtualServicesNamingHost(HOST, all, "cluster.local").map((one) => one.route.name)).toEqual(["a", "b"]);
});
