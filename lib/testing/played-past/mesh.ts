import { entryFromGroup } from "@/lib/sandbox/istiod/entry-from-group";
import { connectedMark, controllerMark, withHealth } from "@/lib/sandbox/istiod/entry-marks";
import { goTime, kubeTime } from "@/lib/sandbox/istiod/go-time";
import type { KubeApi, KubeObject, ObjectRef } from "@/lib/sandbox/istiod/kube-api";
import { entryNameOf, type ProxyNode } from "@/lib/sandbox/istiod/proxy";
import type { Random } from "@/lib/sandbox/istiod/random";
import { chartSettings, type IstiodSettings } from "@/lib/sandbox/istiod/settings";
import { Stage } from "@/lib/sandbox/istiod/stage";
import type { VirtualMachine } from "@/lib/sandbox/istiod/virtual-machine";
import { PlayedControlPlane } from "./control-plane";
import { editedGroup, firstObjects, groupObject, regionOf, withExpectedSize, withSelector } from "./mesh-objects";
import { ObjectStore } from "./object-store";
import type { Chosen, PastScript, ScriptCluster, ScriptGroup, ScriptMachine, ScriptService } from "./script";
import type { Timeline } from "./timeline";

const MINUTE_NANOS = 60_000_000_000n;
/** Streams are at most about this share of the maximum age old when the play begins. */
const OLDEST_STREAM = 0.95;
/** A replaced machine leaves so long after its successor was started. */
const HANDOVER_MS = 15_000;
const DEFAULT_AGE_MS = 30 * 60_000;

/** One machine of the script, as the script knows it. The state of istiod and of the API server is not part of it. */
export interface PlayedMachine {
  /** "NAMESPACE/GROUP-NUMBER". */
  readonly id: string;
  readonly cluster: string;
  /** "NAMESPACE/GROUP". */
  readonly group: string;
  readonly number: number;
  readonly zone: string;
  readonly version: string;
  /** Its WorkloadEntry's name while it is registered. */
  readonly entry: string;
  readonly actor: VirtualMachine;
  /** It belongs to the group by the script: it was not scaled away. */
  isWanted: boolean;
  /** It runs by the script: it is not dead or stopped. */
  runs: boolean;
  /** The probe's message; "" = healthy, null = it has not reported. */
  message: string | null;
}

export interface MeshParts {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly settings: PastScript["istiod"];
  readonly failed: (problem: unknown) => void;
}

/** One cluster while it is played: the API server's objects, istiod, and the machines. */
export class PlayedMesh {
  readonly name: string;
  readonly store: ObjectStore;
  readonly controlPlane: PlayedControlPlane;
  readonly machines: PlayedMachine[] = [];
  readonly #stage: Stage;
  readonly #groups = new Map<string, ScriptGroup>();
  readonly #settings: IstiodSettings;
  readonly #hands: KubeApi;
  #addresses = 0;

  constructor(
    private readonly script: ScriptCluster,
    private readonly parts: MeshParts,
  ) {
    const { timeline, random, settings = {}, failed } = parts;
    this.name = script.name;
    this.#settings = { ...chartSettings, ...settings };
    this.store = new ObjectStore(timeline, random);
    this.#hands = this.store.as("kubectl");
    this.controlPlane = new PlayedControlPlane({ store: this.store, random, settings: this.#settings, failed });
    this.#stage = new Stage(this.controlPlane.istiod, (replicas) => (replicas.length === 0 ? null : random.pick(replicas)));
  }

  /** istiod's settings as they are played. */
  get settings(): IstiodSettings {
    return this.#settings;
  }

  async begin(): Promise<void> {
    const { timeline } = this.parts;
    for (const object of firstObjects(this.script, timeline.nanos())) this.store.seed(object);
    await this.controlPlane.begin(this.script.istiods);
    for (const group of this.script.groups) {
      this.#groups.set(`${group.namespace}/${group.name}`, group);
      const object = this.#object("WorkloadGroup", `${group.namespace}/${group.name}`);
      for (let number = 1; number <= group.size; number++) this.#seedMachine(group, number, object);
    }
  }

  /** The machines that match, in the order of their numbers. Machines that were scaled away never match. */
  chosen({ groups, zone, version, numbers, most = Number.POSITIVE_INFINITY, share }: Chosen): PlayedMachine[] {
    const { random } = this.parts;
    return this.machines
      .filter((one) => one.isWanted && (groups?.includes(one.group) ?? true) && (zone === undefined || one.zone === zone))
      .filter((one) => (version === undefined || one.version === version) && (numbers?.includes(one.number) ?? true))
      .filter(() => share === undefined || random.next() < share)
      .slice(0, most);
  }

  lose(machine: PlayedMachine, how: "silent" | "stopped"): void {
    if (!machine.runs) return;
    machine.runs = false;
    if (how === "stopped") machine.actor.stop();
    // istiod pings a quiet stream every 30 s and waits 10 s for the answer.
    else machine.actor.vanish(this.parts.random.between(0.25, 1));
  }

  bringBack(machine: PlayedMachine): void {
    if (machine.runs || !machine.isWanted) return;
    machine.runs = true;
    machine.actor.start();
  }

  /** A report of the machine's probe; "" = healthy. */
  report(machine: PlayedMachine, message: string): void {
    machine.message = message;
    machine.actor.report(message);
  }

  setDraining(machine: PlayedMachine, isDraining: boolean): Promise<void> {
    return this.#change({ kind: "WorkloadEntry", namespace: namespaceOf(machine.group), name: machine.entry }, (entry) => {
      const { "istio.io/draining": _, ...labels } = entry.metadata.labels ?? {};
      return { ...entry, metadata: { ...entry.metadata, labels: isDraining ? { ...labels, "istio.io/draining": "true" } : labels } };
    });
  }

  /** Writes a connection time that is ahead of the cluster's clock. */
  setConnectedAhead(machine: PlayedMachine, aheadMs: number): Promise<void> {
    const time = goTime(this.parts.timeline.nanos() + BigInt(aheadMs) * 1_000_000n);
    return this.#change({ kind: "WorkloadEntry", namespace: namespaceOf(machine.group), name: machine.entry }, (entry) => {
      return { ...entry, metadata: { ...entry.metadata, annotations: { ...entry.metadata.annotations, [connectedMark]: time } } };
    });
  }

  async deleteEntry(machine: PlayedMachine): Promise<void> {
    await this.#hands.remove({ kind: "WorkloadEntry", namespace: namespaceOf(machine.group), name: machine.entry });
  }

  /** Changes a group's number of machines: new ones get new numbers, and the youngest leave first. */
  scale(group: string, to: number, overMs: number): void {
    const wanted = this.machines.filter((one) => one.group === group && one.isWanted);
    const missing = to - wanted.length;
    const stepMs = overMs / Math.max(1, Math.abs(missing));
    for (let step = 0; step < missing; step++) this.#later(step * stepMs, () => this.addMachine(group));
    for (let step = 0; step < -missing; step++) {
      const leaving = wanted[wanted.length - 1 - step];
      if (leaving !== undefined) this.#later(step * stepMs, () => this.removeMachine(leaving));
    }
  }

  /** A machine with a new number joins a group. `message`: it fails its probe. */
  addMachine(key: string, { version, message = "" }: { readonly version?: string; readonly message?: string } = {}): void {
    const group = this.#groups.get(key);
    if (group === undefined) throw new Error(`The script has no group ${key}.`);
    const number = Math.max(0, ...this.machines.filter((one) => one.group === key).map((one) => one.number)) + 1;
    const machine = this.#newMachine(group, number, { ...group.machine?.(number), ...(version === undefined ? {} : { version }) });
    machine.actor.start();
    if (group.hasProbe === false) return;
    this.#later(this.parts.random.between(3_000, 8_000), () => {
      if (machine.runs) this.report(machine, message);
    });
  }

  /** A machine leaves its group for good: its agent closes the connection. */
  removeMachine(machine: PlayedMachine): void {
    if (!machine.isWanted) return;
    machine.isWanted = false;
    machine.runs = false;
    this.#stage.remove(machine.id);
    this.machines.splice(this.machines.indexOf(machine), 1);
  }

  /** A new machine joins, and the old one leaves when the new one has reported. */
  replace(machine: PlayedMachine, successor: { readonly version?: string; readonly message?: string }): void {
    this.addMachine(machine.group, successor);
    this.#later(HANDOVER_MS, () => this.removeMachine(machine));
  }

  editGroup(group: string, labels: Readonly<Record<string, string | null>>, annotations: Readonly<Record<string, string | null>>): Promise<void> {
    return this.#change(groupRef(group), (object) => editedGroup(object, labels, annotations));
  }

  annotateNamespace(name: string, annotations: Readonly<Record<string, string>>): Promise<void> {
    return this.#change({ kind: "Namespace", namespace: "", name }, (object) => {
      return { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, ...annotations } } };
    });
  }

  async createGroup(group: ScriptGroup, overMs: number): Promise<void> {
    const key = `${group.namespace}/${group.name}`;
    this.#groups.set(key, group);
    await this.#hands.create(groupObject(group, this.parts.timeline.nanos()));
    this.scale(key, group.size, overMs);
  }

  async deleteGroup(group: string): Promise<void> {
    await this.#hands.remove(groupRef(group));
  }

  async deleteNamespace(namespace: string): Promise<void> {
    for (const kind of ["WorkloadGroup", "WorkloadEntry", "Service", "ServiceEntry"])
      for (const { metadata } of await this.#hands.list(kind, namespace)) await this.#hands.remove({ kind, namespace, name: metadata.name });
    await this.#hands.remove({ kind: "Namespace", namespace: "", name: namespace });
  }

  setSize(group: string, expected: string | null): Promise<void> {
    return this.#change(groupRef(group), (object) => withExpectedSize(object, expected));
  }

  editSelector({ kind, namespace, name }: Pick<ScriptService, "kind" | "namespace" | "name">, selector: Readonly<Record<string, string>>): Promise<void> {
    return this.#change({ kind, namespace, name }, (service) => withSelector(service, selector));
  }

  close(): void {
    this.#stage.close();
  }

  #seedMachine(group: ScriptGroup, number: number, object: KubeObject): void {
    const { random, timeline } = this.parts;
    const own = group.machine?.(number) ?? {};
    const begins = own.begins ?? "well";
    const machine = this.#newMachine(group, number, own);
    if (begins === "lost") {
      machine.runs = false;
      return;
    }
    machine.message = group.hasProbe === false ? null : begins === "well" ? "" : begins.failing;
    const age = BigInt(Math.round((this.#settings.maxAgeMs ?? DEFAULT_AGE_MS) * OLDEST_STREAM * random.next())) * 1_000_000n;
    const connectedAt = timeline.nanos() - age;
    const holder = this.#holderOf(machine.actor.proxy);
    const createdAt = connectedAt - BigInt(random.whole(1, 20 * 24 * 60)) * MINUTE_NANOS;
    this.store.seed(this.#seededEntry(machine, object, { holder: holder.podName, connectedAt, createdAt }));
    machine.actor.resume(holder, connectedAt, machine.message);
  }

  #seededEntry({ actor, message }: PlayedMachine, group: KubeObject, times: { holder: string; connectedAt: bigint; createdAt: bigint }): KubeObject {
    const entry = entryFromGroup(group, actor.proxy);
    const annotations = { ...entry.metadata.annotations, [controllerMark]: times.holder, [connectedMark]: goTime(times.connectedAt) };
    const written = { manager: "pilot-discovery", operation: "Update", apiVersion: entry.apiVersion, time: kubeTime(times.connectedAt) };
    const managedFields = [{ ...written, fieldsType: "FieldsV1", fieldsV1: {} }];
    const metadata = { ...entry.metadata, annotations, creationTimestamp: kubeTime(times.createdAt), managedFields };
    const object = { ...entry, metadata };
    return message === null ? object : withHealth(object, message, times.connectedAt + 340_000_000n);
  }

  #holderOf(proxy: ProxyNode) {
    const running = this.controlPlane.istiod.running();
    return running.find(({ podName }) => podName === proxy.replica) ?? this.parts.random.pick(running);
  }

  #newMachine(group: ScriptGroup, number: number, own: ScriptMachine): PlayedMachine {
    const { namespace, name, zones, network, hasProbe = true } = group;
    const zone = own.zone ?? zones[(number - 1) % zones.length] ?? "";
    const proxy: ProxyNode = {
      ...{ name: `${name}-${number}`, namespace, group: name, address: this.#address(), locality: `${regionOf(zone)}/${zone}` },
      ...{ serviceAccount: `${name}-vm`, probe: hasProbe },
      ...(network === undefined ? {} : { network }),
      ...(own.version === undefined ? {} : { labels: { version: own.version } }),
      ...(own.replica === undefined ? {} : { replica: this.controlPlane.podOf(own.replica) }),
    };
    const machine: PlayedMachine = {
      ...{ id: `${namespace}/${proxy.name}`, cluster: this.name, group: `${namespace}/${name}`, number, zone, version: own.version ?? "" },
      ...{ entry: entryNameOf(proxy), actor: this.#stage.add(proxy), isWanted: true, runs: true, message: null },
    };
    this.machines.push(machine);
    return machine;
  }

  #address(): string {
    const number = ++this.#addresses;
    return `10.20.${Math.floor(number / 250)}.${(number % 250) + 4}`;
  }

  #object(kind: string, key: string): KubeObject {
    const object = this.store.get({ ...groupRef(key), kind });
    if (object === null) throw new Error(`${kind} ${key} is not there.`);
    return object;
  }

  async #change(ref: ObjectRef, change: (object: KubeObject) => KubeObject): Promise<void> {
    const object = await this.#hands.get(ref);
    if (object !== null) await this.#hands.replace(change(object));
  }

  #later(delayMs: number, call: () => void): void {
    this.parts.timeline.setTimer(call, delayMs);
  }
}

function namespaceOf(group: string): string {
  return group.split("/")[0] ?? "";
}

function groupRef(group: string): ObjectRef {
  const [namespace = "", name = ""] = group.split("/");
  return { kind: "WorkloadGroup", namespace, name };
}
