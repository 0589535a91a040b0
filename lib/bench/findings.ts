import { NO_GATEWAY_API } from "@/lib/domain/mesh/network-gateways";
import { scopeFromPermissions } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, sourceDefinition } from "@/lib/domain/source/source";
import { isTableSource } from "@/lib/server/cluster/tables";
import { ScopedFindings } from "@/lib/server/findings/scoped-findings";
import type { LiveFleet } from "@/lib/server/fleet/live-fleet";
import { identityOf } from "@/lib/server/kube/parse/identity";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import { aReplica } from "@/lib/testing/entries";
import { atMost, percentile, print, told } from "@/lib/testing/figures";
import { aGateway } from "@/lib/testing/finding-cases";
import { aService } from "@/lib/testing/hosts";
import { groupObject } from "./fleet-objects";
import { type Change, CLUSTER, healthTurned, type Indexed, indexed, NOW, SELECTORS } from "./host-index";

const SMALL = 1_000;
const ROUNDS = 12;
const WARM_ROUNDS = 4;
/** So many machines are changed in a round, each after the one before has been asked about. */
const CHANGES = 60;
/** What is gathered for a second is told by then. */
const GATHERED = NOW + 2_000;
/** A slice of the live server. Milliseconds. */
const SLICE_MS = 8;
const EVERYTHING = scopeFromPermissions(new Map([[CLUSTER, new Map(SOURCE_NAMES.map((source) => [sourceDefinition(source).kind as "pods", "all"] as const))]]));

interface Looked extends Indexed {
  readonly findings: ScopedFindings;
  readonly firstMs: number;
  readonly slices: readonly number[];
}

/** P18: all rules over a fleet with a thousand hosts: the first look at everything, and one changed machine while somebody looks, beside a thousand machines in the same run. */
export function findings(entries: number): void {
  const base = { part: "P18", entries };
  const [large, small] = [looked(entries), looked(SMALL)];
  print(told({ ...base, metric: `all rules over a fleet with ${SELECTORS} hosts, the first time`, value: large.firstMs, unit: "ms" }));
  print(told({ ...base, metric: `the same per machine`, value: (large.firstMs * 1_000) / entries, unit: "µs" }));
  print(told({ ...base, metric: `slices of ${SLICE_MS} ms of it, p99`, value: percentile(large.slices, 0.99), unit: "ms" }));
  print(told({ ...base, metric: "findings", value: large.findings.store.size, unit: "" }));
  const changes = { "of its health": healthTurned, "of its labels": relabelled };
  for (const [what, change] of Object.entries(changes)) compare({ ...base, metric: `a machine's change ${what} while somebody looks` }, change, large, small);
  // The nearest that a selector misses may be any machine of its namespace.
  for (const { fleet, findings: all } of [large, small]) {
    fleet.tables.services.upsert(
      aService({
        namespace: "team-0",
        name: "nobody",
        selector: [
          ["app", "app-nobody"],
          ["version", "1.0.0"],
        ],
      }) as never,
    );
    all.settle(GATHERED);
  }
  const held = false;
  compare({ ...base, metric: "a machine's change of its labels while a host takes nobody" }, relabelled, large, small, held);
}

/** A label that no selector wants. */
const relabelled: Change = (machine, round) => ({
  ...machine,
  metadataLabels: machine.metadataLabels.map(([key, value]) => [key, key === "team" ? `team-${round}` : value] as const),
});

function compare(
  base: { readonly part: string; readonly entries: number; readonly metric: string },
  change: Change,
  large: Looked,
  small: Looked,
  isHeld = true,
): void {
  const [own, few]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const costs = [large, small].map((one) => changed(one, change, round));
    if (round < WARM_ROUNDS) continue;
    own.push(costs[0] ?? Number.NaN);
    few.push(costs[1] ?? Number.NaN);
  }
  print(told({ ...base, value: percentile(own, 0.5), unit: "ms" }));
  const ratio = { ...base, metric: `${base.metric} ÷ the same at ${SMALL} machines`, value: percentile(own, 0.5) / percentile(few, 0.5), unit: "" };
  print(isHeld ? atMost(2, ratio) : told(ratio));
}

/** Milliseconds of CPU for one changed machine, from the parsed object until all that follows from it is found; each time all that is gathered is told. */
function changed({ fleet, machines, findings: all }: Looked, change: Change, round: number): number {
  const step = Math.max(1, Math.floor(machines.length / CHANGES));
  const versions = Array.from({ length: CHANGES }, (_, at) => machines[(at * step) % machines.length])
    .flatMap((machine) => machine ?? [])
    .map((machine, at) => ({ ...change(machine, round), resourceVersion: `${round}-${at}` }));
  const before = process.cpuUsage();
  for (const machine of versions) {
    fleet.store.upsertEntry(machine, NOW, "seen");
    while (!all.run(GATHERED));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / versions.length;
}

/** A fleet at which somebody looks: everything is in sight, and every rule has been asked. */
function looked(entries: number): Looked {
  const made = indexed(entries, true);
  complete(made.fleet, entries);
  const slices: number[] = [];
  const before = process.cpuUsage();
  const all = new ScopedFindings(made.fleet, EVERYTHING);
  for (let isDone = false; !isDone; ) {
    const began = performance.now();
    isDone = all.run(GATHERED, () => performance.now() - began < SLICE_MS);
    slices.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(before);
  if (all.store.size === 0) throw new Error("Nothing was found.");
  return { ...made, findings: all, firstMs: (user + system) / 1_000, slices };
}

/** What the fleet of the selectors lacks: groups, replicas, a gateway, and that all sources are seen. */
function complete(fleet: LiveFleet, entries: number): void {
  const size = { entries, groups: SELECTORS, namespaces: 1 };
  for (let group = 0; group < SELECTORS; group++) {
    const raw = groupObject(group, size);
    const identity = identityOf(raw);
    if ("missing" in identity) throw new Error(`A group lacks ${identity.missing}.`);
    fleet.store.upsertGroup(parseWorkloadGroup(raw, identity, CLUSTER));
  }
  for (const source of SOURCE_NAMES) if (isTableSource(source)) fleet.setFreshness(CLUSTER, source, "*", { kind: "live", asOf: NOW });
  const world = fleet.worldOf(CLUSTER);
  const replicas = new Map([0, 1, 2].map((at) => [`istiod-7c9d8f6b5c-${at}abcd`, aReplica({ name: `istiod-7c9d8f6b5c-${at}abcd`, uid: `${at}` })]));
  fleet.store.setWorld(
    {
      ...world,
      replicas: { kind: "known", value: replicas, source: "Pods" },
      gateways: { kind: "known", value: [aGateway()], source: "Services" },
      networkGateways: NO_GATEWAY_API,
    },
    NOW,
  );
}
