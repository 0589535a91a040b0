import { expect, it } from "vitest";
import { routesTo } from "./caller-scope";
import type { VirtualService } from "./policies";

const HOST = "web.shop.svc.cluster.local";
const route = (own: Partial<VirtualService>): VirtualService => ({
  ...{ namespace: "shop", name: "r", createdAt: 0, labels: [], hosts: [], gateways: [], exportTo: [], destinations: [] },
  ...own,
});
const to = (host: string, subset = "") => ({ host, port: null, subset, sources: [] });

it.each<[string, Partial<VirtualService>, readonly [boolean, readonly string[]] | null]>([
  ["one for the host", { hosts: [HOST] }, [true, []]],
  ["one for its short name, in its namespace", { hosts: ["web"] }, [true, []]],
  ["a short name in another namespace is another host", { namespace: "pay", hosts: ["web"] }, null],
  ["one for all hosts of a domain", { hosts: ["*.cluster.local"] }, [true, []]],
  ["one that sends requests there, by subset", { hosts: ["x.org"], destinations: [to(HOST, "v2"), to("web"), to("other")] }, [false, ["", "v2"]]],
  ["one of another host", { hosts: ["x.org"], destinations: [to("other")] }, null],
])("%s", (_what, own, expected) => {
  const [found] = routesTo(HOST, [route(own)], "cluster.local");
  expect(found === undefined ? null : [found.isFor, found.subsets]).toEqual(expected);
});

it("come by namespace and name", () => {
  const all = [route({ name: "b", hosts: [HOST] }), route({ name: "a", hosts: [HOST] })];
  expect(routesTo(HOST, all, "cluster.local").map((one) => one.route.name)).toEqual(["a", "b"]);
});
