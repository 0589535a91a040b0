import type { FieldChange } from "@/lib/domain/history/field-changes";
import type { StoredKind } from "@/lib/domain/history/stored-format";
import type { TransitionType } from "@/lib/domain/history/transition";
import type { Fields } from "@/lib/domain/preview/values";
import type { TableObject } from "@/lib/domain/table-object";

/** What is known of an object before its record is read. */
export type NamedObject = Pick<TableObject, "cluster" | "namespace" | "name" | "uid">;

/** A source of which something is recorded. `storedAs`: the name of its windows on the disk, which never changes. */
export type RecordedSource =
  /** By a recorder of its own. That of worlds hears how fresh the source is by the status of its cluster, as one source for all namespaces. */
  | { readonly recordedBy: "entries" | "groups" | "worlds"; readonly storedAs: string }
  /** Of its objects nothing but what gauges count of them. */
  | { readonly recordedBy: "gauges"; readonly storedAs: string }
  | RecordedTable<TableObject>;

/** A source whose objects are kept in a table: each change of one of them is recorded by what is said here. */
export interface RecordedTable<T extends TableObject> {
  readonly recordedBy: "table";
  readonly storedAs: string;
  /** Under which kind its objects are stored. */
  readonly subject: StoredKind;
  readonly transitions: { readonly created: TransitionType; readonly changed: TransitionType; readonly deleted: TransitionType };
  /** What is different, field by field; nothing = it is the same version, and not recorded. */
  changes(before: T, after: T): readonly FieldChange[];
  /** Is more of the same version known now than was recorded, as where an earlier version of Stolos wrote it? Then it is recorded without a line of the log. */
  knowsMore(before: T, after: T): boolean;
  /** An object from what is stored of it, in the newest format; throws `Unreadable`. */
  read(named: NamedObject, shape: Fields, moving: Fields): T;
  /** What stands for one whose record cannot be read. */
  unreadable(named: NamedObject, reason: string): T;
}
