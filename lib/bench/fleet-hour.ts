import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { Replica } from "@/lib/domain/mesh/world";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { aGroup, anEntry, aReplica } from "@/lib/testing/entries";
import { randomFrom } from "./random";

const MACHINES_OF_A_GROUP = 100;
const NAMESPACES = 20;
const REPLICAS = ["istiod-7c9f-a", "istiod-7c9f-b", "istiod-7c9f-c", "istiod-7c9f-d"];
const ZONES = ["eu-central-1/eu-central-1a", "eu-central-1/eu-central-1b", "us-east-1/us-east-1c"];
/** Connections are renewed in turn, each within half an hour at 100,000 machines. */
const RENEWALS = 0.6;
/** The shares of other changes, added up: reports that turn, reports replayed, connections lost for four seconds. */
const TURNS = 0.22;
const REPLAYS = 0.14;
const AWAY_MS = 4_000;

/** What the API server would tell: an entry as it is now, or that one is gone. */
export type Told = { readonly entry: WorkloadEntry } | { readonly gone: WorkloadEntry };

/** A fleet and what happens to it, second by second, by a seed and a clock that the caller moves. */
export class FleetHour {
  readonly entries: WorkloadEntry[];
  readonly groups: readonly WorkloadGroup[];
  readonly replicas: readonly Replica[];
  private readonly random = randomFrom(11);
  private readonly away: { readonly at: number; readonly index: number }[] = [];
  private version = 1_000_000;
  private renewed = 0;
  private seconds = 0;

  constructor(size: number, now: number) {
    this.replicas = REPLICAS.map((name, at) => aReplica({ name, uid: `pod-${at}`, runningSince: now - 86_400_000 }));
    this.groups = Array.from({ length: Math.ceil(size / MACHINES_OF_A_GROUP) }, (_, at) =>
      aGroup({ uid: `group-${at}`, namespace: `team-${at % NAMESPACES}`, name: `service-${at}`, createdAt: now - 86_400_000 }),
    );
    this.entries = Array.from({ length: size }, (_, index) => this.machine(index, 0, now - Math.floor(this.random() * 1_700_000)));
  }

  /** What happens within the second that ends now, `changes` in number. */
  second(now: number, changes: number): Told[] {
    const told: Told[] = [];
    this.seconds++;
    while ((this.away[0]?.at ?? now) < now - AWAY_MS) {
      const index = this.away.shift()?.index ?? 0;
      told.push(this.change(index, { connectedAt: this.stamp(now), disconnectedAt: null, controller: this.replica() }));
    }
    if (this.seconds % 10 === 0) told.push(...this.replace(Math.floor(this.random() * this.entries.length), now));
    const rest = changes - told.length;
    for (let at = 0; at < rest; at++) {
      const kind = this.random();
      if (kind < RENEWALS)
        told.push(this.change(this.renewed++ % this.entries.length, { connectedAt: this.stamp(now), disconnectedAt: null, controller: this.replica() }));
      else told.push(this.happen(kind, now));
    }
    return told;
  }

  private happen(kind: number, now: number): Told {
    const index = Math.floor(this.random() * this.entries.length);
    const status = this.entries[index]?.health?.status ?? "True";
    if (kind >= RENEWALS + TURNS + REPLAYS) {
      this.away.push({ at: now, index });
      return this.change(index, { disconnectedAt: this.stamp(now) });
    }
    const turned = kind < RENEWALS + TURNS ? (status === "True" ? "False" : "True") : status;
    const message = turned === "True" ? "" : `Get "http://10.20.1.14:8080/healthz": dial tcp 10.20.1.14:8080: connect: connection refused`;
    const [probed, moved] = [this.stamp(now), turned === status ? (this.entries[index]?.health?.lastTransitionTime ?? null) : this.stamp(now)];
    return this.change(index, { health: { status: turned, message, lastProbeTime: probed, lastTransitionTime: moved } });
  }

  /** A machine is lost, and another takes its place. */
  private replace(index: number, now: number): Told[] {
    const gone = this.entries[index];
    const entry = this.machine(index, this.seconds, now);
    this.entries[index] = entry;
    return gone === undefined ? [] : [{ gone }, { entry }];
  }

  private change(index: number, change: Partial<WorkloadEntry>): Told {
    const before = this.entries[index];
    if (before === undefined) throw new Error(`There is no machine ${index}.`);
    const entry = { ...before, ...change, resourceVersion: String(this.version++) };
    this.entries[index] = entry;
    return { entry };
  }

  private machine(index: number, incarnation: number, connectedAt: number): WorkloadEntry {
    const group = this.groups[Math.floor(index / MACHINES_OF_A_GROUP)];
    const name = group?.name ?? "";
    const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
    const labels = sortedLabelSet([
      ["app", name],
      ["version", `v${index % 3}`],
    ]);
    return anEntry({
      uid: `57fd0001-${String(incarnation).padStart(4, "0")}-4000-8000-${String(index).padStart(12, "0")}`,
      namespace: group?.namespace ?? "",
      name: `${name}-${address}-vpc-2`,
      resourceVersion: String(this.version++),
      createdAt: connectedAt,
      address,
      locality: ZONES[index % ZONES.length] ?? "",
      specLabels: labels,
      metadataLabels: labels,
      registrationGroup: name,
      owner: { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name, uid: group?.uid ?? "" },
      controller: this.replica(),
      connectedAt: this.stamp(connectedAt),
      health: { status: "True", message: "", lastProbeTime: this.stamp(connectedAt), lastTransitionTime: this.stamp(connectedAt) },
    });
  }

  private replica(): string {
    return REPLICAS[Math.floor(this.random() * REPLICAS.length)] ?? "";
  }

  private stamp(ms: number) {
    return parseTimestamp(new Date(ms).toISOString());
  }
}
