import { applyConflict, type FieldConflict } from "./apply-conflict";
import { leavesOf, pathsOf, separator, treeOf } from "./field-paths";
import { isEqualJson, isRecord, type KubeObject, type ManagedFieldsEntry } from "./kube-object";
import { byOperationAndTime, entryOf, type FieldWriter, managedAfter } from "./managed-fields";
import { mergeApplied, withoutPaths } from "./merge-applied";

/** What an apply makes of an object. */
export interface Applied {
  readonly object: KubeObject;
  readonly managed: ManagedFieldsEntry[];
}

/** Who owns what, while an apply is worked out. */
interface Manager {
  readonly entry: ManagedFieldsEntry;
  readonly paths: ReadonlySet<string>;
}

/**
 * Merges what the writer wants (`wanted`) into the live object (null: none yet), takes away what it no longer wants and nobody else
 * owns, and notes who owns what. Throws 409 when others own what would change, unless forced.
 */
export function applyTo(live: KubeObject | null, wanted: KubeObject, writer: FieldWriter, isForced: boolean): Applied {
  const paths = appliedPaths(wanted);
  if (live === null) return { object: wanted, managed: paths.size === 0 ? [] : [entryOf(writer, "Apply", paths)] };
  const managers = managersOf(live, writer);
  const own = managers.find(({ entry }) => isApplier(entry, writer));
  const others = managers.filter((manager) => manager !== own);
  const givenUp = [...(own?.paths ?? [])].filter((path) => !paths.has(path) && !others.some((other) => reaches(other, path)) && !reachesAny(paths, path));
  const ownedPlaces = new Set(others.flatMap((other) => [...other.paths]));
  const object = withoutPaths(mergeApplied(live, wanted), givenUp, ownedPlaces);
  const conflicts = conflictsOf(others, changedPaths(live, object));
  const allowed = lastApplied(live, writer);
  const refused = isForced ? [] : conflicts.filter(({ path }) => !allowed.has(path));
  if (refused.length > 0) throw applyConflict(refused);
  const now = leavesOf(object);
  const lost = new Map<Manager, Set<string>>();
  for (const { manager, path } of conflicts) lost.set(manager, (lost.get(manager) ?? new Set()).add(path));
  const kept = others.map((manager) => ({
    manager,
    paths: new Set([...manager.paths].filter((path) => now.has(path) && lost.get(manager)?.has(path) !== true)),
  }));
  const managed = kept.filter((other) => other.paths.size > 0).map((other) => ({ ...other.manager.entry, fieldsV1: treeOf(other.paths) }));
  // An apply that leaves the object as it is has no time of its own.
  const time = isEqualJson(live, object) ? own?.entry.time : writer.time;
  if (paths.size > 0) managed.push({ ...entryOf(writer, "Apply", paths), time });
  return { object, managed: managed.sort(byOperationAndTime) };
}

/** What an applied configuration owns: its leaves, and items of lists told apart by keys; not the maps around them. */
function appliedPaths(wanted: KubeObject): Set<string> {
  const all = [...leavesOf(wanted).keys()];
  const parents = new Set(all.flatMap((path) => (path.includes(separator) ? [path.slice(0, path.lastIndexOf(separator))] : [])));
  return new Set(all.filter((path) => !parents.has(path) || path.slice(path.lastIndexOf(separator) + 1).startsWith("k:")));
}

const lastAppliedMark = "kubectl.kubernetes.io/last-applied-configuration";

/** kubectl may take over what it applied from the client before: the fields that its annotation tells. */
function lastApplied(live: KubeObject, writer: FieldWriter): ReadonlySet<string> {
  const text = live.metadata.annotations?.[lastAppliedMark];
  if (writer.manager !== "kubectl" || text === undefined) return new Set();
  try {
    const applied: unknown = JSON.parse(text);
    return isRecord(applied) ? appliedPaths({ ...applied, kind: live.kind } as KubeObject) : new Set();
  } catch (error) {
    if (error instanceof SyntaxError) return new Set();
    throw error;
  }
}

/** Fields that were there before anybody applied, and that nobody is noted for, count as written by one manager. */
function managersOf(live: KubeObject, writer: FieldWriter): Manager[] {
  const known = live.metadata.managedFields ?? [];
  const first = { ...writer, manager: "before-first-apply", subresource: "" };
  const entries = known.length > 0 ? known : managedAfter(null, live, first);
  return entries.map((entry) => ({ entry, paths: new Set(pathsOf(entry.fieldsV1)) }));
}

function isApplier(entry: ManagedFieldsEntry, writer: FieldWriter): boolean {
  return entry.operation === "Apply" && entry.manager === writer.manager && (entry.subresource ?? "") === writer.subresource;
}

function changedPaths(live: KubeObject, object: KubeObject): Set<string> {
  const before = leavesOf(live);
  return new Set([...leavesOf(object)].filter(([path, value]) => !before.has(path) || !isEqualJson(before.get(path), value)).map(([path]) => path));
}

function conflictsOf(others: readonly Manager[], changed: ReadonlySet<string>): Array<FieldConflict & { manager: Manager }> {
  return others.flatMap((manager) => [...manager.paths].filter((path) => changed.has(path)).map((path) => ({ manager, entry: manager.entry, path })));
}

function reaches({ paths }: Manager, path: string): boolean {
  return paths.has(path) || reachesAny(paths, path);
}

/** True when one of the paths lies below this one. */
function reachesAny(paths: ReadonlySet<string>, path: string): boolean {
  const head = path + separator;
  for (const other of paths) if (other.startsWith(head)) return true;
  return false;
}
