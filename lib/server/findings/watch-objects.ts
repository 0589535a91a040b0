import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import type { KubernetesService, StoredMeshService, StoredPod } from "@/lib/domain/selection/objects";
import { isInScope, isSourceVisible } from "@/lib/domain/source/scope";
import { TABLE_SOURCES, type TableSource, tableOf } from "@/lib/server/cluster/tables";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { askReaders } from "./ask-readers";
import type { ClusterFindings } from "./cluster-findings";
import { READ } from "./reads";
import type { ScopedFindings } from "./scoped-findings";

const OF_HOST = READ.counts | READ.spread | READ.machines | READ.pods;

/** Takes the groups and hosts of a fleet, and tells what is to be asked about again as objects change. */
export class ObjectWatch {
  /** Hosts of which not all is counted yet. */
  readonly #unsettled = new Set<string>();
  /** Hosts as they were when they were last told of. */
  readonly #hosts = new Map<string, HostObject>();
  readonly #ends: readonly (() => void)[];

  /** `look`: somebody came to a namespace, or went. */
  constructor(
    private readonly findings: ScopedFindings,
    private readonly look: (cluster: ClusterFindings, namespace: string) => void,
  ) {
    const { fleet } = findings;
    for (const group of fleet.groups()) this.#group(group);
    this.#ends = [fleet.subscribe({ group: (group) => this.#group(group) }), fleet.hosts.subscribe((host) => this.#host(host)), ...this.#hooks()];
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  /** Ends the hooks of all sources with a table. A source without its own hook is read like a policy: its changes concern all of its cluster. */
  #hooks(): readonly (() => void)[] {
    const { tables } = this.findings.fleet;
    const own: Readonly<Partial<Record<TableSource, () => () => void>>> = {
      services: () =>
        tables.services.hook((before, after) => {
          this.#definition(after ?? before);
          this.#clusterAddresses(before, after);
        }),
      serviceentries: () => tables.serviceentries.hook((before, after) => this.#definition(after ?? before)),
      serviceaccounts: () => tables.serviceaccounts.hook((before, after) => this.#account(before, after)),
      "workload-pods": () => tables["workload-pods"].hook((before, after) => this.#pods(before, after)),
    };
    return TABLE_SOURCES.map((source) => own[source]?.() ?? tableOf(tables, source).hook((before, after) => this.#policy(after ?? before)));
  }

  #group({ place, name }: FleetGroup): void {
    const cluster = this.findings.clusters.get(place.cluster);
    cluster?.groups.forget(place.namespace);
    if (cluster === undefined || name === "" || !isInScope(this.findings.scope, place.cluster, "workloadgroups", place.namespace)) return;
    this.findings.put({ kind: "group", cluster: place.cluster, namespace: place.namespace, key: name });
    this.findings.later.tell(cluster, place.namespace, READ.groups);
    this.look(cluster, place.namespace);
  }

  #host(host: HostObject): void {
    const cluster = this.findings.clusters.get(host.cluster);
    this.findings.mayHaveTurned();
    if (cluster === undefined || !isHostInScope(host, this.findings.scope)) return;
    const { namespace } = host.selector;
    const isAnother = this.#hosts.get(host.uid) !== host;
    this.#hosts.set(host.uid, host);
    this.findings.put({ kind: "host", cluster: host.cluster, namespace, key: host.uid }, isAnother ? OF_HOST | READ.own : OF_HOST);
    this.findings.later.tell(cluster, null, READ.elsewhere);
    const [wasSettled, isSettled] = [!this.#unsettled.has(host.uid), this.findings.fleet.hosts.isSettled(host)];
    if (isSettled) this.#unsettled.delete(host.uid);
    else this.#unsettled.add(host.uid);
    if (isSettled && !wasSettled) this.findings.later.tell(cluster, namespace, READ.hosts);
  }

  #definition(object: IndexedTableObject | null): void {
    const cluster = this.#clusterInSight(object);
    if (cluster === null || object === null) return;
    cluster.selections.forget();
    this.#hosts.delete(object.uid);
    this.findings.put({ kind: "host", cluster: object.cluster, namespace: object.namespace, key: object.uid });
    this.findings.later.tell(cluster, object.namespace, READ.hosts);
    this.findings.later.tell(cluster, null, READ.definitions);
  }

  /** A cluster IP belongs to a Service from its creation to its deletion: other edits concern no address. */
  #clusterAddresses(before: StoredMeshService<KubernetesService> | null, after: StoredMeshService<KubernetesService> | null): void {
    const cluster = this.#clusterInSight(after ?? before);
    const [old, now] = [before, after].map((service) => service?.parsed?.clusterAddresses ?? []);
    if (cluster === null || old?.join() === now?.join()) return;
    for (const address of [...(old ?? []), ...(now ?? [])]) askReaders(this.findings, cluster.usage.at(address), READ.podAddress);
    this.findings.later.tell(cluster, null, READ.podAddress | READ.otherAddress, READ.otherAddress);
  }

  #policy(object: IndexedTableObject | null): void {
    const cluster = this.#clusterInSight(object);
    if (cluster === null) return;
    cluster.selections.forget();
    this.findings.later.tell(cluster, null, READ.policies);
  }

  /** That one is edited is nothing to anybody. */
  #account(before: IndexedTableObject | null, after: IndexedTableObject | null): void {
    const cluster = before === null || after === null ? this.#clusterInSight(after ?? before) : null;
    if (cluster !== null) this.findings.later.tell(cluster, (after ?? before)?.namespace ?? null, READ.accounts);
  }

  #clusterInSight(object: IndexedTableObject | null): ClusterFindings | null {
    if (object === null || !isInScope(this.findings.scope, object.cluster, object.kind, object.namespace)) return null;
    return this.findings.clusters.get(object.cluster) ?? null;
  }

  #pods(before: StoredPod | null, after: StoredPod | null): void {
    const { scope, later } = this.findings;
    for (const pod of [before, after]) {
      const cluster = pod === null ? undefined : this.findings.clusters.get(pod.cluster);
      if (pod === null || cluster === undefined || !isSourceVisible(scope, pod.cluster, "workload-pods", pod.namespace)) continue;
      cluster.selections.forgetPods(pod.namespace);
      askReaders(this.findings, cluster.usage.at(pod.address), READ.podAddress);
      later.tell(cluster, pod.namespace, READ.neighbours);
      later.tell(cluster, null, READ.podAddress | READ.otherAddress, READ.otherAddress);
    }
  }
}
