import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import type { StoredMeshService } from "@/lib/domain/selection/objects";
import { aGroup, anEntry, aReplica, aReport, aWorld, NOW } from "./entries";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What the watches of one cluster see, as a recorder beside them hears it. */
export interface ToldFleet {
  readonly clock: { now(): number };
  live(entries: readonly WorkloadEntry[], groups: readonly WorkloadGroup[], world: World): Promise<void>;
  blind(reason: string): void;
  upsert(...entries: WorkloadEntry[]): void;
  remove(...entries: WorkloadEntry[]): void;
  group(group: WorkloadGroup): void;
  removeGroup(group: WorkloadGroup): void;
  world(world: World): void;
  select(...values: StoredMeshService[]): void;
  unselect(value: StoredMeshService): void;
  wait(ms: number): Promise<void>;
}

/** Durations of `toldPast`: a maximum connection age of four hours, so that only two machines grow old, and a grace period of ten seconds. */
const SLOW = { maxConnectionAgeMs: { kind: "known", value: 4 * HOUR, source: "arguments" } } as const;
const REPLICAS = [aReplica({ name: "istiod-a", uid: "istiod-1" }), aReplica({ name: "istiod-b", uid: "istiod-2", zone: "eu-central-1b", revision: "canary" })];
const BOTH = aWorld(REPLICAS, SLOW);
const at = (ms: number) => parseTimestamp(new Date(ms).toISOString());

/** The world at the end of the past: one replica, started anew. */
export const PAST_WORLD = aWorld([aReplica({ name: "istiod-a", uid: "istiod-1", runningSince: NOW - 5 * MINUTE, restarts: 1 })], SLOW);

const machine = (n: number, change: Partial<WorkloadEntry> = {}) =>
  anEntry({
    ...{ uid: `uid-${n}`, name: `vm-${n}`, address: `10.20.1.${n}`, resourceVersion: `${1000 + n}`, controller: n % 2 === 0 ? "istiod-b" : "istiod-a" },
    ...{ locality: n < 5 ? "eu-central-1/eu-central-1a" : "eu-central-1/eu-central-1b/rack-7", connectedAt: at(NOW - 2 * MINUTE) },
    ...{ createdAt: NOW - 24 * HOUR + n, lastWriter: { manager: "pilot-discovery", operation: "Update", subresource: "status", time: NOW - n } },
    ...change,
  });
const billing = (n: number, change: Partial<WorkloadEntry> = {}) =>
  machine(n, {
    ...{ namespace: "legacy", registrationGroup: "billing", controller: "istiod-a", network: "" },
    ...{ owner: { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "billing", uid: "billing-1" } },
    ...change,
  });

const UNMANAGED = { registrationGroup: "", controller: "", connectedAt: null, owner: null, health: null, gate: null } as const;
const DATABASE = machine(20, { ...UNMANAGED, name: "db-1", address: "db.example", specLabels: [], metadataLabels: [], weight: 7 });
const BROKEN = machine(21, { ...UNMANAGED, name: "broken", unreadable: "spec.ports: expected a map", address: "", ports: [] });
const CLAIMED = machine(22, { registrationGroup: "", owner: null, name: "claimed", connectedAt: null, disconnectedAt: at(NOW - HOUR), health: null });

const CHECKOUT = aGroup({
  ...{ resourceVersion: "500", expectedSize: "9", managedBy: "Argo CD" },
  ...{ entryLabels: sortedLabelSet([["app", "checkout"]]), entryAnnotations: sortedLabelSet([["team", "pay & go"]]) },
  probe: {
    ...{ method: "httpGet", port: 8080, path: "/healthz", scheme: "HTTP", host: "", command: [] },
    ...{ initialDelaySeconds: 1, timeoutSeconds: 2, periodSeconds: 5, successThreshold: null, failureThreshold: 3 },
  },
});
const BILLING = aGroup({ uid: "billing-1", name: "billing", namespace: "legacy", resourceVersion: "501" });
const EDITED: WorkloadGroup = {
  ...CHECKOUT,
  resourceVersion: "502",
  generation: 2,
  expectedSize: "8",
  template: { ...CHECKOUT.template, network: "vpc-3", weight: 5 },
  probe: CHECKOUT.probe === null ? null : { ...CHECKOUT.probe, path: "/ready" },
};
const SEARCH = aGroup({ uid: "search-1", name: "search", resourceVersion: "503", createdAt: NOW + 9 * MINUTE });

const SERVICE: StoredMeshService = {
  ...{ cluster: "prod-eu", kind: "services", uid: "service-1", namespace: "shop", name: "checkout", resourceVersion: "600", createdAt: NOW - HOUR },
  ...{
    unreadable: null,
    parsed: null,
    selector: sortedLabelSet([["app", "checkout"]]),
    hosts: [],
    ports: [["http", "80/TCP → 8080"]],
    traits: [["type", "ClusterIP"]],
    mutedFindings: '[{"code":"STL301","until":"2099-01-01T00:00:00.000Z","reason":"known"}]',
    istiodStatus: '[[["WaypointBound","False","WaypointIsNotReady","not ready",null]],[]]',
  },
};
const ENTRY: StoredMeshService = {
  ...{ ...SERVICE, kind: "serviceentries", uid: "serviceentry-1", name: "outside", resourceVersion: "601", hosts: ["pay.example", "*.pay.example"] },
  ...{ traits: [["location", "MESH_INTERNAL"]] },
};

/** The machines that are there at the end, as they are then. */
export const PAST_ENTRIES: readonly WorkloadEntry[] = [
  machine(2, {
    ...{ resourceVersion: "1302", network: "vpc-3", locality: "eu-central-1/eu-central-1c", weight: 3, serviceAccount: "checkout-2", controller: "istiod-a" },
    specLabels: sortedLabelSet([
      ["app", "checkout"],
      ["tier", ""],
    ]),
    metadataLabels: sortedLabelSet([["version", 'v2 "quoted"']]),
    ports: [
      ["http", 8081],
      ["metrics", 9090],
    ],
  }),
  machine(3, { resourceVersion: "1305", health: { ...aReport("True"), lastProbeTime: at(NOW + 14 * MINUTE), lastTransitionTime: at(NOW + 14 * MINUTE) } }),
  machine(8, { resourceVersion: "1308", controller: "istiod-a", health: aReport("False", "connection refused\nby 10.20.1.8 — „Ende“ 🛑") }),
  machine(9, { resourceVersion: "1309", createdAt: NOW + 8 * MINUTE, connectedAt: at(NOW + 8 * MINUTE), controller: "istiod-a", health: aReport("True") }),
  machine(11, { resourceVersion: "1011", connectedAt: at(NOW - 4 * HOUR - 10 * MINUTE) }),
  machine(13, { resourceVersion: "1013", health: aReport("Unknown", "probe not yet run") }),
  { ...machine(1), uid: "uid-10", resourceVersion: "1310", createdAt: NOW + 8 * MINUTE, connectedAt: at(NOW + 8 * MINUTE) },
  { ...machine(7), uid: "uid-70", resourceVersion: "1370", createdAt: NOW + 31 * MINUTE, connectedAt: at(NOW + 31 * MINUTE) },
  BROKEN,
  CLAIMED,
];
const PAST_GROUPS: readonly WorkloadGroup[] = [EDITED, SEARCH];

/**
 * Plays three quarters of an hour in which everything happens that the history has a word for, each cause of a loss at least once: to one
 * recorder, which is killed without a word, and after ten minutes to the next. Begins at NOW; resolves at its end.
 */
export async function toldPast(first: ToldFleet, next: () => Promise<ToldFleet>): Promise<ToldFleet> {
  await beginning(first);
  await losses(first);
  await changes(first);
  await blindness(first);
  const second = await next();
  await end(second);
  return second;
}

async function beginning(fleet: ToldFleet): Promise<void> {
  const old = machine(12, { connectedAt: at(NOW - 6 * HOUR + 4 * MINUTE) });
  const late = machine(11, { connectedAt: at(NOW - 4 * HOUR - 10 * MINUTE) });
  const well = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => machine(n));
  await fleet.live([...well, late, old, machine(13, { health: null }), billing(30), billing(31), DATABASE, BROKEN, CLAIMED], [CHECKOUT, BILLING], BOTH);
  fleet.select(SERVICE, ENTRY);
  await fleet.wait(MINUTE);
  fleet.upsert(machine(3, { resourceVersion: "1300", health: aReport("False", "HTTP 503") }));
  await fleet.wait(20_000);
  fleet.upsert(machine(3, { resourceVersion: "1301", health: aReport("False", "HTTP 500") }));
  await fleet.wait(MINUTE);
  fleet.upsert(machine(13, { health: aReport("Unknown", "probe not yet run") }));
  await fleet.wait(MINUTE);
}

async function losses(fleet: ToldFleet): Promise<void> {
  const failed = aReport("False", "HTTP 503");
  const left = machine(1, { resourceVersion: "1201", connectedAt: null, disconnectedAt: at(fleet.clock.now()), health: failed });
  fleet.upsert(left);
  await fleet.wait(10_100);
  fleet.remove(left);
  const drained = machine(4, { resourceVersion: "1204", specLabels: sortedLabelSet([["istio.io/draining", "true"]]) });
  fleet.upsert(drained);
  await fleet.wait(30_000);
  fleet.remove(drained);
  const marked = machine(5, { resourceVersion: "1205", deletingAt: fleet.clock.now() });
  fleet.upsert(marked);
  await fleet.wait(1_000);
  fleet.remove(marked, DATABASE);
  await fleet.wait(MINUTE);
  fleet.removeGroup(BILLING);
  fleet.remove(billing(30), billing(31));
  await fleet.wait(30_000);
  // The replica of vm-6 goes, and with it whoever could vouch for the machine: somebody deletes it before its time. istiod sweeps one that is too old.
  fleet.world(aWorld([aReplica({ name: "istiod-a", uid: "istiod-1" })], SLOW));
  await fleet.wait(2 * MINUTE);
  fleet.remove(machine(6), machine(12, { connectedAt: at(NOW - 6 * HOUR + 4 * MINUTE) }));
  await fleet.wait(10_000);
}

async function changes(fleet: ToldFleet): Promise<void> {
  fleet.upsert(machine(9, { resourceVersion: "1209", createdAt: NOW + 8 * MINUTE, connectedAt: at(NOW + 8 * MINUTE), controller: "istiod-a", health: null }));
  fleet.group(SEARCH);
  await fleet.wait(30_000);
  fleet.upsert(...PAST_ENTRIES.filter(({ uid }) => uid === "uid-9" || uid === "uid-2" || uid === "uid-10"));
  fleet.group(EDITED);
  fleet.world(PAST_WORLD);
  fleet.select({ ...SERVICE, resourceVersion: "602", selector: sortedLabelSet([["app", "search"]]) });
  fleet.unselect(ENTRY);
  await fleet.wait(4 * MINUTE);
  fleet.upsert(machine(3, { resourceVersion: "1304" }));
  await fleet.wait(MINUTE);
  fleet.upsert(...PAST_ENTRIES.filter(({ uid }) => uid === "uid-3"));
  // Connected and well, and yet it goes: nothing tells why. It comes back, and the API server has gone back in time meanwhile.
  fleet.upsert(machine(8, { resourceVersion: "1208", controller: "istiod-a" }));
  await fleet.wait(10_000);
  fleet.remove(machine(8));
  await fleet.wait(MINUTE);
  fleet.upsert(machine(8, { resourceVersion: "1007", controller: "istiod-a" }));
  await fleet.wait(MINUTE);
}

/** Nobody looks for five minutes; meanwhile vm-7 goes and vm-8 fails. Then the recorder is killed. */
async function blindness(fleet: ToldFleet): Promise<void> {
  fleet.blind("the API server is away");
  await fleet.wait(5 * MINUTE);
  await fleet.live(
    PAST_ENTRIES.filter(({ uid }) => uid !== "uid-70"),
    PAST_GROUPS,
    PAST_WORLD,
  );
  await fleet.wait(5 * MINUTE);
}

/** Ten minutes later another recorder finds another machine under the name of vm-7, and all else as it was. */
async function end(fleet: ToldFleet): Promise<void> {
  await fleet.wait(10 * MINUTE);
  await fleet.live(PAST_ENTRIES, PAST_GROUPS, PAST_WORLD);
  await fleet.wait(11 * MINUTE);
  await fleet.live(PAST_ENTRIES, PAST_GROUPS, PAST_WORLD);
}
