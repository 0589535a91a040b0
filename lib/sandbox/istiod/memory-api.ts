import { randomUUID } from "node:crypto";
import type { Clock } from "./clock";
import { kubeTime } from "./go-time";
import { ApiProblem, type KubeApi, type KubeObject, type ObjectRef, refOf, type WatchEvent } from "./kube-api";
import { resourceOf } from "./resources";

const subdomain = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";

/** The least an API server can be: objects in a map, versions, watches and garbage collection by owner. For tests and replays without a socket. */
export class MemoryApi implements KubeApi {
  readonly #objects = new Map<string, KubeObject>();
  readonly #followers = new Set<{ kind: string; onEvent: (event: WatchEvent) => void }>();
  #version = 0;

  constructor(readonly clock: Clock) {}

  async get(ref: ObjectRef): Promise<KubeObject | null> {
    const object = this.#objects.get(keyOf(ref));
    return object === undefined ? null : structuredClone(object);
  }

  async create(object: KubeObject): Promise<KubeObject> {
    const ref = refOf(object);
    checkName(ref);
    if (this.#objects.has(keyOf(ref))) throw new ApiProblem(409, "AlreadyExists", `${titleOf(ref.kind)} "${ref.name}" already exists`);
    const { status: _, ...bare } = structuredClone(object);
    const metadata = { ...bare.metadata, uid: randomUUID(), generation: 1, creationTimestamp: kubeTime(this.clock.nanos()) };
    return this.#store("ADDED", { ...bare, metadata });
  }

  /** Puts an object there as it is. */
  seed(object: KubeObject): void {
    this.#store("ADDED", object);
  }

  async replace(object: KubeObject, subresource?: "status"): Promise<KubeObject> {
    const ref = refOf(object);
    const current = this.#objects.get(keyOf(ref));
    if (current === undefined) throw notFound(ref);
    if (object.metadata.resourceVersion !== undefined && object.metadata.resourceVersion !== current.metadata.resourceVersion) throw conflict(ref);
    const kept = structuredClone(object);
    if (subresource === "status") return this.#store("MODIFIED", { ...current, ...(kept.status === undefined ? {} : { status: kept.status }) });
    return this.#store("MODIFIED", { ...kept, ...(current.status === undefined ? {} : { status: current.status }) });
  }

  async remove(ref: ObjectRef, options: { resourceVersion?: string; gracePeriodSeconds?: number } = {}): Promise<boolean> {
    const current = this.#objects.get(keyOf(ref));
    if (current === undefined) return false;
    if (options.resourceVersion !== undefined && options.resourceVersion !== current.metadata.resourceVersion) throw conflict(ref);
    const grace = ref.kind === "Pod" ? (options.gracePeriodSeconds ?? 0) : 0;
    if (grace > 0) {
      const deletionTimestamp = kubeTime(this.clock.nanos() + BigInt(grace) * 1_000_000_000n);
      this.#store("MODIFIED", { ...current, metadata: { ...current.metadata, deletionTimestamp, deletionGracePeriodSeconds: grace } });
      return true;
    }
    this.#objects.delete(keyOf(ref));
    this.#tell("DELETED", current);
    const orphans = [...this.#objects.values()].filter((other) => other.metadata.ownerReferences?.some((owner) => owner.uid === current.metadata.uid));
    for (const orphan of orphans) await this.remove(refOf(orphan));
    return true;
  }

  async list(kind: string, namespace = ""): Promise<KubeObject[]> {
    return structuredClone(this.peek(kind).filter(({ metadata }) => namespace === "" || metadata.namespace === namespace));
  }

  /** The objects of a kind as they lie there, for looking only. */
  peek(kind: string): KubeObject[] {
    return [...this.#objects.values()].filter((object) => object.kind === kind);
  }

  async follow(kind: string, onEvent: (event: WatchEvent) => void): Promise<() => void> {
    const follower = { kind, onEvent };
    this.#followers.add(follower);
    for (const object of await this.list(kind)) onEvent({ type: "ADDED", object });
    return () => this.#followers.delete(follower);
  }

  #store(type: WatchEvent["type"], object: KubeObject): KubeObject {
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(++this.#version) } };
    this.#objects.set(keyOf(refOf(stored)), stored);
    this.#tell(type, stored);
    return structuredClone(stored);
  }

  #tell(type: WatchEvent["type"], object: KubeObject): void {
    for (const follower of this.#followers) if (follower.kind === object.kind) follower.onEvent({ type, object: structuredClone(object) });
  }
}

const keyOf = (ref: ObjectRef): string => `${ref.kind}/${ref.namespace}/${ref.name}`;

const titleOf = (kind: string): string => `${resourceOf(kind).plural}.${resourceOf(kind).groupVersion.split("/")[0]}`;

const notFound = (ref: ObjectRef): ApiProblem => new ApiProblem(404, "NotFound", `${titleOf(ref.kind)} "${ref.name}" not found`);

const conflict = (ref: ObjectRef): ApiProblem =>
  new ApiProblem(409, "Conflict", `Operation cannot be fulfilled on ${titleOf(ref.kind)} "${ref.name}": the object has been modified`);

/** Throws where the API server refuses a name. */
export function checkName(ref: ObjectRef): void {
  if (ref.name.length <= 253 && new RegExp(`^${subdomain}$`).test(ref.name)) return;
  const rule = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character`;
  throw new ApiProblem(422, "Invalid", `${ref.kind}.networking.istio.io "${ref.name}" is invalid: metadata.name: Invalid value: "${ref.name}": ${rule}`);
}
