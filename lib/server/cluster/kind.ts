import type { FieldChange } from "@/lib/domain/history/object-changes";
import type { StoredKind } from "@/lib/domain/history/stored-format";
import type { TransitionType } from "@/lib/domain/history/transition";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import type { UntypedObject } from "@/lib/domain/preview/values";
import type { Identity } from "@/lib/server/kube/parse/identity";
import type { Resource } from "@/lib/server/kube/resource";
import type { ObjectTable } from "@/lib/server/table/indexed-table";

/**
 * The namespaces in which a kind is watched. `cluster`: objects without a namespace. `istiod-namespace`: everywhere, or only in istiod's namespace if the rights allow no
 * more. `namespaces`: everywhere, or in each used namespace with rights. `on-demand`: in the namespaces that need it, while they do.
 * `named`: single objects of istiod's namespace, each by its name, so that the right to that name is enough.
 */
export type WatchPlace = "cluster" | "istiod-namespace" | "namespaces" | "on-demand" | "named";

/** Everything that the server declares of a watched kind. `lib/domain/source/source.ts` declares the part that browsers also need. */
export interface Kind<T> {
  readonly resource: Omit<Resource, "kind">;
  readonly place: WatchPlace;
  /** The objects that are always watched, if the place is `named`. Views request further names. */
  readonly names?: readonly string[];
  /** In the syntax of Kubernetes; default: all objects. */
  readonly labelSelector?: string;
  /** Probes streams of this kind often: machines and their groups are what the pages show. */
  readonly isProbedOften?: true;
  /** Foreign object to value; never throws, never refuses. */
  parse(raw: unknown, identity: Identity, cluster: string): T;
  /** Creates the empty table of the fleet for its objects, with its indexes; null = the objects have another store. */
  readonly table: (() => ObjectTable<IndexedTableObject>) | null;
  /** null = the history has nothing of it. */
  readonly recorded: RecordedKind | null;
  /** The server gets single objects although no page shows their YAML. */
  readonly alsoGet?: true;
  /** The effect of a missing right, in docs/operations.md. */
  readonly withoutRight: string;
}

/** A kind with few objects: the fleet stores them in a table. */
export interface TableKind<T extends IndexedTableObject> extends Kind<T> {
  readonly table: () => ObjectTable<T>;
}

/** A kind with another store: machines and groups have their own, the others describe the world of their cluster. */
export interface UntabledKind<T> extends Kind<T> {
  readonly table: null;
}

/** The recorder of a kind. `storedAs` is the name of its windows in the history and never changes. */
export type RecordedKind =
  /** By its own recorder. That of worlds reads the freshness from the status of the cluster, as one source for all namespaces. */
  | { readonly recordedBy: "entries" | "groups" | "worlds"; readonly storedAs: string }
  /** Only in gauges that count its objects. */
  | { readonly recordedBy: "gauges"; readonly storedAs: string }
  | RecordedTable<IndexedTableObject>;

/** The identity of a recorded object, known before its record is read. */
export type NamedObject = Pick<IndexedTableObject, "cluster" | "namespace" | "name" | "uid">;

/** Records each change of the objects in a table. */
export interface RecordedTable<T extends IndexedTableObject> {
  readonly recordedBy: "table";
  readonly storedAs: string;
  /** The kind of its objects in the history. */
  readonly subject: StoredKind;
  readonly transitions: { readonly created: TransitionType; readonly changed: TransitionType; readonly deleted: TransitionType };
  /** The differences, field by field; none = it is the same version, and not recorded. */
  changes(before: T, after: T): readonly FieldChange[];
  /** Does `after` have more of the same version than the record, which an earlier version of Stolos wrote? Then it is recorded without a line of the log. */
  knowsMore(before: T, after: T): boolean;
  /** Reads a stored object in the newest format; throws `Unreadable`. */
  read(named: NamedObject, shape: UntypedObject, moving: UntypedObject): T;
  /** The object in place of an unreadable record. */
  unreadable(named: NamedObject, reason: string): T;
}
