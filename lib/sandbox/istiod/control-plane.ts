import type { Clock } from "./clock";
import { EntryIndex } from "./entry-index";
import { kubeTime, parseGoTime } from "./go-time";
import { controlPlaneNamespace, deploymentName, endedStatus, istiodPod, type PodPlace, type Revision, runningStatus } from "./istiod-pods";
import { isConflict, isGone, type KubeApi, type KubeObject, type ObjectRef } from "./kube-api";
import type { ProxyNode } from "./proxy";
import type { Random } from "./random";
import { Replica, type Surroundings } from "./replica";
import type { IstiodSettings } from "./settings";

/** A replica and the Pod that stands for it; the Pod outlives a replica that was lost. */
export interface IstiodPod {
  readonly name: string;
  readonly revision: Revision;
  readonly place: PodPlace;
  /** Null while nothing runs in the Pod. */
  replica: Replica | null;
}

export interface ControlPlaneOptions {
  readonly api: KubeApi;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: IstiodSettings;
  readonly places: readonly PodPlace[];
  readonly log: (line: string) => void;
}

/** istiod's replicas with their Pods: starts, stops, loses and restarts them. */
export class ControlPlane {
  readonly pods = new Map<string, IstiodPod>();
  readonly around: Surroundings;
  readonly #index = new EntryIndex();
  #started = 0;
  #cancelEntries: () => void = () => undefined;

  constructor(readonly options: ControlPlaneOptions) {
    this.around = { ...options, index: this.#index };
  }

  /**
   * Starts to follow groups and entries, for all replicas at once. Entries serve the sweep alone, whose first turn is ten grace periods away:
   * where there are very many, their list can wait for `entriesAfterMs`.
   */
  async open(entriesAfterMs = 0): Promise<void> {
    const { api, clock, log } = this.options;
    await this.#index.followGroups(api, (group) => {
      for (const replica of this.running()) replica.groupCreated(group);
    });
    if (entriesAfterMs === 0) return this.#index.followEntries(api);
    this.#cancelEntries = clock.after(entriesAfterMs, () => {
      this.#index.followEntries(api).catch((problem: unknown) => log(`entries: ${String(problem)}`));
    });
  }

  /** Ends everything without a write. */
  close(): void {
    for (const pod of this.pods.values()) pod.replica?.lose();
    this.#cancelEntries();
    this.#index.stop();
  }

  running(revision?: string): Replica[] {
    const running: Replica[] = [];
    for (const pod of this.pods.values()) {
      if (pod.replica?.running && (revision === undefined || pod.revision.name === revision)) running.push(pod.replica);
    }
    return running;
  }

  /** A Pod name as a Deployment's ReplicaSet gives. */
  freshName(revision: Revision): string {
    const siblings = [...this.pods.values()].filter((pod) => pod.revision.name === revision.name);
    const hash = siblings[0]?.name.split("-").at(-2) ?? this.options.random.suffix(10);
    return `${deploymentName(revision)}-${hash}-${this.options.random.suffix(5)}`;
  }

  /** Starts a replica: in a new Pod, or as a restarted container where the Pod of a lost one is still there. */
  async start(revision: Revision, name = this.freshName(revision)): Promise<Replica> {
    const { api, clock, settings, places } = this.options;
    const known = this.pods.get(name);
    if (known?.replica) throw new Error(`replica ${name} runs already`);
    const place = known?.place ?? places[this.#started++ % places.length];
    if (place === undefined) throw new Error("a control plane needs at least one place for its Pods");
    const existing = known && (await api.get({ kind: "Pod", namespace: controlPlaneNamespace, name }));
    if (existing) {
      await api.replace({ ...existing, status: restartedStatus(existing, place, kubeTime(clock.nanos())) }, "status");
    } else {
      const created = await api.create(istiodPod(name, revision, settings, place));
      await api.replace({ ...created, status: runningStatus("discovery", place, kubeTime(clock.nanos())) }, "status");
    }
    return this.hold({ name, revision, place, replica: null });
  }

  /** Runs a replica in a Pod that is there already. */
  hold(pod: IstiodPod): Replica {
    const replica = new Replica(pod.name, this.around);
    pod.replica = replica;
    this.pods.set(pod.name, pod);
    return replica;
  }

  /**
   * Ends a replica as a rollout does: its Pod is marked with the end of its grace, its container ends, and its kubelet says so and removes the Pod a moment
   * later. `writes` says which of the disconnections that race with its end it still writes (docs/istio.md#disconnect).
   */
  async stop(name: string, writes: (proxy: ProxyNode) => boolean): Promise<void> {
    const { api, clock, settings, log } = this.options;
    const replica = this.#replicaOf(name);
    await api.remove(podRef(name), { gracePeriodSeconds: Math.max(1, Math.round(settings.podGraceMs / 1000)) });
    await replica.stop(writes);
    this.pods.delete(name);
    await this.#tellEnd(name);
    clock.after(settings.podRemovalMs, () => {
      this.#remove(name).catch((problem: unknown) => log(`Pod ${name}: ${String(problem)}`));
    });
  }

  /** Kills a replica without a word; its Pod stays as it is. */
  lose(name: string): void {
    this.#replicaOf(name).lose();
    const pod = this.pods.get(name);
    if (pod) pod.replica = null;
  }

  /** Deletes a Pod, as is done once its node is known to be lost. */
  async forget(name: string): Promise<void> {
    await this.#remove(name);
    this.pods.delete(name);
  }

  async #remove(name: string): Promise<void> {
    try {
      await this.options.api.remove(podRef(name), { gracePeriodSeconds: 0 });
    } catch (problem) {
      if (!isGone(problem)) throw problem;
    }
  }

  async #tellEnd(name: string): Promise<void> {
    const { api, clock } = this.options;
    const pod = await api.get(podRef(name));
    const status = pod?.status as ReturnType<typeof runningStatus> | undefined;
    // The Pod may have been taken away, or written to, meanwhile.
    if (pod === null || status?.containerStatuses[0]?.state.running === undefined) return;
    try {
      await api.replace({ ...pod, status: endedStatus(status, kubeTime(clock.nanos())) }, "status");
    } catch (problem) {
      if (!isGone(problem) && !isConflict(problem)) throw problem;
    }
  }

  #replicaOf(name: string): Replica {
    const replica = this.pods.get(name)?.replica;
    if (!replica) throw new Error(`no replica ${name} runs`);
    return replica;
  }
}

function podRef(name: string): ObjectRef {
  return { kind: "Pod", namespace: controlPlaneNamespace, name };
}

function restartedStatus(pod: KubeObject, place: PodPlace, now: string): Record<string, unknown> {
  const status = pod.status as ReturnType<typeof runningStatus> | undefined;
  const container = status?.containerStatuses[0];
  const lastStartedAt = container?.state.running.startedAt ?? now;
  const podStartedAt = status?.startTime ?? now;
  // A kubelet's times have whole seconds: a restart within the same second would look like none.
  const startedAt = parseGoTime(lastStartedAt) === parseGoTime(now) ? kubeTime((parseGoTime(now) ?? 0n) + 1_000_000_000n) : now;
  return runningStatus("discovery", place, startedAt, { podStartedAt, lastStartedAt, count: (container?.restartCount ?? 0) + 1 });
}
