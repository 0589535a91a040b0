import { ControlPlane } from "@/lib/sandbox/istiod/control-plane";
import { kubeTime } from "@/lib/sandbox/istiod/go-time";
import { controlPlaneNamespace, istiodDeployment, istiodPod, type PodPlace, type Revision, runningStatus } from "@/lib/sandbox/istiod/istiod-pods";
import { type KubeObject, type ObjectRef, refOf } from "@/lib/sandbox/istiod/kube-api";
import type { Random } from "@/lib/sandbox/istiod/random";
import type { IstiodSettings } from "@/lib/sandbox/istiod/settings";
import type { VirtualMachine } from "@/lib/sandbox/istiod/virtual-machine";
import { nodeOf, readyCondition, regionOf } from "./mesh-objects";
import type { ObjectStore } from "./object-store";
import type { ScriptIstiod } from "./script";

const SIX_DAYS_NANOS = 6n * 86_400_000_000_000n;
/** Kubernetes marks a Node whose kubelet is silent after this time, and evicts its Pods after this further time. */
const NODE_GRACE_MS = 40_000;
const EVICTION_MS = 300_000;
/** A replica of a new ReplicaSet is ready this long before the one that it replaces ends. */
const SURGE_MS = 15_000;

interface Rollout {
  readonly version: string;
  readonly everyMs: number;
  /** The share of disconnections that an ending replica still writes. */
  readonly written: number;
  /** Machines that do not reconnect. */
  readonly stuck: ReadonlySet<VirtualMachine>;
}

export interface ControlPlaneParts {
  readonly store: ObjectStore;
  readonly random: Random;
  readonly settings: IstiodSettings;
  /** Takes errors of work that a timer started. */
  readonly failed: (problem: unknown) => void;
}

/** The simulated istiod of one cluster with its Deployment, Pods and Nodes, and what can happen to them. */
export class PlayedControlPlane {
  readonly istiod: ControlPlane;
  /** Keys of the script's replicas, with the name of the Pod that has the key now. */
  readonly #podOfKey = new Map<string, string>();
  readonly #silentNodes = new Set<string>();
  #hash: string;
  #version = "1.31.0";
  #nodes = 0;

  constructor(private readonly parts: ControlPlaneParts) {
    const { store, random, settings } = parts;
    this.#hash = random.suffix(9);
    this.istiod = new ControlPlane({ api: store.as("pilot-discovery"), clock: store.timeline, random, settings, places: [], log: parts.failed });
  }

  /** Puts the first replicas there, as if they had run for days. */
  async begin(istiods: readonly ScriptIstiod[]): Promise<void> {
    const { store, settings } = this.parts;
    await this.istiod.open();
    const startedAt = store.timeline.nanos() - SIX_DAYS_NANOS;
    store.seed(this.#withCreation(istiodDeployment(this.#revision("default", istiods.length), settings, istiods.length)));
    for (const { key, zone, revision = "default" } of istiods) {
      const place = this.#newPlace(zone);
      store.seed(nodeOf(place, store.timeline.nanos()));
      const name = this.#podName(key);
      const of = this.#revision(revision, istiods.length);
      const pod = { ...this.#withCreation(istiodPod(name, of, settings, place)), status: runningStatus("discovery", place, kubeTime(startedAt)) };
      store.seed(pod);
      this.istiod.hold({ name, revision: of, place, replica: null });
    }
  }

  /** The Pod's name for a replica's key. */
  podOf(key: string): string {
    const name = this.#podOfKey.get(key);
    if (name === undefined) throw new Error(`The script has no istiod replica ${key}.`);
    return name;
  }

  isRunning(pod: string): boolean {
    return this.istiod.pods.get(pod)?.replica?.running === true;
  }

  /** The container dies, and its kubelet restarts it in the same Pod. */
  crash(pod: string, backMs: number): void {
    if (!this.isRunning(pod)) return;
    this.istiod.lose(pod);
    this.#later(backMs, async () => {
      const known = this.istiod.pods.get(pod);
      if (known !== undefined && known.replica === null && !this.#silentNodes.has(known.place.node)) await this.istiod.start(known.revision, pod);
    });
  }

  /** The Deployment is scaled to zero. Nothing of the machines' disconnections is written. */
  async removeAll(): Promise<void> {
    const { store, settings } = this.parts;
    for (const [name, { revision, replica }] of [...this.istiod.pods]) {
      const deployment = istiodDeployment({ ...revision, replicas: 0 }, settings, 0);
      const current = store.get(refOf(deployment));
      if (current !== null) store.replace({ ...deployment, metadata: current.metadata }, "kubectl");
      if (replica !== null) await this.istiod.stop(name, () => false);
    }
  }

  rollOut({ version, everyMs, written, stuck }: Rollout): void {
    const { random } = this.parts;
    this.#hash = random.suffix(9);
    this.#version = version;
    const keys = new Map([...this.#podOfKey].map(([key, pod]) => [pod, key]));
    const old = [...this.istiod.pods.values()].filter(({ replica }) => replica !== null);
    for (const [position, pod] of old.entries()) {
      this.#later(position * everyMs, () => this.#startNew(keys.get(pod.name) ?? random.suffix(5), pod.revision, pod.place));
      this.#later(position * everyMs + SURGE_MS, async () => {
        for (const machine of stuck) if (machine.state.kind === "connected" && machine.state.replica === pod.name) machine.vanish();
        if (this.isRunning(pod.name)) await this.istiod.stop(pod.name, () => random.next() < written);
      });
    }
  }

  /** The replica's Node dies with it. `spareZone`: where the ReplicaSet starts another one. */
  silenceNode(pod: string, spareZone: string): void {
    const known = this.istiod.pods.get(pod);
    if (known === undefined || this.#silentNodes.has(known.place.node)) return;
    const { place, revision } = known;
    this.#silentNodes.add(place.node);
    if (known.replica !== null) this.istiod.lose(pod);
    this.#later(NODE_GRACE_MS, async () => {
      if (!this.#silentNodes.has(place.node)) return;
      this.#writeReady({ kind: "Node", namespace: "", name: place.node }, "Unknown");
      this.#writeReady(podRef(pod), "False");
    });
    this.#later(NODE_GRACE_MS + EVICTION_MS, async () => {
      if (!this.#silentNodes.has(place.node)) return;
      this.parts.store.remove(podRef(pod), { gracePeriodSeconds: 30 });
      await this.#startNew(this.parts.random.suffix(5), revision, this.#newPlace(spareZone));
    });
  }

  /** The Node of a replica reports again. A Pod that was not evicted runs again, another one is removed. */
  async restoreNode(pod: string): Promise<void> {
    const known = this.istiod.pods.get(pod);
    if (known === undefined || !this.#silentNodes.delete(known.place.node)) return;
    this.#writeReady({ kind: "Node", namespace: "", name: known.place.node }, "True");
    const object = this.parts.store.get(podRef(pod));
    if (object?.metadata.deletionTimestamp === undefined) await this.istiod.start(known.revision, pod);
    else await this.istiod.forget(pod);
  }

  /** The Pods of replicas that run in a zone, or should. */
  podsIn(zone: string): string[] {
    return [...this.istiod.pods.values()].filter(({ place }) => place.zone === zone).map(({ name }) => name);
  }

  async #startNew(key: string, revision: Revision, place: PodPlace): Promise<void> {
    const { store } = this.parts;
    const name = this.#podName(key);
    if (store.get({ kind: "Node", namespace: "", name: place.node }) === null) store.seed(nodeOf(place, store.timeline.nanos()));
    // The control plane takes the place of a Pod that it knows already.
    this.istiod.pods.set(name, { name, revision: { ...revision, version: this.#version }, place, replica: null });
    await this.istiod.start({ ...revision, version: this.#version }, name);
  }

  #podName(key: string): string {
    const name = `istiod-${this.#hash}-${key}`;
    this.#podOfKey.set(key, name);
    return name;
  }

  #revision(name: string, replicas: number): Revision {
    return { name, version: this.#version, replicas };
  }

  #newPlace(zone: string): PodPlace {
    const number = ++this.#nodes;
    return { node: `node-${zone}-${number}`, region: regionOf(zone), zone, ip: `10.100.0.${number + 10}` };
  }

  #withCreation(object: KubeObject): KubeObject {
    const creationTimestamp = kubeTime(this.parts.store.timeline.nanos() - SIX_DAYS_NANOS);
    return { ...object, metadata: { ...object.metadata, creationTimestamp } };
  }

  #writeReady(ref: ObjectRef, status: "True" | "False" | "Unknown"): void {
    const { store } = this.parts;
    const object = store.get(ref);
    if (object === null) return;
    const others = ((object.status?.conditions ?? []) as Record<string, unknown>[]).filter(({ type }) => type !== "Ready");
    const conditions = [...others, readyCondition(status, store.timeline.nanos())];
    store.replace({ ...object, status: { ...object.status, conditions } }, "kube-controller-manager", "status");
  }

  #later(delayMs: number, work: () => Promise<void>): void {
    this.parts.store.timeline.setTimer(() => void work().catch(this.parts.failed), delayMs);
  }
}

function podRef(name: string): ObjectRef {
  return { kind: "Pod", namespace: controlPlaneNamespace, name };
}
