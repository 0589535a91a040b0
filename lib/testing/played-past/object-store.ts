import { kubeTime } from "@/lib/sandbox/istiod/go-time";
import { ApiProblem, type KubeApi, type KubeObject, type ObjectRef, refOf, type WatchEvent } from "@/lib/sandbox/istiod/kube-api";
import { checkName } from "@/lib/sandbox/istiod/memory-api";
import type { Random } from "@/lib/sandbox/istiod/random";
import type { Timeline } from "./timeline";

/** One write, as a watch sends it. A deleted object has the version of its deletion. */
export interface Written extends WatchEvent {
  readonly at: number;
}

/**
 * The API server of one played cluster: objects in a map, versions, watches and garbage collection. Objects are shared and never changed in place,
 * so that every version costs only what differs. It logs each write, from which `objectsAt` restores any moment.
 */
export class ObjectStore {
  readonly log: Written[] = [];
  readonly #objects = new Map<string, KubeObject>();
  readonly #owned = new Map<string, Set<string>>();
  readonly #followers = new Map<string, Set<(event: WatchEvent) => void>>();
  #version = 1_000;
  #uids = 0;

  constructor(
    readonly timeline: Timeline,
    readonly random: Random,
  ) {}

  /** The API as one writer uses it: `manager` is the writer's name in managedFields. */
  as(manager: string): KubeApi {
    return {
      get: async (ref) => this.get(ref),
      create: async (object) => this.create(object, manager),
      replace: async (object, subresource) => this.replace(object, manager, subresource),
      remove: async (ref, options) => this.remove(ref, options),
      list: async (kind, namespace = "") => this.all(kind).filter(({ metadata }) => namespace === "" || metadata.namespace === namespace),
      follow: async (kind, onEvent) => this.follow(kind, onEvent),
    };
  }

  get(ref: ObjectRef): KubeObject | null {
    return this.#objects.get(keyOf(ref)) ?? null;
  }

  /** The objects of a kind as they are now. */
  all(kind: string): KubeObject[] {
    return [...this.#objects.values()].filter((object) => object.kind === kind);
  }

  /** All objects as they are now. */
  everything(): KubeObject[] {
    return [...this.#objects.values()];
  }

  follow(kind: string, onEvent: (event: WatchEvent) => void): () => void {
    const followers = this.#followers.get(kind) ?? new Set();
    this.#followers.set(kind, followers.add(onEvent));
    for (const object of this.all(kind)) onEvent({ type: "ADDED", object });
    return () => void followers.delete(onEvent);
  }

  /** Puts an object there that is older than the play. It keeps its own creation time and uid, or gets a uid. */
  seed(object: KubeObject): KubeObject {
    return this.#store("ADDED", { ...object, metadata: { ...object.metadata, uid: object.metadata.uid ?? this.#freshUid(), generation: 1 } });
  }

  create(object: KubeObject, manager: string): KubeObject {
    const ref = refOf(object);
    checkName(ref);
    if (this.#objects.has(keyOf(ref))) throw new ApiProblem(409, "AlreadyExists", `${ref.kind} "${ref.name}" already exists`);
    const { status: _, ...bare } = object;
    const creationTimestamp = kubeTime(this.timeline.nanos());
    const metadata = { ...bare.metadata, uid: this.#freshUid(), generation: 1, creationTimestamp };
    return this.#store("ADDED", this.#signed({ ...bare, metadata }, manager));
  }

  replace(object: KubeObject, manager: string, subresource?: "status"): KubeObject {
    const ref = refOf(object);
    const current = this.#objects.get(keyOf(ref));
    if (current === undefined) throw new ApiProblem(404, "NotFound", `${ref.kind} "${ref.name}" not found`);
    checkVersion(ref, current, object.metadata.resourceVersion);
    const { status, ...rest } = object;
    if (subresource === "status") return this.#store("MODIFIED", this.#signed({ ...current, ...(status === undefined ? {} : { status }) }, manager, "status"));
    const generation = Number(current.metadata.generation ?? 1) + (JSON.stringify(rest.spec) === JSON.stringify(current.spec) ? 0 : 1);
    const kept = current.status === undefined ? {} : { status: current.status };
    return this.#store("MODIFIED", this.#signed({ ...rest, ...kept, metadata: { ...rest.metadata, generation } }, manager));
  }

  /** Deletes an object and everything that it owns. A Pod with a grace period is only marked. */
  remove(ref: ObjectRef, options: { readonly resourceVersion?: string; readonly gracePeriodSeconds?: number } = {}): boolean {
    const current = this.#objects.get(keyOf(ref));
    if (current === undefined) return false;
    checkVersion(ref, current, options.resourceVersion);
    const grace = ref.kind === "Pod" ? (options.gracePeriodSeconds ?? 0) : 0;
    if (grace > 0) {
      const deletionTimestamp = kubeTime(this.timeline.nanos() + BigInt(grace) * 1_000_000_000n);
      this.#store("MODIFIED", { ...current, metadata: { ...current.metadata, deletionTimestamp, deletionGracePeriodSeconds: grace } });
      return true;
    }
    this.#objects.delete(keyOf(ref));
    for (const { uid } of current.metadata.ownerReferences ?? []) this.#owned.get(uid)?.delete(keyOf(ref));
    this.#send("DELETED", { ...current, metadata: { ...current.metadata, resourceVersion: String(++this.#version) } });
    for (const key of [...(this.#owned.get(current.metadata.uid ?? "") ?? [])]) {
      const owned = this.#objects.get(key);
      if (owned !== undefined) this.remove(refOf(owned));
    }
    return true;
  }

  #store(type: WatchEvent["type"], object: KubeObject): KubeObject {
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(++this.#version) } };
    const key = keyOf(refOf(stored));
    this.#objects.set(key, stored);
    for (const { uid } of stored.metadata.ownerReferences ?? []) this.#owned.set(uid, (this.#owned.get(uid) ?? new Set()).add(key));
    this.#send(type, stored);
    return stored;
  }

  #send(type: WatchEvent["type"], object: KubeObject): void {
    const event = { type, object };
    this.log.push({ ...event, at: this.timeline.now() });
    for (const follower of this.#followers.get(object.kind) ?? []) follower(event);
  }

  #signed(object: KubeObject, manager: string, subresource?: "status"): KubeObject {
    const written = { manager, operation: "Update", apiVersion: object.apiVersion, time: kubeTime(BigInt(this.timeline.now()) * 1_000_000n) };
    const managedFields = [{ ...written, ...(subresource === undefined ? {} : { subresource }), fieldsType: "FieldsV1", fieldsV1: {} }];
    return { ...object, metadata: { ...object.metadata, managedFields } };
  }

  #freshUid(): string {
    const hex = (digits: number) =>
      this.random
        .whole(0, 16 ** digits - 1)
        .toString(16)
        .padStart(digits, "0");
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${String(++this.#uids).padStart(12, "0")}`;
  }
}

/** The objects of a kind at a moment, from the log of a store. */
export function objectsAt(log: readonly Written[], kind: string, at: number): KubeObject[] {
  const objects = new Map<string, KubeObject>();
  for (const { at: writtenAt, type, object } of log) {
    if (writtenAt > at) break;
    if (object.kind !== kind) continue;
    if (type === "DELETED") objects.delete(keyOf(refOf(object)));
    else objects.set(keyOf(refOf(object)), object);
  }
  return [...objects.values()];
}

function keyOf({ kind, namespace, name }: ObjectRef): string {
  return `${kind}/${namespace}/${name}`;
}

function checkVersion(ref: ObjectRef, current: KubeObject, version: string | undefined): void {
  if (version === undefined || version === current.metadata.resourceVersion) return;
  throw new ApiProblem(409, "Conflict", `Operation cannot be fulfilled on ${ref.kind} "${ref.name}": the object has been modified`);
}
