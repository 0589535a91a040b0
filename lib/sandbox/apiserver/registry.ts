import type { KubeObject } from "./kube-object";
import { definitionsId, parseGroupVersion, type ResourceType } from "./resource-type";
import { builtinTypes, customType } from "./resources";
import type { Storage } from "./storage";

/** Which resources are served now. Definitions in the storage switch custom ones on and off. */
export class Registry {
  readonly #types = new Map<string, ResourceType>();

  constructor(private readonly storage: Storage) {
    for (const type of builtinTypes()) this.#serve(type);
    storage.collection(definitionsId).log.subscribe(
      (change) => {
        if (change.type === "DELETED") this.#withdraw(change.current.object);
        else this.#define(change.current.object);
      },
      () => undefined,
    );
  }

  /** The type served under this group, version and plural, if any. */
  find(group: string, version: string, plural: string): ResourceType | null {
    const type = this.#types.get(`${group}/${plural}`);
    return type?.versions.includes(version) ? type : null;
  }

  byId(id: string): ResourceType | null {
    return this.#types.get(id) ?? null;
  }

  /** The type of an object by its `apiVersion` and `kind`. */
  ofKind(apiVersion: string, kind: string): ResourceType | null {
    const { group, version } = parseGroupVersion(apiVersion);
    for (const type of this.#types.values()) {
      if (type.kind === kind && type.group === group && type.versions.includes(version)) return type;
    }
    return null;
  }

  /** Another resource of the group has the kind. */
  isNameTaken({ id, group, kind }: ResourceType): boolean {
    return this.types().some((type) => type.group === group && type.kind === kind && type.id !== id);
  }

  types(): ResourceType[] {
    return [...this.#types.values()];
  }

  /** Types of one group and version, by plural. */
  typesOf(group: string, version: string): ResourceType[] {
    return this.types()
      .filter((type) => type.group === group && type.versions.includes(version))
      .sort((left, right) => (left.plural < right.plural ? -1 : 1));
  }

  /** Groups with their versions, preferred first, in the order of discovery. The core group is not among them. */
  groups(): Array<{ group: string; versions: readonly string[] }> {
    const versions = new Map<string, Set<string>>();
    for (const type of this.#types.values()) {
      if (type.group === "") continue;
      const known = versions.get(type.group) ?? new Set();
      for (const version of type.versions) known.add(version);
      versions.set(type.group, known);
    }
    return [...versions].map(([group, known]) => ({ group, versions: [...known] }));
  }

  #serve(type: ResourceType): void {
    this.#types.set(type.id, type);
    this.storage.collection(type.id);
  }

  #define(definition: KubeObject): void {
    const type = customType(definition);
    if (type !== null && !this.isNameTaken(type)) this.#serve(type);
  }

  #withdraw(definition: KubeObject): void {
    const type = customType(definition);
    if (type === null) return;
    const collection = this.storage.collection(type.id);
    for (const stored of collection.list("")) this.storage.remove(type.id, stored);
    this.#types.delete(type.id);
    this.storage.drop(type.id);
  }
}
