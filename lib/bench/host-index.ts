import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import type { MeshService, StoredMeshService } from "@/lib/domain/selection/objects";
import { type LiveFleet, liveFleet } from "@/lib/server/fleet/live-fleet";
import { withEditedSelector } from "@/lib/server/hosts/edited-hosts";
import { identityOf } from "@/lib/server/kube/parse/identity";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { aWorld } from "@/lib/testing/entries";
import { atMost, percentile, print, told } from "@/lib/testing/figures";
import { aHostEntry, aService, aTablePod } from "@/lib/testing/hosts";
import { entryObject, machinesOf } from "./fleet-objects";

/** So many selectors, and as many groups. */
export const SELECTORS = 1_000;
const PODS = 20_000;
const SMALL = 1_000;
/** A preview answers within a keystroke at so many machines. */
const PREVIEWED = 10_000;
const CHANGES = 1_000;
const ROUNDS = 12;
const WARM_ROUNDS = 4;
export const CLUSTER = "prod-eu";
export const NOW = Date.parse("2026-11-20T09:00:00Z");
/** All selectors and machines are in one namespace, the hardest case: nothing but labels tells them apart. */
const NAMESPACE = "team-0";

/** P12, second half: what it costs to know who is taken by which Service, beside a fleet of a thousand machines in the same run. */
export function hostIndex(entries: number): void {
  const base = { part: "P12", entries };
  const [large, small] = [indexed(entries), indexed(SMALL)];
  const changes = { "of its health": healthTurned, "of its labels": relabelled };
  for (const [what, change] of Object.entries(changes)) {
    const [own, few]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const costs = [large, small].map((one) => changed(one, change, round));
      if (round < WARM_ROUNDS) continue;
      own.push(costs[0] ?? Number.NaN);
      few.push(costs[1] ?? Number.NaN);
    }
    const metric = `a machine's change ${what} among ${SELECTORS} selectors`;
    print(told({ ...base, metric, value: percentile(own, 0.5), unit: "µs" }));
    print(atMost(2, { ...base, metric: `${metric} ÷ the same at ${SMALL} machines`, value: percentile(own, 0.5) / percentile(few, 0.5), unit: "" }));
  }
  print(told({ ...base, metric: "heap of the index per machine", value: large.heapPerEntry, unit: "B" }));
  print(told({ ...base, metric: `heap of the index per Pod, of ${PODS}`, value: heapPerPod(), unit: "B" }));
  previews(entries <= PREVIEWED ? large : indexed(PREVIEWED), Math.min(entries, PREVIEWED));
}

export interface Indexed {
  readonly fleet: LiveFleet;
  readonly machines: readonly WorkloadEntry[];
  readonly heapPerEntry: number;
}

/** A fleet of a thousand selectors in one namespace. `isShared`: each of them takes one machine at least. */
export function indexed(entries: number, isShared = false): Indexed {
  const fleet = emptyFleet();
  const size = { entries, groups: SELECTORS, namespaces: 1 };
  const all = machinesOf(size, NOW, 7).map((machine, at) => (isShared && at < SELECTORS ? { ...machine, group: at } : machine));
  const machines = all.map((machine, at) => parsed(entryObject(machine, size, at)));
  for (const machine of machines) fleet.store.upsertEntry(machine, NOW, "seen");
  for (let n = 0; n < SELECTORS; n++) put(fleet, selectorOf(n));
  return { fleet, machines, heapPerEntry: heapOfIndex(fleet) / entries };
}

/** Half of them Services, half ServiceEntries; every one wants a label of many beside its own. */
function selectorOf(n: number): StoredMeshService {
  const own = {
    namespace: NAMESPACE,
    name: `app-${n}`,
    selector: [
      ["app", `app-${n}`],
      ["istio.io/rev", "default"],
    ],
  } as const;
  return n % 2 === 0 ? aService(own) : aHostEntry({ ...own, hosts: [`app-${n}.example.com`] });
}

function heapPerPod(): number {
  const fleet = emptyFleet();
  for (let n = 0; n < SELECTORS; n++) put(fleet, selectorOf(n));
  for (let n = 0; n < PODS; n++) {
    const labels = [
      ["app", `app-${n % SELECTORS}`],
      ["istio.io/rev", "default"],
      ["pod", `${n}`],
    ] as const;
    fleet.tables["workload-pods"].upsert(aTablePod({ namespace: NAMESPACE, name: `pod-${n}`, labels }));
  }
  return heapOfIndex(fleet) / PODS;
}

/** Bytes that the index of a fleet takes beyond that of its selectors alone. */
function heapOfIndex(fleet: LiveFleet): number {
  const bare = emptyFleet();
  for (let n = 0; n < SELECTORS; n++) put(bare, selectorOf(n));
  return begunHeap(fleet) - begunHeap(bare);
}

/** Fleets that were measured stay: what is let go of meanwhile would count against those after them. */
const measured: LiveFleet[] = [];

function begunHeap(fleet: LiveFleet): number {
  measured.push(fleet);
  const before = heap();
  fleet.hosts.begin();
  return heap() - before;
}

export type Change = (machine: WorkloadEntry, round: number) => WorkloadEntry;

export const healthTurned: Change = (machine, round) => ({
  ...machine,
  health: machine.health && { ...machine.health, status: round % 2 === 0 ? "False" : "True" },
});

const relabelled: Change = (machine, round) => ({
  ...machine,
  metadataLabels: machine.metadataLabels.map(([key, value]) => [key, key === "app" && round % 2 === 0 ? `${value}0` : value] as const),
});

/** Microseconds of CPU for one changed machine, from the parsed object to the counts of its hosts. */
function changed({ fleet, machines }: Indexed, change: Change, round: number): number {
  const step = Math.max(1, Math.floor(machines.length / CHANGES));
  const versions = Array.from({ length: CHANGES }, (_, at) => machines[(at * step) % machines.length])
    .flatMap((machine) => machine ?? [])
    .map((machine, at) => ({ ...change(machine, round), resourceVersion: `${round}-${at}` }));
  const before = process.cpuUsage();
  for (const machine of versions) fleet.store.upsertEntry(machine, NOW, "seen");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / versions.length;
}

function previews({ fleet }: Pick<Indexed, "fleet">, entries: number): void {
  const base = { part: "P12", entries };
  const selectors = {
    "of one group": selectorOf(3),
    "of all machines": aService({ namespace: NAMESPACE, name: "all", selector: [["kubernetes.io/arch", "amd64"]] }),
  };
  for (const [what, { parsed: selector }] of Object.entries(selectors as unknown as Record<string, { readonly parsed: MeshService }>)) {
    const edit = () => {
      const hosts = withEditedSelector(fleet, { cluster: CLUSTER, selector, replaces: null });
      if (hosts.edited === null || [...hosts.machines(hosts.edited)].length === 0) throw new Error("Nobody is taken.");
    };
    print(atMost(20, { ...base, metric: `who a selector ${what} would take, p99`, value: percentile(timed(edit), 0.99), unit: "ms" }));
  }
}

function timed(work: () => unknown): readonly number[] {
  const spent: number[] = [];
  for (let round = 0; round < 60; round++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    if (round >= 20) spent.push((user + system) / 1_000);
  }
  return spent;
}

function emptyFleet(): LiveFleet {
  const fleet = liveFleet([CLUSTER], () => NOW);
  const pods = [{ revision: "default", version: "1.31.0", settings: {} }];
  const meshes = meshFactsByRevision({ namespace: "istio-system", pods, deployments: [], configOf: () => ({ kind: "absent" }) }, []);
  fleet.store.setWorld(aWorld([], { meshes }), NOW);
  return fleet;
}

function put(fleet: LiveFleet, object: StoredMeshService): void {
  fleet.tables[object.kind].upsert(object as never);
}

function parsed(raw: object): WorkloadEntry {
  const identity = identityOf(raw);
  if ("missing" in identity) throw new Error(`A machine lacks ${identity.missing}.`);
  return parseWorkloadEntry(raw, identity, CLUSTER);
}

function heap(): number {
  for (let round = 0; round < 4; round++) global.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
