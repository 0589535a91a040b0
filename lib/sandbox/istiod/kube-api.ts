/** A Kubernetes object as it travels: what this program does not name stays as it is. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: Record<string, unknown>;
  status?: Record<string, unknown>;
  [field: string]: unknown;
}

export interface ObjectMeta {
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  creationTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  [field: string]: unknown;
}

interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
}

/** Names one object; `namespace` is "" for kinds that have none. */
export interface ObjectRef {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: KubeObject;
}

/** What istiod and its kubelet need of an API server. Every call may throw an `ApiProblem`. */
export interface KubeApi {
  /** The object, or null where there is none. */
  get(ref: ObjectRef): Promise<KubeObject | null>;
  create(object: KubeObject): Promise<KubeObject>;
  /** Writes the whole object; a stale `resourceVersion` is refused with Conflict. */
  replace(object: KubeObject, subresource?: "status"): Promise<KubeObject>;
  /** False when it was gone already; a `resourceVersion` that no longer holds is refused with Conflict. */
  remove(ref: ObjectRef, options?: { resourceVersion?: string; gracePeriodSeconds?: number }): Promise<boolean>;
  list(kind: string, namespace?: string): Promise<KubeObject[]>;
  /** Calls back for everything there is and every change after it until the returned function is called. */
  follow(kind: string, onEvent: (event: WatchEvent) => void): Promise<() => void>;
}

/** What the API server answered instead of the object: its status code, reason and message. */
export class ApiProblem extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

export function isConflict(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.reason === "Conflict";
}

export function isGone(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.code === 404;
}

export function isThereAlready(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.reason === "AlreadyExists";
}

export function refOf(object: KubeObject): ObjectRef {
  return { kind: object.kind, namespace: object.metadata.namespace ?? "", name: object.metadata.name };
}
