import { beforeEach, expect, it } from "vitest";
import { parseNetworksQuery } from "@/lib/contract/url/networks-query";
import { type NamespaceScope, scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { selectingOf } from "@/lib/testing/hosts";
import { aKubernetesService } from "@/lib/testing/selection";
import { acrossInSight } from "./hosts-across";

const [EU, US] = ["prod-eu", "prod-us"];
let fleet: ReturnType<typeof liveFleet>;

const scope = (services: NamespaceScope = "all", clusters: readonly string[] = [EU, US]) => {
  const kinds: ReadonlyMap<WatchedKind, NamespaceScope> = new Map([
    ["workloadentries", "all"],
    ["services", services],
    ["serviceentries", services],
  ]);
  return scopeFromPermissions(new Map(clusters.map((cluster) => [cluster, kinds])));
};

function define(cluster: string, name: string, selected: string): void {
  const service = aKubernetesService({ namespace: "shop", name, selector: [["app", selected]] });
  fleet.tables.services.upsert(selectingOf(service, { cluster, uid: `${cluster}/${name}` }) as never);
}

const told = (search = "", seen = scope()) =>
  acrossInSight(fleet, seen, parseNetworksQuery(search)).map(
    ({ host, lives, resolves }) =>
      `${host.split(".")[0]}: ${lives.map(({ cluster, machines, groups }) => `${machines} ${groups.join("+")} in ${cluster}`).join(", ")}; ${resolves.map(({ cluster, as }) => `${cluster} ${as}`).join(", ")}`,
  );

beforeEach(() => {
  fleet = liveFleet([EU, US], () => NOW);
  for (const cluster of [EU, US]) {
    fleet.store.setWorld(aWorld([], { cluster }), NOW);
    for (const source of ["services", "serviceentries"] as const) fleet.setFreshness(cluster, source, "*", { kind: "live", asOf: NOW });
  }
  fleet.store.upsertEntry(anEntry({ uid: "1", name: "vm-1", specLabels: [["app", "a"]], metadataLabels: [] }), NOW, "seen");
  define(EU, "a", "a");
});

it("a host of machines in one cluster is not defined in the other, until it is", () => {
  expect(told()).toEqual(["a: 1 checkout in prod-eu; prod-eu by-own, prod-us not-defined"]);
  define(US, "a", "nobody");
  expect(told()).toEqual(["a: 1 checkout in prod-eu; prod-eu by-own, prod-us named"]);
});

it("where not all that could define it is in sight, that cannot be told", () => {
  expect(told("", scope(["shop"]))).toEqual(["a: 1 checkout in prod-eu; prod-eu by-own, prod-us not-visible"]);
});

it("of picked namespaces are the hosts, not who else defines them", () => {
  expect(told("ns=other")).toEqual([]);
  expect(told("ns=shop")).toEqual(["a: 1 checkout in prod-eu; prod-eu by-own, prod-us not-defined"]);
});

it("of one cluster there is nothing to tell", () => {
  expect(told(`cluster=${EU}`)).toEqual([]);
  expect(told("", scope("all", [EU]))).toEqual([]);
});
