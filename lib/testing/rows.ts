import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { FindingRow } from "@/lib/contract/views/findings";
import type { FleetHead } from "@/lib/contract/views/fleet";
import type { GroupRow, RollUp, SingleGroupHead } from "@/lib/contract/views/groups";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES, type State } from "@/lib/domain/verdict/verdict";

/** The moment at which rows of tests are looked at: 2026-08-12 04:16:12 UTC. */
export const ROWS_NOW = Date.UTC(2026, 7, 12, 4, 16, 12);
const minute = 60_000;

/** An entry that is well, registered by istiod, with what a test says otherwise. */
export function anEntryRow(change: Partial<EntryRow> = {}): EntryRow {
  const uid = change.uid ?? "57fd0001";
  const cluster = change.cluster ?? "prod-eu";
  return {
    id: `${cluster}/${uid}`,
    cluster,
    uid,
    namespace: "shop",
    name: "checkout-10.20.1.14-vpc-2",
    state: "healthy",
    vouched: true,
    connection: "connected",
    connectionWhy: "",
    serving: "yes-checked",
    since: ROWS_NOW - 12 * minute,
    sinceAtLeast: false,
    sinceNotBefore: null,
    message: "",
    deadline: null,
    address: "10.20.1.14",
    host: "checkout-vm-14",
    network: "vpc-2",
    locality: "eu-central-1/eu-central-1a",
    controller: "istiod-7c9f-b",
    revision: "default",
    version: "v1",
    group: "checkout",
    origin: "auto-registered",
    connectedAt: ROWS_NOW - 21 * minute,
    disconnectedAt: null,
    createdAt: ROWS_NOW - 9 * 24 * 60 * minute,
    generation: 1,
    ...change,
  };
}

/** Counts by the codes of states. */
export function countsOf(counts: Partial<Record<State, number>>): number[] {
  return codedCounts(STATES.map((state) => counts[state] ?? 0));
}

export function aRollUp(counts: Partial<Record<State, number>>, change: Partial<RollUp> = {}): RollUp {
  const list = countsOf(counts);
  const total = list.reduce((sum, count) => sum + count, 0);
  const doubted = counts.unverified ?? 0;
  const down = (["unreadable", "vanished", "unhealthy", "draining", "awaiting"] as const).reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const fullTotal = Math.max(total, change.expected ?? 0);
  return { total, fullTotal, serving: total - doubted - down, doubted, counts: list, expected: null, expectedFrom: "unknown", ...change };
}

/** A group of forty, two of them unhealthy. */
export function aGroupRow(change: Partial<GroupRow> = {}): GroupRow {
  const name = change.name ?? "checkout";
  const rollUp = change.rollUp ?? aRollUp({ unhealthy: 2, healthy: 38 }, { expected: 40, expectedFrom: "declared" });
  return {
    id: `prod-eu/shop/${name}`,
    cluster: "prod-eu",
    namespace: "shop",
    name,
    exists: true,
    unreadable: null,
    rollUp,
    unvouched: 0,
    unvouchedWhy: "",
    missing: Math.max(0, rollUp.fullTotal - rollUp.total - (change.lost ?? 0)),
    lost: 0,
    state: "unhealthy",
    since: ROWS_NOW - 63 * minute,
    sinceAtLeast: false,
    rise: { count: 2, total: 2 },
    pace: null,
    message: "readiness probe failed: HTTP 503",
    common: ["zone eu-central-1a"],
    probe: { method: "httpGet", port: 8080, path: "/healthz" },
    accounts: ["checkout-vm"],
    networks: ["vpc-2"],
    zones: ["eu-central-1a", "eu-central-1b", "eu-central-1c"],
    createdAt: ROWS_NOW - 165 * 24 * 60 * minute,
    ...change,
  };
}

export function aFleetHead(change: Partial<FleetHead> = {}): FleetHead {
  return {
    rollUp: aRollUp({ unhealthy: 12, unverified: 2, healthy: 910 }, { expected: 924, expectedFrom: "declared" }),
    groups: 25,
    groupsInTrouble: 4,
    groupsUntroubled: 38,
    placesInTrouble: 0,
    longRunning: { count: 0, places: 0, rows: [] },
    worst: { machine: null, traits: [], isNameUnique: true, unverifiedByRollout: 0 },
    istiodGone: null,
    incidents: null,
    withoutIncident: { total: 0, rows: [] },
    lost: 0,
    groupsLosing: 0,
    missing: 0,
    failing: { count: 12, groups: 3, shared: [] },
    rollout: null,
    groupsWithoutExpected: 0,
    groupsLearned: 0,
    groupsArriving: 0,
    namespaces: 6,
    connections: 864,
    replicas: { kind: "known", running: 3, source: "Pods", namespace: "" },
    istiod: { pods: 3, ready: 3, notKnown: 0, versions: ["1.30.1"] },
    ...change,
  };
}

export function aGroupHead(change: Partial<SingleGroupHead> = {}): SingleGroupHead {
  return {
    found: true,
    row: aGroupRow(),
    detail: {
      uid: "group-uid",
      resourceVersion: "812",
      generation: 3,
      entryLabels: [{ key: "app", value: "checkout" }],
      entryAnnotations: [],
      template: {
        ports: [{ name: "http", port: 8080 }],
        labels: [],
        network: "vpc-2",
        locality: "",
        weight: null,
        serviceAccount: "checkout-vm",
      },
      probe: null,
      expectedSizeText: "40",
      zones: [{ value: "eu-central-1a", count: 14, trouble: 2 }],
      networks: [{ value: "vpc-2", count: 40, trouble: 2 }],
      replicas: [{ value: "istiod-7c9f-b", count: 22, trouble: 2 }],
      versions: [{ value: "v41", count: 2, trouble: 2 }],
      labelOnly: [],
      labelOnlyTotal: 0,
      next: [],
      nextOf: 0,
      trouble: [],
      healthy: null,
      lostDrains: [],
      planned: [],
      maintenance: [],
      lastWriter: null,
      managedBy: "",
      deletingAt: null,
    },
    ...change,
  };
}

/** A machine that was drained and came back without its drain. */
export function aFindingRow(change: Partial<FindingRow> = {}): FindingRow {
  return {
    ...{ id: "STL126/prod-eu/shop/a", code: "STL126", rule: "drain-lost", severity: "warning", cluster: "prod-eu", namespace: "shop", subject: "entry" },
    ...{ since: null, objects: [{ kind: "WorkloadEntry", namespace: "shop", name: "a" }], moreObjects: 0 },
    ...{ evidence: { label: "istio.io/draining" }, patch: null, noPatchBecause: "", ...change },
  };
}
