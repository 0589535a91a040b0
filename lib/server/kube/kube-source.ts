import type { Identity } from "./parse/identity";
import type { Resource } from "./resource";

/**
 * Where a source is watched. `cluster`: objects without a namespace. `istiod-namespace`: everywhere, or in istiod's namespace alone where that is all
 * that may be read. `namespaces`: everywhere, or in each namespace in use that may be read. `on-demand`: in the namespaces in which it is needed, while it is.
 * `named`: single objects of istiod's namespace, each by its name, so that the right to that name is enough.
 */
export type WatchPlace = "cluster" | "istiod-namespace" | "namespaces" | "on-demand" | "named";

/** One source as a cluster serves it: the collection to follow, where, and how its objects are read. */
export interface KubeSource<T> {
  readonly resource: Omit<Resource, "kind">;
  readonly place: WatchPlace;
  /** Of a source whose objects are `named`: those that are always watched. Further names are needed by what is seen. */
  readonly names?: readonly string[];
  /** As Kubernetes writes it; "" = all objects. */
  readonly labelSelector: string;
  /** Machines and their groups are what a reader sees: their streams are probed often. */
  readonly probed: "often" | "seldom";
  /** Foreign object to value; never throws, never refuses. */
  parse(raw: unknown, identity: Identity, cluster: string): T;
}
