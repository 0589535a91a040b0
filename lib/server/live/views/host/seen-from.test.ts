import { beforeEach, describe, expect, it } from "vitest";
import { formatServiceQuery, type ServiceQuery, serviceQueryFromParams } from "@/lib/contract/url/service-query";
import type { ServiceHead } from "@/lib/contract/views/service";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import type { World } from "@/lib/domain/mesh/world";
import type { MeshService } from "@/lib/domain/selection/objects";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { CHECKED_VIEWS } from "@/lib/server/live/views/checked-views";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aTablePod, HOSTS_CLUSTER, hostScope, selectingOf } from "@/lib/testing/hosts";
import { aGatewayService } from "@/lib/testing/mesh-world";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";

const LIVE = { kind: "live", asOf: NOW } as const;
const SOURCES = ["services", "serviceentries", "destinationrules", "sidecars", "peerauthentications", "virtualservices"] as const;
const SCOPE = hostScope({ ...Object.fromEntries(SOURCES.map((source) => [source, "all"])), nodes: "all", configmaps: "all" });

/** A mesh whose Pods are in one network; `vpc-2` has a gateway. */
function worldIn(network: string): World {
  const pods = [{ revision: "default", version: "1.31.0", settings: {} }];
  const meshes = meshFactsByRevision({ namespace: "istio-system", pods, deployments: [], configOf: () => ({ kind: "read", told: {} }) }, []);
  const namespaces = { kind: "known", value: new Map([["istio-system", { network, distribution: null, revision: "" }]]), source: "namespaces" } as const;
  const nodes = { kind: "known", value: new Map([["n1", "eu/a"]]), source: "Nodes" } as const;
  const gateway = aGatewayService("vpc-2", { name: "gw", addresses: ["192.0.2.1"] });
  return aWorld([], {
    meshes,
    places: { nodes, namespaces },
    gateways: { kind: "known", value: [gateway, { ...gateway, name: "far", network: "vpc-9" }], source: "Services" },
  });
}

/** A view evaluates again only some time after it did. */
const clock = { now: NOW };
beforeEach(() => {
  clock.now = NOW;
});

function aFleet(...objects: readonly MeshService[]) {
  const fleet = liveFleet([HOSTS_CLUSTER], () => clock.now);
  fleet.store.setWorld(worldIn("vpc-1"), NOW);
  fleet.setNamespaces(HOSTS_CLUSTER, { names: ["istio-system", "shop", "web"], partial: false });
  for (const source of SOURCES) fleet.setFreshness(HOSTS_CLUSTER, source, "*", LIVE);
  fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", LIVE);
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", LIVE);
  const machine = { specLabels: [["app", "a"]] as const, metadataLabels: [], network: "vpc-2", serviceAccount: "web", locality: "us/z" };
  for (const n of [1, 2]) fleet.store.upsertEntry(anEntry({ ...machine, uid: `vm-${n}`, name: `vm-${n}`, address: `10.0.0.${n}` }), NOW, "seen");
  for (const object of objects) fleet.tables[object.kind === "Service" ? "services" : "serviceentries"].upsert(selectingOf(object) as never);
  return fleet;
}

function open(fleet: ReturnType<typeof aFleet>, own: Partial<ServiceQuery> = {}) {
  const query = { ...serviceQueryFromParams({ cluster: HOSTS_CLUSTER, kind: "ServiceEntry", namespace: "shop", name: "a" }, new URLSearchParams()), ...own };
  const viewer = { subject: "viewer", scope: SCOPE, mayWrite: false };
  const parts = { fleet, lists: new StandingLists(fleet), viewer, offset: 0, limit: 50, changed: () => undefined };
  const view = CHECKED_VIEWS.service({ ...parts, query: formatServiceQuery(query) });
  return () => {
    const { head, rows } = view.compute();
    const { detail } = head as unknown as ServiceHead;
    if (detail === null) throw new Error("The service is not there.");
    return { ...detail, rows: rows as readonly { readonly tls?: string; readonly answers?: string; readonly why?: string }[] };
  };
}

const basisOf = ({ parts }: HostDetailParts) => parts.map(({ part, basis }) => `${part} ${basis}`);
type HostDetailParts = NonNullable<ServiceHead["detail"]>["seenFrom"];

describe("the caller of a service's page", () => {
  it("has the network of the mesh's Pods and the zone of its Nodes, not those of the endpoints", () => {
    const { seenFrom } = open(aFleet(aServiceEntry()))();
    expect(seenFrom).toMatchObject({ namespace: "shop", network: "vpc-1", locality: "eu/a", kind: "sidecar", isChosen: true, answer: "yes" });
    expect(seenFrom.steps[0]?.[0]).toMatchObject({ gateways: ["192.0.2.1:15443"], behindGateways: { machines: 2 } });
    expect(basisOf(seenFrom)).toEqual(["namespace known", "locality known", "network known"]);
    expect(seenFrom.parts.map(({ because }) => because)).toContain("Label topology.istio.io/network of namespace istio-system.");
  });

  it("is in a namespace that may call, also for the rows, where the service is not exported to its own", () => {
    const { seenFrom, rows } = open(aFleet(aServiceEntry({ exportTo: ["web"] })))();
    expect([seenFrom.namespace, seenFrom.answer]).toEqual(["web", "yes"]);
    expect(rows.map(({ tls }) => tls)).toEqual(["mutual", "mutual"]);
  });

  it("shows both outcomes of a DNS service behind the gateway of a Service, and no green count", () => {
    const fleet = aFleet(aServiceEntry({ resolution: "DNS" }));
    expect(open(fleet)().seenFrom).toMatchObject({
      ...{ answer: "unknown", steps: [] },
      sentence: "A caller in shop, eu/a, network vpc-1 gets 2 machines or 1 gateway to 2 machines of a.example.com.",
    });
    const unmarked = { specLabels: [["app", "a"]] as const, metadataLabels: [], network: "vpc-2", serviceAccount: "", address: "10.0.0.3" };
    fleet.store.upsertEntry(anEntry({ ...unmarked, uid: "vm-3", name: "vm-3" }), NOW, "seen");
    const { machines, rows } = open(fleet)();
    // All of them are unverified: the world has no replica.
    expect(machines).toMatchObject({ answering: 0, doubted: 3, depends: 1, unreachable: 0 });
    expect(rows.filter(({ why }) => why?.startsWith("istiod sends it or not")).map(({ answers }) => answers)).toEqual(["doubt"]);
  });

  it.each([
    ["IPv4 only", [], ["This caller has no IPv6 address. istiod sends it 1 endpoint with one."]],
    ["both families", ["fd00::9"], []],
  ])("reports machines of a family that its Pod lacks: %s", (_title, otherAddresses, sentences) => {
    const fleet = aFleet(aServiceEntry());
    const machine = { specLabels: [["app", "a"]] as const, metadataLabels: [], network: "vpc-1", serviceAccount: "web", address: "fd00::1" };
    fleet.store.upsertEntry(anEntry({ ...machine, uid: "vm-6", name: "vm-6" }), NOW, "seen");
    fleet.tables["workload-pods"].upsert({ ...aTablePod({ namespace: "shop", name: "web-1", node: "n1", address: "10.9.0.1" }), otherAddresses });
    const { because } = open(fleet)().seenFrom;
    expect(because.filter((one) => one.startsWith("This caller has no"))).toEqual(sentences);
  });

  it.each([
    ["does not get a gateway of IPv6, if its Pod has IPv4 only", ["10.9.0.1"], "no", []],
    ["gets it, if its Pod has both families", ["10.9.0.1", "fd00::9"], "yes", ["2001:db8::1:15443"]],
    ["gets it or not, if no Pod shows its families", [], "unknown", []],
  ])("%s", (_title, [address, ...otherAddresses], answer, gateways) => {
    const fleet = aFleet(aServiceEntry());
    const world = worldIn("vpc-1");
    const gateway = aGatewayService("vpc-2", { name: "gw", addresses: ["2001:db8::1"] });
    fleet.store.setWorld({ ...world, gateways: { kind: "known", value: [gateway], source: "Services" } }, NOW);
    if (address !== undefined) {
      const pod = aTablePod({ namespace: "shop", name: "web-1", node: "n1", address, labels: [["app", "web"]] });
      fleet.tables["workload-pods"].upsert({ ...pod, otherAddresses });
    }
    const { seenFrom } = open(fleet)();
    expect(seenFrom.answer).toBe(answer);
    expect(seenFrom.steps.flat().flatMap((place) => place.gateways)).toEqual(gateways);
  });

  it("lists the certificate names that callers accept", () => {
    const accounts = ["spiffe://old"];
    const fleet = aFleet(aServiceEntry({ accounts, createdAt: 1 }), aServiceEntry({ name: "newer", accounts: [], createdAt: 2 }));
    expect(open(fleet)().accepted).toEqual(["spiffe://cluster.local/ns/shop/sa/web"]);
  });

  it("counts for sidecars in a mesh with ambient mode", () => {
    const fleet = aFleet(aServiceEntry());
    expect(open(fleet)().isForSidecars).toBe(false);
    const world = worldIn("vpc-1");
    const meshes = new Map([...world.meshes].map(([name, facts]) => [name, { ...facts, ambient: { kind: "known", value: true, source: "istiod" } as const }]));
    fleet.store.setWorld({ ...world, meshes }, NOW);
    expect(open(fleet)().isForSidecars).toBe(true);
    expect(open(fleet, { mode: "ambient" })().isForSidecars).toBe(false);
  });

  it("marks an unread network as not known", () => {
    const fleet = aFleet(aServiceEntry());
    fleet.store.setWorld({ ...worldIn("vpc-1"), places: aWorld().places }, NOW);
    const { seenFrom } = open(fleet)();
    expect(seenFrom.network).toBe("");
    expect(seenFrom.parts.map(({ part, isRead, basis }) => [part, isRead, basis])).toEqual([
      ["namespace", true, "known"],
      ["locality", false, "assumed"],
      ["network", false, "assumed"],
    ]);
  });

  it("offers the networks of the endpoints, of visible gateways and its own", () => {
    expect(open(aFleet(aServiceEntry()))().choices).toMatchObject({
      networks: ["vpc-1", "vpc-2", "vpc-9"],
      localities: ["eu/a", "us/z"],
      namespaces: ["istio-system", "shop", "web"],
    });
  });

  it("does not change while the view is open, and is another one in the next view", () => {
    const fleet = aFleet(aServiceEntry());
    const detail = open(fleet);
    expect(detail().seenFrom.network).toBe("vpc-1");
    fleet.store.setWorld(worldIn("vpc-3"), NOW);
    fleet.tables.serviceentries.upsert(selectingOf(aServiceEntry({ exportTo: ["web"] }), { resourceVersion: "2" }) as never);
    clock.now += 600_000;
    expect(detail().seenFrom).toMatchObject({ namespace: "shop", network: "vpc-1", answer: "no" });
    expect(open(fleet)().seenFrom).toMatchObject({ namespace: "web", network: "vpc-3", answer: "yes" });
  });

  it("is the pinned one in a reopened view, and assumed where the data has changed", () => {
    const fleet = aFleet(aServiceEntry());
    fleet.store.setWorld(worldIn("vpc-3"), NOW);
    const { seenFrom } = open(fleet, { pinned: { namespace: "shop", locality: "eu/a", network: "vpc-1", node: "" } })();
    expect(seenFrom).toMatchObject({ namespace: "shop", network: "vpc-1", isChosen: true });
    expect(basisOf(seenFrom)).toEqual(["namespace known", "locality known", "network assumed"]);
  });

  it("is one that the user chose", () => {
    const { seenFrom } = open(aFleet(aServiceEntry()), { from: { namespace: "web", locality: "z", network: "vpc-2" } })();
    expect(seenFrom).toMatchObject({ namespace: "web", locality: "us/z", network: "vpc-2", isChosen: false, answer: "yes" });
    expect(seenFrom.steps[0]?.[0]?.of.machines).toBe(2);
  });
});

describe("another kind of caller", () => {
  it("is a gateway in the root namespace, to which exportTo applies and Sidecars do not", () => {
    const of = (exportTo: readonly string[]) => open(aFleet(aServiceEntry({ exportTo })), { caller: "gateway" })().seenFrom;
    expect(of([])).toMatchObject({ kind: "gateway", namespace: "istio-system", answer: "yes" });
    expect(of(["."])).toMatchObject({ kind: "gateway", namespace: "shop", answer: "yes" });
    const chosen = { from: { namespace: "istio-system", locality: "", network: "" }, caller: "gateway" } as const;
    const { seenFrom, rows } = open(aFleet(aServiceEntry({ exportTo: ["."] })), chosen)();
    expect([seenFrom.answer, rows.map(({ tls }) => tls)]).toEqual(["no", ["mutual", "mutual"]]);
  });

  it("is a Pod outside the mesh, which reaches Pods of a Service alone", () => {
    const fleet = aFleet(aKubernetesService(), aServiceEntry());
    const of = (own: Partial<ServiceQuery>) => open(fleet, { caller: "outside", ...own })().seenFrom;
    expect(of({})).toMatchObject({ kind: "outside", namespace: "shop", answer: "no", steps: [] });
    expect(of({ kind: "Service" })).toMatchObject({ answer: "no" });
    fleet.tables["workload-pods"].upsert(aTablePod());
    expect(of({ kind: "Service" })).toMatchObject({ answer: "partly", sentence: "A Pod outside the mesh in shop reaches 1 Pod of a.shop.svc.cluster.local." });
    expect(of({ kind: "Service", mode: "ambient" }).answer).toBe("partly");
  });
});
