import type { FieldChange } from "@/lib/domain/history/object-changes";
import type { Transition } from "@/lib/domain/history/transition";
import { changedKind } from "@/lib/domain/incidents/incident-viewer";
import type { ObjectChange } from "@/lib/domain/incidents/observation";
import { cleanText, truncateTextWithEllipsis } from "@/lib/domain/object/clean-text";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HistoryRecord, SubjectKey } from "@/lib/server/history/history-record";

/** The most machines of a service that are searched for its groups. */
const MOST_MACHINES = 2_000;

/** A transition of an object, with the fields of its new version that often change; null = it has none. */
export interface ObjectEvent {
  readonly subject: Pick<SubjectKey, "cluster" | "kind" | "namespace" | "name">;
  readonly transition: Pick<Transition, "type" | "at" | "notBefore" | "facts">;
  readonly moving: unknown;
}

/** The groups that changes of objects concern, as "NAMESPACE/NAME". */
export interface GroupLookup {
  inNamespace(cluster: string, namespace: string): readonly string[];
  /** The groups of the machines that a service selects. */
  ofService(cluster: string, kind: "Service" | "ServiceEntry", namespace: string, name: string): readonly string[];
}

/** Returns the change of an object that a record contains; null = it is about a machine, the world or the recorder, or was found in a gap. */
export function recordedChange(record: HistoryRecord, fleet: FleetReader): ObjectChange | null {
  if (record.kind !== "version" && record.kind !== "ended" && record.kind !== "happened") return null;
  const [transition] = record.transitions;
  if (transition === undefined) return null;
  const groups: GroupLookup = {
    inNamespace: (...of) => groupsOfNamespace(fleet, ...of),
    ofService: (...of) => groupsOfService(fleet, ...of),
  };
  return objectChange({ subject: record.subject, transition, moving: record.kind === "version" ? record.version.moving : null }, groups);
}

/** Returns the change of an object that a transition shows; null as for `recordedChange`. */
export function objectChange({ subject, transition, moving }: ObjectEvent, of: GroupLookup): ObjectChange | null {
  const kind = changedKind(subject.kind);
  const { type, at, notBefore, facts } = transition;
  // The first list of a kind is the beginning of the history, not a change.
  if (kind === null || (notBefore !== null && type.endsWith("-created"))) return null;
  const { cluster, namespace, name } = subject;
  const groups = groupsOf(subject, of);
  const { fields, more } = changedFields(facts);
  const writer = lastWriterOf(moving);
  return {
    ...{ cluster, kind, namespace, name, what: whatOf(type, facts), seenAt: at, ownAt: numberOrNull(writer.time), groups },
    version: versionOf(fields),
    edit: { fields: fields.slice(0, MOST_FIELDS).map(shortField), more: more + Math.max(0, fields.length - MOST_FIELDS), by: textOf(writer.manager) },
  };
}

/** The most fields of one change, and the most characters of a value: an incident stores up to a few hundred changes. */
const MOST_FIELDS = 5;
const LONGEST_VALUE = 120;

function changedFields(facts: Transition["facts"]): { readonly fields: readonly FieldChange[]; readonly more: number } {
  return facts?.kind === "changes" ? { fields: facts.changes, more: facts.more } : { fields: [], more: 0 };
}

function shortField({ field, from, to }: FieldChange): FieldChange {
  const short = (text: string) => truncateTextWithEllipsis(cleanText(text), LONGEST_VALUE);
  return { field: short(field), from: from === null ? null : short(from), to: to === null ? null : short(to) };
}

/** The template's labels that give new machines of a group their version. */
const VERSION_FIELDS = /^spec\.(?:metadata|template)\.labels\[(?:version|app\.kubernetes\.io\/version)\]$/;

function versionOf(fields: readonly FieldChange[]): string | null {
  const version = fields.find(({ field }) => VERSION_FIELDS.test(field))?.to ?? null;
  return version === null || version === "" ? null : truncateTextWithEllipsis(cleanText(version), LONGEST_VALUE);
}

function whatOf(type: string, facts: Transition["facts"]): string {
  if (type.endsWith("-created") || type === "replica-came") return "created";
  if (type.endsWith("-deleted") || type === "replica-went") return "deleted";
  if (type === "replica-restarted") return "restarted";
  return (
    changedFields(facts)
      .fields.map(({ field }) => field)
      .join(", ") || "changed"
  );
}

/** The groups as "NAMESPACE/NAME" that a change concerns; null = all of the cluster. */
function groupsOf({ cluster, kind, namespace, name }: ObjectEvent["subject"], of: GroupLookup): readonly string[] | null {
  if (kind === "replica") return null;
  if (kind === "group") return [`${namespace}/${name}`];
  if (kind === "service" || kind === "serviceentry") return of.ofService(cluster, kind === "service" ? "Service" : "ServiceEntry", namespace, name);
  return of.inNamespace(cluster, namespace);
}

/** Returns the groups of a namespace as "NAMESPACE/NAME". */
export function groupsOfNamespace(fleet: FleetReader, cluster: string, namespace: string): readonly string[] {
  return [...fleet.groupsIn(cluster, namespace)].flatMap(({ name }) => (name === "" ? [] : [`${namespace}/${name}`]));
}

function groupsOfService(fleet: FleetReader, cluster: string, kind: "Service" | "ServiceEntry", namespace: string, name: string): readonly string[] {
  const service = fleet.hosts.find(cluster, kind, namespace, name);
  const groups = new Set<string>();
  let machines = 0;
  for (const entry of service === null ? [] : fleet.hosts.machines(service)) {
    const { place, name: group } = fleet.groupOf(entry);
    if (group !== "") groups.add(`${place.namespace}/${group}`);
    if (++machines >= MOST_MACHINES) break;
  }
  return [...groups];
}

/** The last write by the object's managed fields: `time` in milliseconds. Only groups keep them. */
function lastWriterOf(moving: unknown): { readonly time?: unknown; readonly manager?: unknown } {
  if (typeof moving !== "object" || moving === null || !("lastWriter" in moving)) return {};
  return typeof moving.lastWriter === "object" && moving.lastWriter !== null ? moving.lastWriter : {};
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? cleanText(value) : "";
}
