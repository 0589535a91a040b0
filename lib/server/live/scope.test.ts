import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import { formatObjectFindingsQuery } from "@/lib/contract/views/findings";
import { selectedByQuery } from "@/lib/contract/views/selected-by";
import type { ViewRequest } from "@/lib/contract/views/view";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { type isInScope, type NamespaceScope, type Scope, scopeFromPermissions, type Viewer, type WatchedKind } from "@/lib/domain/source/scope";
import type { Unchecked } from "@/lib/server/access/viewer";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { search } from "@/lib/server/fleet/search";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { stripCell } from "@/lib/server/fleet/strip-cell";
import { answerPreview } from "@/lib/server/preview/answer-preview";
import { arbitraryWorld } from "@/lib/testing/arbitraries";
import { aGroup, anEntry, NOW } from "@/lib/testing/entries";
import { arbitraryMachine } from "@/lib/testing/fleet-steps";
import { aTablePod, aTableSlice, policyOf, selectingOf } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { aDestinationRule, aKubernetesService, aServiceEntry, aSliceEndpoint } from "@/lib/testing/selection";
import { beatOf } from "./beat-of";
import { Hub } from "./hub";

/** Which filter is taken out, to show that the law's test notices. */
const mutant = vi.hoisted(() => ({ is: "none" as "none" | "no scope" | "groups count everything" | "told of everything" | "beats count everything" }));

vi.mock("@/lib/domain/source/scope", async (original) => {
  const real = await original<typeof import("@/lib/domain/source/scope")>();
  return { ...real, isInScope: (...args: Parameters<typeof isInScope>) => mutant.is === "no scope" || real.isInScope(...args) };
});
vi.mock("@/lib/server/fleet/group-sight", async (original) => {
  const real = await original<typeof import("@/lib/server/fleet/group-sight")>();
  const all = { object: true, machines: true };
  return { ...real, sightOf: (...args: Parameters<typeof real.sightOf>) => (mutant.is === "groups count everything" ? all : real.sightOf(...args)) };
});
vi.mock("./views/watch-groups", async (original) => {
  const real = await original<typeof import("./views/watch-groups")>();
  const watchGroups: typeof real.watchGroups = (fleet, scope, concerned, changed) => {
    if (mutant.is !== "told of everything") return real.watchGroups(fleet, scope, concerned, changed);
    return fleet.subscribe({ leaving: changed, entering: changed });
  };
  return { ...real, watchGroups };
});
vi.mock("./beat-of", async (original) => {
  const real = await original<typeof import("./beat-of")>();
  const leaking: typeof real.beatOf = (now, statuses, problems) => ({ now, clusters: [...statuses], problems: [...problems] });
  const chosen: typeof real.beatOf = (...args) => (mutant.is === "beats count everything" ? leaking(...args) : real.beatOf(...args));
  return { ...real, beatOf: chosen };
});

const [EU, US] = ["prod-eu", "prod-us"];

/** What happens: to both worlds, or in one of them only, where the viewer cannot see it. */
type Happening =
  | { readonly kind: "entry"; readonly entry: WorkloadEntry }
  | { readonly kind: "entry-gone"; readonly cluster: string; readonly uid: string }
  | { readonly kind: "group"; readonly group: WorkloadGroup }
  | { readonly kind: "group-gone"; readonly cluster: string; readonly uid: string }
  | { readonly kind: "world"; readonly world: World }
  | { readonly kind: "namespaces"; readonly names: readonly string[] }
  | { readonly kind: "object"; readonly object: IndexedTableObject }
  | { readonly kind: "object-gone"; readonly cluster: string; readonly source: KeptSource; readonly uid: string }
  | { readonly kind: "source"; readonly namespace: string; readonly objects: number; readonly live: boolean };

/** One moment: what both worlds see, and what only the one or the other does. Then time passes. */
interface Moment {
  /** Whether what the viewer may see of the first cluster cannot be checked meanwhile. */
  readonly isHeld: boolean;
  readonly noiseA: readonly Happening[];
  readonly noiseB: readonly Happening[];
  readonly common: readonly Happening[];
  readonly ms: number;
}

const VIEWS: readonly Omit<ViewRequest, "id" | "offset" | "limit">[] = [
  { kind: "shell", query: "" },
  { kind: "fleet", query: "" },
  { kind: "fleet", query: "ns=shop" },
  { kind: "strip", query: "" },
  ...[
    "",
    "sort=serving",
    "sort=-machines",
    "sort=age",
    "sort=name",
    "q=zone:eu-a",
    "q=app=a",
    "q=!state:healthy",
    "q=failed",
    "q=age>1m",
    "q=region:eu,us",
    "sort=why",
    "sort=-zones",
  ].map((query) => ({ kind: "groups", query }) as const),
  { kind: "group", query: `cluster=${EU}&ns=shop&name=checkout` },
  { kind: "group", query: `cluster=${EU}&ns=legacy&name=checkout` },
  ...[
    "",
    "sort=zone",
    "q=state:unhealthy",
    "ns=legacy",
    `cluster=${US}`,
    "q=vm-1",
    "q=zone:secret",
    "q=zone:secre,eu",
    "q=failed",
    "q=connected<1h",
    "sort=why",
    "sort=-cluster",
  ].map((query) => ({ kind: "entries", query }) as const),
  { kind: "entry", query: `cluster=${EU}&ns=shop&name=vm-0` },
  { kind: "entry", query: `cluster=${EU}&ns=legacy&name=vm-1` },
  { kind: "entry", query: `cluster=${US}&ns=shop&name=vm-1&uid=seen-uid-1` },
  ...["", "sort=-share", "q=a.example"].map((query) => ({ kind: "services" as const, query })),
  { kind: "services-without-endpoint", query: "" },
  { kind: "unselected", query: "" },
  ...["", "ns=legacy", "from=", "mode=ambient"].map((query) => ({ kind: "networks" as const, query })),
  { kind: "control-plane", query: "" },
  { kind: "control-plane", query: "ns=shop" },
  ...["", "sort=name", "q=severity:warning", "ns=legacy"].map((query) => ({ kind: "findings" as const, query })),
  ...["localities", "networks", "control-plane"].map((map) => ({ kind: "found-on" as const, query: `map=${map}` })),
  ...["", "ns=shop"].map((query) => ({ kind: "group-findings" as const, query })),
  ...["shop", "legacy"].flatMap((namespace) => [
    { kind: "selected-by" as const, query: selectedByQuery("entry", { cluster: EU, namespace, name: "vm-1" }) },
    { kind: "selected-by" as const, query: selectedByQuery("group", { cluster: EU, namespace, name: "checkout" }) },
    { kind: "findings-of" as const, query: formatObjectFindingsQuery({ of: "WorkloadEntry", cluster: EU, namespace, name: "vm-1" }) },
    { kind: "service" as const, query: `cluster=${EU}&kind=Service&ns=${namespace}&name=a` },
  ]),
];

/** Objects that are kept in tables, of which some are in sight and some are not. */
const KEPT = {
  ...({ services: "services", serviceentries: "serviceentries", pods: "workload-pods", endpointslices: "endpointslices" } as const),
  ...({ destinationrules: "destinationrules", sidecars: "sidecars", virtualservices: "virtualservices" } as const),
  ...({ peerauthentications: "peerauthentications", authorizationpolicies: "authorizationpolicies" } as const),
} as const;
type KeptSource = (typeof KEPT)[keyof typeof KEPT];

const ISTIO = "apiVersion: networking.istio.io/v1";
const named = (name: string, namespace: string) => `metadata: {name: ${name}, namespace: ${namespace}}`;

/** Edits that somebody tries once all has happened: of what selects in each namespace, of a machine's labels, and of a group's. */
const TRIED: readonly string[] = [
  ...["shop", "legacy"].map((namespace) => `{apiVersion: v1, kind: Service, ${named("a", namespace)}, spec: {selector: {app: b}, ports: [{port: 80}]}}`),
  `{${ISTIO}, kind: ServiceEntry, ${named("b", "shop")}, spec: {hosts: [a.example, "*.svc.cluster.local"], resolution: STATIC, ports: [{number: 80, name: http}], workloadSelector: {labels: {app: a}}}}`,
  `{${ISTIO}, kind: WorkloadEntry, ${named("vm-1", "shop")}, spec: {address: 10.0.0.1, labels: {app: b}}}`,
  `{${ISTIO}, kind: WorkloadGroup, ${named("checkout", "shop")}, spec: {metadata: {labels: {app: b}}, template: {}}}`,
];

const PROOF_MS = 23_000;

/** What is live has proven itself within its interval; when exactly depends on what happens out of sight too. */
function statusesOf(now: number, sources: ReadonlyMap<string, { objects: number; live: boolean }>): ClusterStatus[] {
  const at = ([namespace, { objects, live }]: readonly [string, { objects: number; live: boolean }]) => ({
    source: "workloadentries",
    namespace,
    freshness: live ? { kind: "live" as const, asOf: now - (objects % PROOF_MS), reason: "" } : { kind: "stale" as const, asOf: NOW, reason: "cut" },
    objects,
    unreadable: 0,
    proofMs: PROOF_MS,
  });
  const all = [...sources].map(at);
  const broken = all.find(({ freshness }) => freshness.kind === "stale");
  const freshness = broken ? { ...broken.freshness, reason: `workloadentries in ${broken.namespace}` } : { kind: "live" as const, asOf: now, reason: "" };
  return [{ cluster: EU, freshness, sources: all, skewMs: null, version: "1.36" }];
}

/** Lives through the moments of one world and gives everything that its viewer got to see, with the time of each. */
function live(scope: Scope, moments: readonly Moment[], noiseOf: (moment: Moment) => readonly Happening[], asks = true): string[] {
  const clock = new ManualClock(NOW);
  const fleet = liveFleet([EU, US], clock.now);
  const lists = new StandingLists(fleet);
  const sink = new LiveFleetSink(fleet, clock, { status: () => undefined, rights: () => undefined });
  const entries = new Map([EU, US].map((cluster) => [cluster, sink.entries(cluster, "*")]));
  const groups = new Map([EU, US].map((cluster) => [cluster, sink.groups(cluster, "*")]));
  const objects = new Map(
    [EU, US].flatMap((cluster) => Object.values(KEPT).map((source) => [`${cluster} ${source}`, sink.table(cluster, source, "*")] as const)),
  );
  for (const one of objects.values()) one.freshness({ kind: "live", asOf: NOW });
  const sources = new Map([
    ["*", { objects: 1, live: true }],
    ["shop", { objects: 1, live: true }],
    ["legacy", { objects: 1, live: true }],
  ]);
  const beat = (of: { readonly scope: Scope }) => beatOf(clock.now(), statusesOf(clock.now(), sources), [], of.scope);
  let tell: Unchecked = () => undefined;
  const follow = (_viewer: Viewer, _changed: () => void, unchecked: Unchecked = () => undefined) => {
    tell = unchecked;
    return () => undefined;
  };
  const hub = new Hub({ fleet, lists, clock, pace: { beatMs: 5_000, frameMs: 50 }, build: "b", beat, follow, newId: () => "stream" });
  const out: string[] = [];
  sink.namespaces(EU, TOLD, false);
  const viewer = { subject: "somebody", scope, mayWrite: false };
  hub.open(viewer, { write: (bytes) => out.push(`${clock.now()} ${new TextDecoder().decode(bytes)}`), room: true, end: () => undefined });
  hub.setViews(
    "stream",
    viewer,
    VIEWS.map((view, id) => ({ ...view, id, offset: 0, limit: 50 })),
  );
  const happen = (what: Happening) => {
    if (what.kind === "entry") entries.get(what.entry.cluster)?.upsert(what.entry);
    if (what.kind === "entry-gone") entries.get(what.cluster)?.remove({ uid: what.uid, namespace: "", name: "", resourceVersion: "" });
    if (what.kind === "group") groups.get(what.group.cluster)?.upsert(what.group);
    if (what.kind === "group-gone") groups.get(what.cluster)?.remove({ uid: what.uid, namespace: "", name: "", resourceVersion: "" });
    if (what.kind === "object") objects.get(`${what.object.cluster} ${KEPT[what.object.kind as keyof typeof KEPT]}`)?.upsert(what.object);
    if (what.kind === "object-gone") objects.get(`${what.cluster} ${what.source}`)?.remove({ uid: what.uid, namespace: "", name: "", resourceVersion: "" });
    if (what.kind === "world") sink.world(what.world);
    if (what.kind === "namespaces") sink.namespaces(EU, what.names, false);
    if (what.kind === "source") {
      sources.set(what.namespace, what);
      hub.freshnessChanged();
    }
  };
  let isHeld = false;
  for (const moment of moments) {
    if (moment.isHeld !== isHeld) tell(moment.isHeld ? new Map([[EU, clock.monotonic()]]) : new Map());
    isHeld = moment.isHeld;
    for (const what of [...noiseOf(moment), ...moment.common]) happen(what);
    clock.advance(moment.ms);
    if (!asks) continue;
    for (const text of ["vm", "secret", "shop", "legacy", "10.0.0.1", "a.example"]) out.push(JSON.stringify(search(fleet, lists, text, scope)));
    for (const ribbon of [`${EU}/shop/checkout`, `${EU}/shop/`, `${EU}/legacy/checkout`, `${US}/shop/`])
      out.push(JSON.stringify([0, 1, 2].map((index) => stripCell(fleet, lists, ribbon, index, scope))));
    out.push(JSON.stringify(beat(viewer)));
  }
  for (const text of asks ? TRIED : []) out.push(JSON.stringify(answerPreview(fleet, scope, { cluster: EU, text })));
  hub.closeAll();
  sink.stop();
  return out;
}

const machine = (cluster: string, namespace: string, prefix: string) =>
  arbitraryMachine.map((entry): WorkloadEntry => ({ ...entry, cluster, namespace, uid: `${prefix}-${entry.uid}` }));
const secretMachine = (cluster: string, namespace: string) =>
  fc.tuple(machine(cluster, namespace, "secret"), fc.boolean()).map(([entry, odd]): WorkloadEntry => {
    if (!odd) return entry;
    const labels = sortedLabelSet([["secret", entry.uid]]);
    return { ...entry, name: `secret-${entry.name}`, network: "secret", locality: "secret/secret", controller: "istiod-secret", metadataLabels: labels };
  });
/** An API server never gives one version to two contents of an object. `version` tells versions of one content apart. */
const versionOf = (version: number, content: unknown) => `${version} ${JSON.stringify(content)}`;
const group = (cluster: string, namespace: string) =>
  fc
    .record({
      name: fc.constantFrom("checkout", "billing"),
      version: fc.nat({ max: 9 }),
      expectedSize: fc.constantFrom(null, "1", "9"),
      createdAt: fc.nat(),
    })
    .map(({ version, ...change }) =>
      aGroup({ ...change, cluster, namespace, uid: `${namespace}-${change.name}`, resourceVersion: versionOf(version, change) }),
    );

const gone = (cluster: string, prefix: string) => fc.nat({ max: 7 }).map((id): Happening => ({ kind: "entry-gone", cluster, uid: `${prefix}-uid-${id}` }));
const groupGone = (namespace: string) =>
  fc.constantFrom("checkout", "billing").map((name): Happening => ({ kind: "group-gone", cluster: EU, uid: `${namespace}-${name}` }));
const asEntry = (entry: WorkloadEntry): Happening => ({ kind: "entry", entry });
const asGroup = (of: WorkloadGroup): Happening => ({ kind: "group", group: of });

const SELECTORS = ["services", "serviceentries"] as const;

/** A Service, a ServiceEntry or a Pod of the labels that machines have, or of others; one of each kind and namespace, in versions. */
const selectingObject = (cluster: string, namespace: string, ...kinds: readonly ("pods" | (typeof SELECTORS)[number])[]) =>
  fc
    .record({
      of: fc.constantFrom(...kinds),
      selector: fc.constantFrom(sortedLabelSet([["app", "a"]]), sortedLabelSet([["app", "b"]]), sortedLabelSet([])),
      host: fc.constantFrom("a.example", "a.shop.svc.cluster.local"),
      ready: fc.boolean(),
      version: fc.nat({ max: 9 }),
    })
    .map(({ of, version, ...content }): Happening => {
      const { selector, host, ready } = content;
      const named = { cluster, uid: `${cluster}/${namespace}/${of}`, resourceVersion: versionOf(version, content) };
      if (of === "pods") return { kind: "object", object: { ...aTablePod({ namespace, labels: selector, ready }), ...named } };
      const object = of === "services" ? aKubernetesService({ namespace, selector }) : aServiceEntry({ namespace, selector, hosts: [host] });
      return { kind: "object", object: selectingOf(object, named) };
    });
const POLICIES = ["destinationrules", "sidecars", "virtualservices", "peerauthentications", "authorizationpolicies"] as const;

/** A policy that decides, or seems to, how hosts of its namespace or of another are called; one of each kind and namespace, in versions. */
const policyObject = (cluster: string, namespace: string) =>
  fc
    .record({
      of: fc.constantFrom(...POLICIES),
      host: fc.constantFrom("a.example", "a.shop.svc.cluster.local", "*.svc.cluster.local"),
      isStrict: fc.boolean(),
      version: fc.nat({ max: 9 }),
    })
    .map(({ of, version, ...content }): Happening => {
      const own = { cluster, uid: `${cluster}/${namespace}/${of}`, resourceVersion: versionOf(version, content) };
      return { kind: "object", object: policyAs(of, namespace, content, own) };
    });

function policyAs(
  of: (typeof POLICIES)[number],
  namespace: string,
  { host, isStrict }: { readonly host: string; readonly isStrict: boolean },
  own: Partial<IndexedTableObject>,
): IndexedTableObject {
  const described = { namespace, name: "policy", createdAt: 0, labels: [] };
  const subsets = isStrict ? [{ name: "v1", labels: sortedLabelSet([["app", "a"]]), policy: null }] : [];
  switch (of) {
    case "destinationrules":
      return policyOf(of, aDestinationRule({ ...described, host, subsets }), own);
    case "sidecars":
      return policyOf(of, { ...described, callers: null, egress: [{ port: null, protocol: "", hosts: [isStrict ? "./*" : "*/*"] }] }, own);
    case "virtualservices": {
      const destinations = [{ host, port: null, subset: isStrict ? "v1" : "", sources: [] }];
      return policyOf(of, { ...described, hosts: [host], gateways: ["mesh"], exportTo: [], destinations }, own);
    }
    case "peerauthentications":
      return policyOf(of, { ...described, selector: [], mode: isStrict ? "STRICT" : "PERMISSIVE", ports: [] }, own);
    case "authorizationpolicies":
      return policyOf(of, { ...described, selector: [], targets: [], action: isStrict ? "DENY" : "ALLOW", rules: 1 }, own);
  }
}

/** The EndpointSlice of the Service `a`, with addresses, and with Pods of its namespace or of another; one of each namespace, in versions. */
const sliceObject = (cluster: string, namespace: string) =>
  fc
    .record({
      addresses: fc.subarray(["10.0.0.1", "10.1.0.1", "10.2.0.1"]),
      ready: fc.constantFrom(null, true, false),
      pod: fc.constantFrom(null, { namespace, name: "pod-1" }, { namespace: "legacy", name: "pod-1" }),
      port: fc.constantFrom(80, 81),
      version: fc.nat({ max: 9 }),
    })
    .map(({ version, ...content }): Happening => {
      const { addresses, ready, pod, port } = content;
      const slice = aTableSlice({ namespace, ports: [{ name: "http", port }], endpoints: [aSliceEndpoint(addresses, { ready, pod, terminating: false })] });
      return { kind: "object", object: { ...slice, cluster, uid: `${cluster}/${namespace}/endpointslices`, resourceVersion: versionOf(version, content) } };
    });

const objectGone = (cluster: string, namespace: string, ...kinds: readonly (keyof typeof KEPT)[]) =>
  fc.constantFrom(...kinds).map((of): Happening => ({ kind: "object-gone", cluster, source: KEPT[of], uid: `${cluster}/${namespace}/${of}` }));

const TOLD = ["legacy", "shop"];
const ELSEWHERE: readonly fc.Arbitrary<Happening>[] = [
  secretMachine(EU, "legacy").map(asEntry),
  gone(EU, "secret"),
  secretMachine(US, "shop").map((entry) => asEntry({ ...entry, uid: entry.uid.replace("secret", "seen") })),
  arbitraryWorld.map((world): Happening => ({ kind: "world", world: { ...world, cluster: US } })),
  fc.constantFrom(TOLD, [...TOLD, "secret"], ["a-secret", ...TOLD]).map((names): Happening => ({ kind: "namespaces", names })),
  fc.record({ namespace: fc.constant("legacy"), objects: fc.nat(), live: fc.boolean() }).map((source): Happening => ({ kind: "source", ...source })),
  selectingObject(EU, "legacy", ...SELECTORS, "pods"),
  selectingObject(US, "shop", ...SELECTORS, "pods"),
  objectGone(EU, "legacy", ...SELECTORS, "pods", "endpointslices"),
  sliceObject(EU, "legacy"),
  sliceObject(US, "shop"),
  policyObject(EU, "legacy"),
  policyObject(US, "shop"),
  objectGone(EU, "legacy", ...POLICIES),
  fc.record({ namespace: fc.constant("*"), objects: fc.nat(), live: fc.constant(true) }).map((source): Happening => ({ kind: "source", ...source })),
];
const SHOP_SELECTORS = [selectingObject(EU, "shop", ...SELECTORS), objectGone(EU, "shop", ...SELECTORS)];
const SHOP_PODS = [selectingObject(EU, "shop", "pods"), objectGone(EU, "shop", "pods")];
const SHOP_POLICIES = [policyObject(EU, "shop"), objectGone(EU, "shop", ...POLICIES)];
const SHOP_SLICES = [sliceObject(EU, "shop"), objectGone(EU, "shop", "endpointslices")];
const SHOP_OBJECTS = [...SHOP_SELECTORS, ...SHOP_PODS, ...SHOP_SLICES, ...SHOP_POLICIES];
const SHOP_MACHINES = [machine(EU, "shop", "seen").map(asEntry), gone(EU, "seen")];
const SHOP_GROUPS = [group(EU, "shop").map(asGroup), groupGone("shop")];
const LEGACY_GROUPS = [group(EU, "legacy").map(asGroup), groupGone("legacy")];
const WORLD = arbitraryWorld.map((world): Happening => ({ kind: "world", world }));

interface Case {
  readonly name: string;
  /** Of Services, ServiceEntries, policies, and Pods beside machines. */
  readonly objects: NamespaceScope;
  readonly entries: NamespaceScope;
  readonly groups: NamespaceScope;
  /** Absent: the same as `objects`. */
  readonly slices?: NamespaceScope;
  readonly seen: readonly fc.Arbitrary<Happening>[];
  readonly unseen: readonly fc.Arbitrary<Happening>[];
}

const CASES: readonly Case[] = [
  {
    name: "machines, groups and Services of one namespace",
    objects: ["shop"],
    entries: ["shop"],
    groups: ["shop"],
    seen: [...SHOP_MACHINES, ...SHOP_GROUPS, ...SHOP_OBJECTS],
    unseen: [...ELSEWHERE, ...LEGACY_GROUPS],
  },
  {
    name: "machines of one namespace and the groups of two, without Services",
    objects: [],
    entries: ["shop"],
    groups: ["legacy", "shop"],
    seen: [...SHOP_MACHINES, ...SHOP_GROUPS, ...LEGACY_GROUPS],
    unseen: [...ELSEWHERE, ...SHOP_OBJECTS],
  },
  {
    name: "machines without groups",
    objects: ["shop"],
    entries: ["shop"],
    groups: [],
    seen: [...SHOP_MACHINES, ...SHOP_OBJECTS],
    unseen: [...ELSEWHERE, ...SHOP_GROUPS, ...LEGACY_GROUPS],
  },
  {
    name: "groups and Services without machines",
    objects: ["shop"],
    entries: [],
    groups: ["legacy", "shop"],
    seen: [...SHOP_GROUPS, ...LEGACY_GROUPS, ...SHOP_SELECTORS, ...SHOP_POLICIES],
    unseen: [...ELSEWHERE, ...SHOP_MACHINES, ...SHOP_PODS],
  },
  {
    name: "machines, groups and Services of one namespace, without EndpointSlices",
    objects: ["shop"],
    entries: ["shop"],
    groups: ["shop"],
    slices: [],
    seen: [...SHOP_MACHINES, ...SHOP_GROUPS, ...SHOP_SELECTORS, ...SHOP_PODS, ...SHOP_POLICIES],
    unseen: [...ELSEWHERE, ...SHOP_SLICES],
  },
];

function scopeOfCase({ entries, groups, objects, slices = objects }: Case): Scope {
  const kinds = new Map<WatchedKind, NamespaceScope>([
    ["workloadentries", entries],
    ["workloadgroups", groups],
    ["namespaces", ["shop"]],
    ["services", objects],
    ["serviceentries", objects],
    ["endpointslices", slices],
    ...POLICIES.map((kind) => [kind, objects] as const),
    ["pods", ["istio-system", ...(objects === "all" ? [] : objects)]],
  ]);
  return scopeFromPermissions(new Map([[EU, kinds]]));
}

/** Two worlds that share what the viewer sees give him the same bytes at the same times. */
function law(of: Case) {
  const noise = fc.array(fc.oneof(...of.unseen), { maxLength: 4 });
  const common = fc.array(fc.oneof(...of.seen, WORLD), { maxLength: 3 });
  const isHeld = fc.boolean();
  const moment = fc.record({ noiseA: noise, noiseB: noise, common, isHeld, ms: fc.constantFrom(0, 7, 30, 50, 700, 9_000, 1_900_000) });
  const scope = scopeOfCase(of);
  return fc.property(fc.array(moment, { minLength: 1, maxLength: 7 }), (moments) => {
    const [one, other] = [live(scope, moments, ({ noiseA }) => noiseA), live(scope, moments, ({ noiseB }) => noiseB)];
    const at = one.findIndex((line, index) => line !== other[index]);
    expect(at < 0 ? "" : one[at], `line ${at}`).toBe(at < 0 ? "" : other[at]);
    expect(one.length).toBe(other.length);
  });
}

beforeEach(() => {
  mutant.is = "none";
  // A host's page paces itself by how long it took: that is another matter.
  vi.spyOn(performance, "now").mockReturnValue(0);
});

describe("two worlds that differ only out of a viewer's sight", () => {
  it.each(CASES)(
    "give equal frames, answers and beats at equal times: $name",
    (of) => {
      fc.assert(law(of), { numRuns: 40 });
    },
    120_000,
  );

  it("are worth comparing: what is in sight does reach the viewer", () => {
    const [of] = CASES;
    if (of === undefined) throw new Error("there is a first case");
    const moment = (change: Partial<WorkloadEntry>): Moment => ({ noiseA: [], noiseB: [], common: [asEntry(anEntry(change))], isHeld: false, ms: 100 });
    const story = [moment({}), moment({ uid: "2", name: "vm-1", address: "10.0.0.1" })];
    const out = live(scopeOfCase(of), story, ({ noiseA }) => noiseA).join("\n");
    for (const sign of ['"t":"snapshot"', "data: [1,1,", "10.0.0.1", "vm-1"]) expect(out).toContain(sign);
  });
});

describe("two worlds that differ in a viewer's sight since his rights could not be checked", () => {
  const [of] = CASES;
  if (of === undefined) throw new Error("there is a first case");
  const change = fc.array(fc.oneof(...of.seen, WORLD, ...of.unseen), { maxLength: 4 });
  const shared = fc.array(fc.oneof(...of.seen, WORLD), { minLength: 1, maxLength: 4 });
  const ms = fc.constantFrom(7, 50, 700, 9_000, 1_900_000);
  const before = fc.record({ noiseA: fc.constant([]), noiseB: fc.constant([]), common: shared, isHeld: fc.constant(false), ms });
  const since = fc.record({ noiseA: change, noiseB: change, common: fc.constant([]), isHeld: fc.constant(true), ms });
  const told = (moments: readonly Moment[]) => [
    live(scopeOfCase(of), moments, ({ noiseA }) => noiseA, false),
    live(scopeOfCase(of), moments, ({ noiseB }) => noiseB, false),
  ];

  it("give equal frames and beats at equal times: nothing newer is told", () => {
    fc.assert(
      fc.property(fc.array(before, { minLength: 1, maxLength: 3 }), fc.array(since, { minLength: 1, maxLength: 5 }), (one, other) => {
        const [a, b] = told([...one, ...other]);
        expect(a).toEqual(b);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it("are worth comparing: where they are checked, such worlds are told apart", () => {
    const noise = [asEntry(anEntry({ cluster: EU, namespace: "shop", uid: "seen-9", name: "vm-9" }))];
    const [a, b] = told([{ noiseA: noise, noiseB: [], common: [], isHeld: false, ms: 700 }]);
    expect(a).not.toEqual(b);
  });
});

describe("the law's own test", () => {
  const mutants = [
    ["no scope", 0],
    ["groups count everything", 0],
    ["groups count everything", 2],
    ["told of everything", 0],
    ["beats count everything", 0],
  ] as const;

  it.each(mutants)("fails when the filter is taken out: %s (case %i)", (is, at) => {
    const of = CASES[at];
    if (of === undefined) throw new Error("there is such a case");
    mutant.is = is;
    expect(fc.check(law(of), { numRuns: 150, endOnFailure: true, seed: 7 }).failed).toBe(true);
  });
});
