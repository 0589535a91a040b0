import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { PreviewAnswer, PreviewRequest } from "@/lib/contract/answers/preview";
import type { StoredMeshService } from "@/lib/domain/selection/objects";
import type { Scope } from "@/lib/domain/source/scope";
import { type LiveFleet, liveFleet } from "@/lib/server/fleet/live-fleet";
import { withEditedSelector } from "@/lib/server/hosts/edited-hosts";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, aTableSlice, HOSTS_CLUSTER, hostScope, policyOf } from "@/lib/testing/hosts";
import { aGatewayService, meshWorld } from "@/lib/testing/mesh-world";
import { answerPreview } from "./answer-preview";

const CLUSTER = HOSTS_CLUSTER;

function machine(name: string, zone: string, labels: Readonly<Record<string, string>>) {
  const pairs = Object.entries(labels).sort() as [string, string][];
  const own = { specLabels: pairs, metadataLabels: pairs, gate: null, health: null, ports: [["http", 8080]] as const };
  return anEntry({ uid: `uid-${name}`, name, locality: `eu/${zone}`, ...own });
}

const MACHINES = [machine("vm-1", "a", { app: "a", v: "1" }), machine("vm-2", "a", { app: "a", v: "2" }), machine("vm-3", "b", { app: "a", v: "1" })];

function aFleet(selectors: readonly StoredMeshService[] = [aHostEntry()]): LiveFleet {
  const fleet = liveFleet([CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  for (const source of ["services", "serviceentries", "workload-pods", "endpointslices"] as const)
    fleet.setFreshness(CLUSTER, source, "*", { kind: "live", asOf: NOW });
  for (const one of MACHINES) fleet.store.upsertEntry(one, NOW, "seen");
  for (const one of selectors) fleet.tables[one.kind].upsert(one as never);
  return fleet;
}

const entry = (spec: object = {}, metadata: object = {}) =>
  stringify({
    apiVersion: "networking.istio.io/v1",
    kind: "ServiceEntry",
    metadata: { name: "a", namespace: "shop", ...metadata },
    spec: {
      hosts: ["a.example.com"],
      location: "MESH_INTERNAL",
      resolution: "STATIC",
      ports: [{ number: 80, name: "http", protocol: "HTTP" }],
      workloadSelector: { labels: { app: "a" } },
      ...spec,
    },
  });
const ofVersion = (v: string) => entry({ workloadSelector: { labels: { app: "a", v } } });

function tried(text: string, { fleet = aFleet(), scope = hostScope(), ...asked }: Partial<TriedWith> = {}): PreviewAnswer {
  return answerPreview(fleet, scope, { cluster: CLUSTER, text, ...asked });
}

interface TriedWith extends Pick<PreviewRequest, "mode" | "instead" | "namespace" | "newGroup"> {
  readonly fleet: LiveFleet;
  readonly scope: Scope;
}

describe("an edit of a selector", () => {
  it("tells who stays, comes and goes by zone, and which zone is lost", () => {
    const { object, selector } = tried(ofVersion("2"));
    expect(object).toEqual({ kind: "ServiceEntry", namespace: "shop", name: "a", known: "exists", resourceVersion: "1" });
    expect(selector).toMatchObject({
      hosts: ["a.example.com"],
      before: { taken: 3, answers: 3 },
      after: { taken: 1, answers: 1 },
      moves: { stays: 1, comes: 0, goes: 2 },
      zones: [
        { zone: "b", before: 1, after: 0, cells: [{ move: "goes", kind: "entry", count: 1 }] },
        {
          zone: "a",
          before: 2,
          after: 1,
          cells: [
            { move: "stays", count: 1 },
            { move: "goes", count: 1 },
          ],
        },
      ],
      changes: [
        {
          move: "goes",
          count: 2,
          members: [
            { name: "vm-1", uid: "uid-vm-1" },
            { name: "vm-3", uid: "uid-vm-3" },
          ],
          ports: [{ name: "http", before: 8080, after: null }],
          because: "label v is 1, the selector wants 2",
        },
      ],
      ports: [{ name: "http", before: 80, after: 80, ends: [{ port: 8080, before: 3, after: 1 }] }],
      hostNotes: [],
    });
  });

  it("is told as new where there is none of the name, and everybody comes", () => {
    const { object, selector } = tried(entry({}, { name: "b" }), { fleet: aFleet([]) });
    expect([object?.known, selector?.moves]).toEqual(["new", { stays: 0, comes: 3, goes: 0 }]);
  });

  it("is lost by nobody who never knew it", () => {
    const fleet = aFleet([]);
    const egress = [{ port: null, protocol: "", hosts: ["./*"] }];
    fleet.tables.sidecars.upsert(policyOf("sidecars", { namespace: "media", name: "own", createdAt: 0, labels: [], callers: null, egress }) as never);
    fleet.setFreshness(CLUSTER, "sidecars", "*", { kind: "live", asOf: NOW });
    const { selector } = tried(entry({}, { name: "b" }), { fleet, scope: hostScope({ sidecars: "all" }) });
    expect(selector?.hostNotes).toEqual([]);
  });

  it("does not report a Service without endpoints if an address of an EndpointSlice answers, or may", () => {
    const service = {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "a", namespace: "shop" },
      spec: { selector: { app: "none" }, ports: [{ port: 80 }] },
    };
    const fleet = aFleet([aService()]);
    const notes = (scope = hostScope()) => tried(stringify(service), { fleet, scope }).selector?.hostNotes.map(({ text }) => text);
    expect(notes()).toEqual(["a.shop.svc.cluster.local is left with nobody who answers."]);
    expect(notes(hostScope({ endpointslices: [] }))).toEqual([]);
    fleet.tables.endpointslices.upsert(aTableSlice());
    expect(notes()).toEqual([]);
    fleet.tables.endpointslices.upsert(aTableSlice({ endpoints: [] }, "2"));
    expect(notes()).toHaveLength(1);
  });

  it("counts the addresses of EndpointSlices, which stay, come and go by the ports of the Service", () => {
    const scales = (ports: object[]) => stringify({ apiVersion: "v1", kind: "Service", metadata: { name: "a", namespace: "shop" }, spec: { ports } });
    const fleet = aFleet([aService({ selector: [] })]);
    fleet.tables.endpointslices.upsert(aTableSlice());
    const moves = (ports: object[], scope = hostScope()) => {
      const { before, after, moves: all, changes, unseen } = tried(scales(ports), { fleet, scope }).selector ?? {};
      return { before, after, moves: all, changes: changes?.map(({ move, kind, because }) => [move, kind, because]), unseen };
    };
    const both = { before: { taken: 1, answers: 1 }, unseen: [] };
    expect(moves([{ name: "http", port: 80 }])).toEqual({
      ...both,
      ...{ after: { taken: 1, answers: 1 }, moves: { stays: 1, comes: 0, goes: 0 }, changes: [] },
    });
    expect(moves([{ name: "other", port: 80 }])).toEqual({
      ...both,
      ...{
        after: { taken: 0, answers: 0 },
        moves: { stays: 0, comes: 0, goes: 1 },
        changes: [["goes", "address", "no port of its EndpointSlice has the name of a port of the Service"]],
      },
    });
    const none = { taken: 0, answers: 0 };
    expect(moves([{ name: "http", port: 80 }], hostScope({ endpointslices: [] }))).toEqual({
      ...{ before: none, after: none, moves: { stays: 0, comes: 0, goes: 0 }, changes: [], unseen: ["addresses"] },
    });
  });

  it("names the kinds of endpoints that are not visible", () => {
    const unseen = (text: string, change: Parameters<typeof hostScope>[0]) => tried(text, { scope: hostScope(change) }).selector?.unseen;
    expect(unseen(entry(), {})).toEqual([]);
    expect(unseen(entry(), { pods: [], endpointslices: [] })).toEqual(["pods"]);
    expect(unseen(entry(), { workloadentries: [] })).toEqual(["machines", "pods"]);
    const inline = entry({ workloadSelector: undefined, endpoints: [{ address: "10.0.0.9" }] }, { name: "b" });
    expect(unseen(inline, { pods: [], workloadentries: [] })).toEqual([]);
  });

  it("does not know the zone of a Pod without its Node", () => {
    const fleet = aFleet([aService({ selector: [["app", "b"]] })]);
    const world = meshWorld([]);
    const nodes = { kind: "known", value: new Map([["node-1", "eu/b"]]), source: "Nodes" } as const;
    fleet.store.setWorld({ ...world, places: { ...world.places, nodes } }, NOW);
    fleet.tables["workload-pods"].upsert(aTablePod({ node: "node-1" }));
    const all = hostScope({ nodes: "all", namespaces: "all" });
    const zones = (scope: Scope) => tried(entry(), { fleet, scope }).selector?.zones.map(({ zone, before, after }) => [zone, before, after]);
    expect(zones(all)).toEqual([
      ["a", 0, 2],
      ["b", 0, 2],
    ]);
    expect(zones(hostScope())).toEqual([
      ["b", 0, 1],
      ["a", 0, 2],
      [null, 0, 1],
    ]);
  });

  it("does not report a service without endpoints if its Pods are not visible", () => {
    const notes = (scope: Scope) => tried(ofVersion("3"), { scope }).selector?.hostNotes.map(({ text }) => text);
    expect(notes(hostScope({ pods: [] }))).toEqual([]);
    expect(notes(hostScope())).toHaveLength(1);
  });

  it("says that a host is left with nobody, and who else claims it", () => {
    expect(tried(ofVersion("3")).selector?.hostNotes).toEqual([{ tone: "bad", text: "a.example.com is left with nobody who answers." }]);
    const rival = aHostEntry({ namespace: "legacy", createdAt: -1 });
    const told = tried(entry(), { fleet: aFleet([rival]) }).selector?.hostNotes.map(({ text }) => text);
    expect(told).toEqual([
      "a.example.com is taken from ServiceEntry legacy/a for callers in shop: its endpoints get nothing from them any more.",
      "ServiceEntry legacy/a claims a.example.com too: callers in legacy and everywhere else get its endpoints only, and none of this object.",
    ]);
  });

  it("says what becomes of requests between a wildcard and a host within it", () => {
    const notes = (text: string, other: StoredMeshService) => tried(text, { fleet: aFleet([other]) }).selector?.hostNotes.map((note) => note.text);
    const all = aHostEntry({ namespace: "legacy", name: "all", hosts: ["*.example.com"] });
    expect(notes(entry(), all)).toEqual(["Requests for a.example.com went to *.example.com of ServiceEntry legacy/all: the more specific host wins."]);
    expect(notes(entry({ hosts: ["*.example.com"] }), aHostEntry({ namespace: "legacy", name: "one" }))).toEqual([
      "*.example.com does not take requests for a.example.com of ServiceEntry legacy/one: the more specific host wins.",
    ]);
  });

  it("of another name is a new object beside the old one, unless that goes", () => {
    const renamed = entry({}, { name: "b" });
    const beside = tried(renamed);
    expect([beside.object?.known, beside.object?.replaces, beside.selector?.moves]).toEqual(["new", undefined, { stays: 0, comes: 3, goes: 0 }]);
    const instead = tried(renamed, { instead: "a" });
    expect([instead.object?.known, instead.object?.replaces, instead.selector?.moves]).toEqual(["new", "a", { stays: 3, comes: 0, goes: 0 }]);
    expect(instead.selector?.hostNotes).toEqual([]);
    const hidden = tried(renamed, { instead: "a", scope: hostScope({ serviceentries: ["legacy"] }) });
    expect([hidden.object?.known, hidden.object?.replaces]).toEqual(["not-visible", undefined]);
    expect(tried(entry(), { instead: "elsewhere" }).object).toMatchObject({ known: "exists", name: "a" });
  });

  it("in ambient mode goes by ambient's own rules: no health, no derived labels, and no word of owners", () => {
    const fleet = aFleet();
    fleet.store.upsertEntry({ ...machine("vm-4", "b", { app: "a", v: "1" }), gate: "true", health: aReport("False", "503") }, NOW, "seen");
    expect(tried(entry(), { fleet }).selector?.after).toEqual({ taken: 4, answers: 3 });
    expect(tried(entry(), { fleet, mode: "ambient" }).selector?.after).toEqual({ taken: 4, answers: 4 });
    const ofZone = entry({ workloadSelector: { labels: { app: "a", "topology.kubernetes.io/zone": "b" } } });
    expect([tried(ofZone).selector?.after.taken, tried(ofZone, { mode: "ambient" }).selector?.after.taken]).toEqual([1, 0]);
    const notes = tried(ofVersion("3"), { mode: "ambient" }).selector?.hostNotes;
    expect(notes).toEqual([{ tone: "info", text: "Who owns a host that several objects claim is told for sidecars only." }]);
  });

  it("is of the fleet as it is at that moment", () => {
    const fleet = aFleet();
    expect(tried(ofVersion("2"), { fleet }).selector?.moves).toEqual({ stays: 1, comes: 0, goes: 2 });
    fleet.store.upsertEntry({ ...machine("vm-1", "a", { app: "a", v: "2" }), resourceVersion: "1300" }, NOW, "seen");
    fleet.store.upsertEntry({ ...machine("vm-2", "c", { app: "a", v: "2" }), resourceVersion: "1301" }, NOW, "seen");
    const { selector } = tried(ofVersion("2"), { fleet });
    expect(selector?.moves).toEqual({ stays: 2, comes: 0, goes: 1 });
    expect(selector?.zones.map(({ zone, after }) => [zone, after])).toEqual([
      ["b", 0],
      ["a", 1],
      ["c", 1],
    ]);
  });

  it("has Pods too", () => {
    const fleet = aFleet();
    fleet.tables["workload-pods"].upsert(
      aTablePod({
        labels: [
          ["app", "a"],
          ["v", "2"],
        ],
      }),
    );
    expect(tried(ofVersion("2"), { fleet }).selector?.after).toEqual({ taken: 2, answers: 2 });
  });

  it("names what would be refused at its line, and tells the rest all the same", () => {
    const { notes, selector } = tried(entry({ exportTo: [".", "*"] }));
    expect(notes).toMatchObject([
      {
        line: 20,
        level: "refuses",
        code: "export-all-and-some",
        text: "Istio's webhook refuses this: * together with other values. Keep * alone, or take it away.",
      },
    ]);
    expect(selector?.moves.stays).toBe(3);
  });
});

describe("an address that sends callers to themselves", () => {
  const LOOPBACK = [16, "warns", "127.0.0.1 is a loopback address: each caller calls itself. Write the machine's own address."];
  const inline = (address: string) => entry({ workloadSelector: undefined, endpoints: [{ address }] }, { name: "b" });
  const refused = (text: string, fleet = aFleet([])) => tried(text, { fleet }).notes.map(({ line, level, text: words }) => [line, level, words]);

  it("is refused at its line", () => {
    const words = "169.254.169.254 is link-local, where clouds tell a machine its credentials: no object with it is written here.";
    expect(refused(inline("169.254.169.254"))).toEqual([[16, "refuses", `${words} Whoever runs this server can allow it (STOLOS_LOCAL_ADDRESSES).`]]);
    expect(refused(inline("10.0.0.7"))).toEqual([]);
  });

  it("may stay where the object has it already", () => {
    const endpoint = { address: "127.0.0.1", ports: [], labels: [], network: "", locality: "", weight: null, serviceAccount: "" };
    const fleet = aFleet([aHostEntry({ name: "b", selector: null, endpoints: [endpoint] })]);
    expect(refused(inline("127.0.0.1"), fleet)).toEqual([LOOPBACK]);
    expect(refused(inline("127.0.0.2"), fleet)).toEqual([[16, "refuses", expect.stringContaining("no object with it is written here")]]);
  });

  it("is no matter where whoever runs the server allows it", () => {
    const { notes } = answerPreview(aFleet([]), hostScope(), { cluster: CLUSTER, text: inline("127.0.0.1") }, "allowed");
    expect(notes.map(({ line, level, text }) => [line, level, text])).toEqual([LOOPBACK]);
  });

  it("is a warning if it is the cluster IP of a visible Service", () => {
    const fleet = aFleet([aService({ name: "api", clusterAddresses: ["10.96.0.1"] })]);
    const text = "10.96.0.1 is the cluster IP of Service shop/api: callers reach its endpoints, on its ports only. Write the machine's own address.";
    expect(refused(inline("::ffff:10.96.0.1"), fleet)).toEqual([[16, "warns", text.replace("10.96.0.1", "::ffff:10.96.0.1")]]);
    expect(refused(inline("10.96.0.2"), fleet)).toEqual([]);
    const hidden = answerPreview(fleet, hostScope({ services: ["other"] }), { cluster: CLUSTER, text: inline("10.96.0.1") });
    expect(hidden.notes).toEqual([]);
  });
});

it("answers at its line to a group whose network no machine name can have", () => {
  const head = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata: { name: "web", namespace: "shop" } };
  const { notes } = tried(stringify({ ...head, spec: { template: { network: "VPC A", serviceAccount: "web" } } }), { fleet: aFleet([]) });
  expect(notes).toEqual([
    {
      ...{ line: 8, level: "warns", code: "network-name", path: ["spec", "template", "network"] },
      text: 'The name of each machine ends with its network. "VPC A" cannot be in a name, so no machine would register. Write lower-case letters, digits, dashes and dots.',
    },
  ]);
});

describe("a host that is made with a group", () => {
  const group = (labels: object, metadata: object = { name: "web", namespace: "shop" }) =>
    stringify({ apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata, spec: { metadata: { labels }, template: { ports: { http: 8080 } } } });
  const made = (newGroup: string, own = {}) => tried(entry({}, { name: "web" }), { fleet: aFleet([]), newGroup, ...own });

  it("takes its machines, and says where each port ends on them", () => {
    expect(made(group({ app: "a" })).selector?.newMachines).toEqual({
      ...{ stand: "answers", because: "", reasons: [], pairs: [], isByLabels: false },
      ports: [{ name: "http", number: 80, port: 8080, because: "its own port http: 8080" }],
    });
  });

  it("does not take them once the group is relabelled, and says why", () => {
    expect(made(group({ app: "b" })).selector?.newMachines).toEqual({
      ...{ stand: "not-taken", because: "label app is b, the selector wants a", isByLabels: true },
      ...{ reasons: ["labels-differ"], pairs: [{ key: "app", wanted: "a", found: "b" }] },
      ports: [],
    });
  });

  it("is in the namespace of both where neither names one", () => {
    const text = entry({}, { name: "web", namespace: undefined });
    const { object, selector } = tried(text, { fleet: aFleet([]), namespace: "shop", newGroup: group({ app: "a" }, { name: "web" }) });
    expect([object?.namespace, selector?.after.taken, selector?.newMachines?.stand]).toEqual(["shop", 3, "answers"]);
  });

  it.each([
    ["kind: [", /^The description of the group cannot be read, so whether its machines are taken is not known\. This is no YAML/],
    ["kind: Service\n", /Its kind is Service, not WorkloadGroup\./],
    ["kind: WorkloadGroup\nspec: 7\n", /cannot be read, .* spec /i],
  ])("leaves it open where the group's text is %j", (text, words) => {
    const { selector, missing } = made(text);
    expect(selector?.newMachines).toBeUndefined();
    expect(missing.at(-1)).toMatch(words);
  });
});

describe("a text that is no object", () => {
  it.each([
    ["", 1, /nothing here yet/],
    ["kind: Gateway\n", 1, /A Gateway cannot be tried here/],
    ["a: 1\nkind: [", 2, /no YAML/],
    ["kind: ServiceEntry\nspec:\n  hosts: 7\n", 3, /has to be a list/],
    [`${entry()}---\n${entry()}`, 18, /second document/],
  ])("%j is told at its line, with the way out", (text, line, words) => {
    const { notes, object } = tried(text);
    expect(object).toBeNull();
    expect(notes.find((note) => note.line === line)?.text).toMatch(words);
  });
});

describe("other labels", () => {
  const workload = (labels: object, name = "vm-3") =>
    stringify({
      apiVersion: "networking.istio.io/v1",
      kind: "WorkloadEntry",
      metadata: { name, namespace: "shop", labels },
      spec: { address: "10.0.0.3", locality: "eu/b", ports: { http: 9 } },
    });

  it("of a machine: the hosts that it leaves and joins, and what it leaves behind", () => {
    const fleet = aFleet([aHostEntry(), aService({ name: "b", selector: [["app", "b"]] })]);
    expect(tried(workload({ app: "b" }), { fleet }).workload).toMatchObject({
      cases: [
        {
          case: "entry",
          takers: [
            { move: "goes", kind: "ServiceEntry", name: "a", hosts: ["a.example.com"], leaves: "zone" },
            { move: "comes", kind: "Service", name: "b", ports: [{ name: "http", number: 80, before: null, after: 9 }], leaves: "" },
          ],
        },
      ],
      labels: [
        { key: "app", before: "a", after: "b" },
        { key: "v", before: "1", after: null },
      ],
    });
  });

  it("reports that a service loses its last endpoint only if all its endpoints are visible", () => {
    const fleet = aFleet([aHostEntry({ selector: [["v", "2"]] })]);
    const leaves = (scope = hostScope()) =>
      tried(workload({ app: "b" }, "vm-2"), { fleet, scope }).workload?.cases.flatMap(({ takers }) => takers.map((one) => one.leaves));
    expect([leaves(), leaves(hostScope({ pods: [] }))]).toEqual([["nobody"], ["perhaps-nobody"]]);
    const zone = (scope = hostScope()) =>
      tried(workload({ app: "b" }, "vm-3"), { fleet: aFleet(), scope }).workload?.cases.flatMap(({ takers }) => takers.map((one) => one.leaves));
    expect([zone(), zone(hostScope({ pods: [] }))]).toEqual([["zone"], ["perhaps-zone"]]);
  });

  it("of a group: nothing now, new keys with entries created anew, everything with new bundles", () => {
    const selectors = [aHostEntry({ selector: [["app", "b"]] }), aService({ name: "tier", selector: [["tier", "x"]] })];
    const fleet = aFleet(selectors);
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace: "shop", name: "checkout", entryLabels: [["app", "a"]] }));
    const text = stringify({
      apiVersion: "networking.istio.io/v1",
      kind: "WorkloadGroup",
      metadata: { name: "checkout", namespace: "shop" },
      spec: { metadata: { labels: { app: "b", tier: "x" } }, template: {} },
    });
    const cases = tried(text, { fleet }).workload?.cases.map((one) => [one.case, ...one.takers.map(({ move, name }) => `${move} ${name}`)]);
    expect(cases).toEqual([["now"], ["anew", "comes tier"], ["bundles", "comes a", "comes tier"]]);
  });
});

describe("a machine without an address", () => {
  const seesMesh = hostScope({ configmaps: "all", namespaces: "all", "gateways.gateway.networking.k8s.io": "all" });
  const without = (network: string) =>
    stringify({
      apiVersion: "networking.istio.io/v1",
      kind: "WorkloadEntry",
      metadata: { name: "vm-1", namespace: "shop" },
      spec: { network, serviceAccount: "web", labels: { app: "a" } },
    });

  it.each<[string, Parameters<typeof meshWorld>[0], string, string]>([
    ["has a gateway", [aGatewayService("vpc-2")], "STATIC", "no address: callers in other networks get the gateway of vpc-2; its labels match"],
    ["has no gateway", [aGatewayService("vpc-1")], "STATIC", "no address: callers get no endpoint; its labels match"],
    ["is in a mesh without a gateway", [], "STATIC", "no address: callers get an empty address; its labels match"],
    ["is in a mesh without a gateway, for DNS", [], "DNS", "no address: callers get an empty address; its labels match"],
    ["has a Service's gateway, for DNS", [aGatewayService("vpc-2")], "DNS", "no address: the gateways that callers use are not known; its labels match"],
  ])("stays, and the preview has the outcome for its callers: its network %s", (_network, gateways, resolution, because) => {
    const fleet = aFleet([aHostEntry({ resolution: resolution as "STATIC", ports: [] })]);
    fleet.store.setWorld(meshWorld(gateways), NOW);
    const [entryCase] = tried(without("vpc-2"), { fleet, scope: seesMesh }).workload?.cases ?? [];
    expect(entryCase?.takers).toMatchObject([{ move: "stays", because }]);
  });

  it("is not serving in an edited service if no caller gets an endpoint for it", () => {
    const edited = (gateways: Parameters<typeof meshWorld>[0], mode: "sidecar" | "ambient" = "sidecar", resolution = "STATIC", network = "vpc-2") => {
      const fleet = aFleet();
      fleet.store.upsertEntry({ ...machine("vm-1", "a", { app: "a", v: "1" }), address: "", network }, NOW, "seen");
      fleet.store.setWorld(meshWorld(gateways), NOW);
      return tried(entry({ resolution }), { fleet, scope: seesMesh, mode }).selector?.after;
    };
    expect(edited([aGatewayService("vpc-2")])).toEqual({ taken: 3, answers: 3 });
    expect(edited([aGatewayService("vpc-1")])).toEqual({ taken: 3, answers: 2 });
    expect(edited([])).toEqual({ taken: 3, answers: 3 });
    expect(edited([], "sidecar", "STATIC", "")).toEqual({ taken: 3, answers: 2 });
    expect(edited([aGatewayService("vpc-2")], "sidecar", "DNS")).toEqual({ taken: 3, answers: 3 });
    expect(edited([aGatewayService("vpc-1")], "ambient")).toEqual({ taken: 3, answers: 3 });
  });

  it("has the outcome for an endpoint that a ServiceEntry writes", () => {
    const text = entry({ workloadSelector: undefined, endpoints: [{ network: "vpc-2", serviceAccount: "web" }] });
    const reasonsIn = (gateways: Parameters<typeof meshWorld>[0]) => {
      const fleet = aFleet([]);
      fleet.store.setWorld(meshWorld(gateways), NOW);
      return tried(text, { fleet, scope: seesMesh }).selector?.changes.map(({ because }) => because);
    };
    expect(reasonsIn([])).toEqual([expect.stringContaining("no address: callers get an empty address")]);
    expect(reasonsIn([aGatewayService("vpc-2")])).toEqual([expect.stringContaining("no address: callers in other networks get the gateway of vpc-2")]);
  });

  it("is warned of by callers, whatever the gateways are", () => {
    const { notes } = tried(without("vpc-2"), { scope: seesMesh });
    const text = expect.stringContaining('Callers in other networks need a gateway of network "vpc-2". Callers in "vpc-2" get no usable address.');
    expect(notes).toContainEqual(expect.objectContaining({ code: "address-only-network", level: "warns", text }));
  });
});

describe("labels that another group has", () => {
  const text = (labels: object) =>
    stringify({
      ...{ apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata: { name: "web", namespace: "shop" } },
      spec: { metadata: { labels }, template: {} },
    });
  const others = () => {
    const fleet = aFleet();
    for (const [namespace, name] of [
      ["shop", "store"],
      ["media", "store"],
    ] as const)
      fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace, name, uid: `uid-${namespace}-${name}`, entryLabels: [["app", "store"]] }));
    return fleet;
  };

  it.each([
    [{ app: "store" }, ["WorkloadGroup store has the same labels: no Service, ServiceEntry or policy can tell these machines from theirs."]],
    [{ app: "store", tier: "a" }, ["These are all labels of WorkloadGroup store, and more: whatever selects its machines by them takes these too."]],
    [{ app: "web" }, []],
  ])("are told of a group with %j, within its namespace", (labels, words) => {
    expect(tried(text(labels), { fleet: others() }).workload?.sharedLabels).toEqual(words);
  });

  it("are told beside who keeps the groups of the namespace from Git", () => {
    const fleet = others();
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace: "shop", name: "kept", uid: "uid-kept", managedBy: "Argo CD" }));
    const kept = (namespace: string) => tried(text({ app: "web" }).replace("shop", namespace), { fleet }).workload?.keptFromGit;
    expect(kept("shop")).toEqual([expect.stringMatching(/^1 of 2 groups in shop is kept from Git by Argo CD\./)]);
    expect(kept("media")).toEqual([]);
  });

  it("are not told to whoever may not see groups", () => {
    expect(tried(text({ app: "store" }), { fleet: others(), scope: hostScope({ workloadgroups: [] }) }).workload?.sharedLabels).toEqual([]);
  });
});

describe("what a viewer may not see", () => {
  it("is in no number, and is said", () => {
    const blind = tried(ofVersion("2"), { scope: hostScope({ workloadentries: ["legacy"] }) });
    expect(blind.selector?.moves).toEqual({ stays: 0, comes: 0, goes: 0 });
    expect(blind.missing[0]).toBe("Machines of shop are not visible to you: who would be taken is not known.");
  });

  it("names gateways that are not visible, if a machine is in another network", () => {
    const of = (network: string) => {
      const fleet = aFleet();
      for (const one of MACHINES) fleet.store.upsertEntry({ ...one, network }, NOW, "seen");
      fleet.store.setWorld(meshWorld([aGatewayService("vpc-9")]), NOW);
      return tried(ofVersion("2"), { fleet, scope: hostScope({ services: ["shop"] }) }).missing.filter((one) => one.includes("paths"));
    };
    expect([of(""), of("vpc-9").length]).toEqual([[], 1]);
  });

  it("an object that he may not see is told as if there were none, and that is said", () => {
    const { object, selector, missing } = tried(entry(), { scope: hostScope({ serviceentries: ["legacy"] }) });
    expect([object?.known, object?.resourceVersion, selector?.moves.comes]).toEqual(["not-visible", "", 3]);
    expect(missing[0]).toMatch(/^Objects of kind ServiceEntry in shop are not visible to you/);
  });

  it("rivals elsewhere may be there", () => {
    const notes = tried(entry(), { scope: hostScope({ services: ["shop"] }) }).selector?.hostNotes;
    expect(notes).toEqual([{ tone: "info", text: "Another namespace may own these hosts: Services of other namespaces are not visible to you." }]);
  });

  it("a cluster of which he sees nothing does not exist", () => {
    expect(() => answerPreview(aFleet(), hostScope(), { cluster: "elsewhere", text: entry() })).toThrow(/no such cluster/);
  });
});

it("takes whom the hosts of a fleet with that edit take, whatever the selector", () => {
  const pair = fc.constantFrom<[string, string]>(["app", "a"], ["app", "b"], ["v", "1"], ["v", "2"], ["topology.kubernetes.io/zone", "b"]);
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 3 }), (pairs) => {
      const fleet = aFleet();
      const labels = Object.fromEntries(pairs);
      const { selector } = tried(entry({ workloadSelector: { labels } }), { fleet });
      const edited = aHostEntry({ selector: Object.entries(labels).sort() as [string, string][] }).parsed;
      const hosts = withEditedSelector(fleet, { cluster: CLUSTER, selector: edited, replaces: null });
      const host = hosts.find(CLUSTER, "ServiceEntry", "shop", "a");
      expect(selector?.after.taken).toBe(hosts.edited === null ? 0 : [...hosts.machines(host ?? hosts.edited)].length);
    }),
    { numRuns: 30 },
  );
});
