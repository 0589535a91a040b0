import type { World } from "@/lib/domain/mesh/world";
import type { ClusterFindings } from "./cluster-findings";
import { hasInlineEndpoints, hostObjectsOf, networkNames } from "./resolve-subject";
import type { ScopedFindings } from "./scoped-findings";
import { worldInSight } from "./sight-of-cluster";
import { EntryWatch } from "./watch-entries";
import { ObjectWatch } from "./watch-objects";
import { changedReads } from "./world-reads";

/** Takes all subjects of a fleet, and tells what is to be asked about again as it changes. */
export class SubjectWatch {
  readonly #worlds = new Map<string, World>();
  /** Namespaces of which somebody came or went. */
  readonly #recheck = new Map<ClusterFindings, Set<string>>();
  readonly #entries: EntryWatch;
  readonly #objects: ObjectWatch;
  readonly #end: () => void;

  constructor(private readonly findings: ScopedFindings) {
    const look = (cluster: ClusterFindings, namespace: string) => this.#look(cluster, namespace);
    this.#entries = new EntryWatch(findings, look);
    this.#objects = new ObjectWatch(findings, look);
    for (const cluster of findings.clusters.values()) this.#begin(cluster);
    this.#end = findings.fleet.subscribe({
      world: (cluster) => this.#world(cluster),
      visibility: (cluster) => {
        if (findings.clusters.has(cluster)) findings.visibilityChanged();
      },
    });
  }

  get hasAll(): boolean {
    return this.#entries.hasAll;
  }

  /** Takes the entries that were there at first, for as long as it may; true once it has all of them. */
  takeAll(mayGoOn?: () => boolean): boolean {
    return this.#entries.takeAll(mayGoOn);
  }

  close(): void {
    this.#entries.close();
    this.#objects.close();
    this.#end();
  }

  /** Looks again whether namespaces are inhabited of which somebody came or went: their hosts are subjects, or are not. */
  recheck(): void {
    for (const [cluster, namespaces] of this.#recheck) {
      for (const namespace of namespaces) if (cluster.turnsInhabited(namespace)) this.#hostsIn(cluster, namespace);
    }
    this.#recheck.clear();
  }

  #begin(cluster: ClusterFindings): void {
    const { fleet, scope } = this.findings;
    const world = worldInSight(fleet.worldOf(cluster.cluster), scope);
    this.#worlds.set(cluster.cluster, world);
    this.findings.put({ kind: "mesh", cluster: cluster.cluster, namespace: "", key: cluster.cluster });
    this.#worldSubjects(cluster, world);
    for (const { uid, namespace, parsed } of fleet.tables.serviceentries.inCluster(cluster.cluster)) {
      if (parsed !== null && hasInlineEndpoints(parsed)) this.findings.put({ kind: "host", cluster: cluster.cluster, namespace, key: uid });
    }
    this.recheck();
  }

  #look(cluster: ClusterFindings, namespace: string): void {
    this.#recheck.set(cluster, (this.#recheck.get(cluster) ?? new Set<string>()).add(namespace));
    this.findings.woken();
  }

  #hostsIn(cluster: ClusterFindings, namespace: string): void {
    this.findings.mayHaveTurned();
    for (const object of hostObjectsOf(this.findings.fleet, cluster.cluster)) {
      if (object.namespace === namespace) this.findings.put({ kind: "host", cluster: cluster.cluster, namespace, key: object.uid });
    }
  }

  #world(name: string): void {
    const cluster = this.findings.clusters.get(name);
    if (cluster === undefined) return;
    const { fleet, scope } = this.findings;
    const [before, after] = [this.#worlds.get(name), worldInSight(fleet.worldOf(name), scope)];
    this.#worlds.set(name, after);
    const bits = changedReads(before, after);
    if (bits === 0) return;
    this.findings.mayHaveTurned();
    cluster.selections.forget();
    this.findings.later.tell(cluster, null, bits);
    if (before !== undefined) this.#worldSubjects(cluster, before);
    this.#worldSubjects(cluster, after);
  }

  #worldSubjects(cluster: ClusterFindings, { replicas }: World): void {
    const mesh = { cluster: cluster.cluster, namespace: "" };
    for (const name of networkNames(cluster)) this.findings.put({ kind: "network", ...mesh, key: name });
    if (replicas.kind !== "denied") for (const name of replicas.value.keys()) this.findings.put({ kind: "replica", ...mesh, key: name });
  }
}
