import type { KubeObject } from "./kube-object";

/** One version of an object. Its bytes are made once, on first use, and shared by lists and watches. */
export class Stored {
  readonly revision: number;
  #tail: Buffer | null = null;

  constructor(
    readonly key: string,
    readonly object: KubeObject,
  ) {
    this.revision = Number(object.metadata.resourceVersion);
  }

  /** Everything after `apiVersion` and `kind`, with the closing brace: the same bytes for every served version. */
  get tail(): Buffer {
    if (this.#tail === null) {
      const { apiVersion: _apiVersion, kind: _kind, ...rest } = this.object;
      this.#tail = Buffer.from(JSON.stringify(rest).slice(1));
    }
    return this.#tail;
  }

  get namespace(): string {
    return this.object.metadata.namespace ?? "";
  }

  get name(): string {
    return this.object.metadata.name;
  }
}

/** The key under which an object lies in its collection; sorting by it gives the order of lists. */
export function keyOf(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}
