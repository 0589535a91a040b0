import { localityOf, parseLocality } from "@/lib/domain/localities/locality";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { Timestamp } from "@/lib/domain/object/timestamp";
import { entryOriginOf, ORIGINS } from "./origin";
import { type HealthReport, mergedLabel, type OwnerReference, type WorkloadEntry, type Writer } from "./workload-entry";

/** Kinds of field values. `moment` = milliseconds of a time that Kubernetes wrote, `time` = a time that any client may have written. */
export interface FieldValues {
  readonly text: string;
  readonly "optional text": string | null;
  readonly number: number | null;
  readonly moment: number | null;
  readonly time: Timestamp | null;
  readonly ports: WorkloadEntry["ports"];
  readonly labels: LabelSet;
  readonly owner: OwnerReference | null;
  readonly report: HealthReport | null;
  readonly writer: Writer | null;
}

/** The kinds whose values have exactly this type. */
type KindsHolding<Value> = {
  [Kind in keyof FieldValues]: [Value, FieldValues[Kind]] extends [FieldValues[Kind], Value] ? Kind : never;
}[keyof FieldValues];

/** The value of each kind for a field that is not set. */
const BLANK_VALUES: FieldValues = {
  text: "",
  "optional text": null,
  number: null,
  moment: null,
  time: null,
  ports: [],
  labels: [],
  owner: null,
  report: null,
  writer: null,
};

const is = (a: unknown, b: unknown) => a === b;

/**
 * Compares two values of a kind as facts about a machine. Times are equal to the millisecond, as the live fleet stores them. The times of a health report do
 * not count (docs/istio.md#reports).
 */
export const VALUE_EQUALITY: { readonly [Kind in keyof FieldValues]: (a: FieldValues[Kind], b: FieldValues[Kind]) => boolean } = {
  text: is,
  "optional text": is,
  number: is,
  moment: is,
  time: (a, b) => (a === null || b === null ? a === b : a.ms === b.ms && (a.ms !== null || a.text === b.text)),
  ports: equalPairs,
  labels: equalPairs,
  owner: (a, b) => (a === null || b === null ? a === b : a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion),
  report: (a, b) => (a === null || b === null ? a === b : a.status === b.status && a.message === b.message),
  writer: (a, b) => (a === null || b === null ? a === b : a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource),
};

/** True for the same pairs in the same order. */
export function equalPairs(a: LabelSet | WorkloadEntry["ports"], b: LabelSet | WorkloadEntry["ports"]): boolean {
  return a === b || (a.length === b.length && a.every(([key, value], at) => b[at]?.[0] === key && b[at]?.[1] === value));
}

/** The parts of an entry that listeners subscribe to. */
export const ENTRY_CHANGE_TOPICS = ["state", "connectionTimes", "place", "labels", "group", "health", "spec", "metadata", "existence", "since"] as const;
export type EntryChangeTopic = (typeof ENTRY_CHANGE_TOPICS)[number];

interface Listing {
  /** Its key in a row of a list. */
  readonly row?: string;
  /** Its name as a sort key: texts from A to Z, numbers from the smallest, moments from the newest. */
  readonly sort?: string;
  /** Its name as a facet of a filter. */
  readonly facet?: string;
  /** Its name in comparisons of a filter (`age>5d`). */
  readonly compared?: string;
  /** The heading of its column in exported files. Columns that `export-columns.ts` lists have none here. */
  readonly exported?: string;
}

interface Stored {
  /** The part of an entry that changes with it; null = it changes with every write, and listeners are not notified. */
  readonly part: EntryChangeTopic | null;
  /** Stored once for all machines of a group, which usually have the same value. */
  readonly shared?: true;
  /** A number that few entries have. */
  readonly rare?: true;
  /** Changes with connections and health reports, which are most of istiod's writes. */
  readonly moves?: true;
}

/** A value inside a field that has several. */
interface InnerField<Holds extends keyof FieldValues = keyof FieldValues> extends Stored {
  readonly holds: Holds;
}

export interface EntryField<Holds extends keyof FieldValues = keyof FieldValues> extends Listing, Stored {
  readonly holds: Holds;
  /** Its part of the history: the subject, the shape (own values, or values common in a group), or each version. */
  readonly kept: "identity" | "own" | "common" | "moving";
  /** Older histories lack it and have it blank. */
  readonly keptLater?: true;
  /** Not a fact about the machine: versions that differ only in it are equal. */
  readonly idle?: true;
  /** The kind of transition for a change of it, and its name there: its path in the YAML, or a FieldCode. */
  readonly told?: { readonly as: "labels" | "place" | "spec"; readonly path: string };
  /** The values inside it, each with the part that changes with it. */
  readonly inner?: Readonly<Record<string, InnerField>>;
}

type Described = { readonly [Name in keyof WorkloadEntry]: EntryField<KindsHolding<WorkloadEntry[Name]>> };
type DescribedWithin<Value> = { readonly [Name in keyof Value]: InnerField<KindsHolding<Value[Name]>> };

const REPORT = {
  status: { holds: "text", part: "health", moves: true },
  message: { holds: "text", part: "health", moves: true },
  lastProbeTime: { holds: "time", part: "connectionTimes", moves: true },
  lastTransitionTime: { holds: "time", part: "connectionTimes", moves: true },
} as const satisfies DescribedWithin<HealthReport>;

const WRITER = {
  manager: { holds: "text", part: "metadata", moves: true },
  operation: { holds: "text", part: "metadata", moves: true },
  subresource: { holds: "text", part: "metadata", moves: true },
  time: { holds: "moment", part: null, moves: true },
} as const satisfies DescribedWithin<Writer>;

/**
 * Describes every field of an entry once. Columns of the store, comparison, notification, history, facets, sort keys and rows derive from it.
 * Transitions follow its order.
 */
export const ENTRY_FIELDS = {
  cluster: { holds: "text", kept: "identity", part: "place", row: "cluster", sort: "cluster" },
  namespace: { holds: "text", kept: "identity", part: "place", row: "namespace", sort: "namespace" },
  name: { holds: "text", kept: "identity", part: "existence", row: "name", sort: "name" },
  uid: { holds: "text", kept: "identity", part: "existence", row: "uid" },
  resourceVersion: { holds: "text", kept: "moving", part: null, moves: true, idle: true },
  specLabels: { holds: "labels", kept: "common", part: "labels", told: { as: "labels", path: "spec.labels" } },
  metadataLabels: { holds: "labels", kept: "common", part: "labels", told: { as: "labels", path: "metadata.labels" } },
  network: {
    holds: "text",
    kept: "common",
    part: "place",
    shared: true,

    told: { as: "place", path: "spec.network" },
    row: "network",
    sort: "network",
    facet: "network",
  },
  locality: { holds: "text", kept: "common", part: "place", shared: true, told: { as: "place", path: "spec.locality" } },
  unreadable: { holds: "optional text", kept: "common", part: "state", shared: true, told: { as: "spec", path: "unreadable" } },
  address: { holds: "text", kept: "own", part: "spec", told: { as: "spec", path: "spec.address" }, row: "address", sort: "address" },
  ports: { holds: "ports", kept: "common", part: "spec", shared: true, told: { as: "spec", path: "spec.ports" } },
  weight: { holds: "number", kept: "common", part: "spec", rare: true, told: { as: "spec", path: "spec.weight" } },
  serviceAccount: { holds: "text", kept: "common", part: "spec", shared: true, told: { as: "spec", path: "spec.serviceAccount" } },
  gate: { holds: "optional text", kept: "common", part: "health", shared: true, told: { as: "spec", path: "health-checks" } },
  registrationGroup: { holds: "text", kept: "common", part: "group", shared: true, told: { as: "spec", path: "registration-group" } },
  owner: { holds: "owner", kept: "common", part: "group", shared: true, told: { as: "spec", path: "owner" } },
  deletingAt: { holds: "moment", kept: "moving", part: "metadata", rare: true, told: { as: "spec", path: "marked-for-deletion" } },
  managedBy: { holds: "text", kept: "common", part: "metadata", shared: true },
  mutedFindings: { holds: "text", kept: "own", keptLater: true, part: "metadata", shared: true },
  misplacedKeys: { holds: "text", kept: "own", keptLater: true, part: "metadata", shared: true },
  istiodStatus: { holds: "text", kept: "own", keptLater: true, part: "metadata", shared: true },
  drainReason: { holds: "text", kept: "own", keptLater: true, part: "metadata", shared: true },
  controller: { holds: "text", kept: "moving", part: "state", moves: true, row: "controller", sort: "replica", facet: "replica" },
  connectedAt: {
    holds: "time",
    kept: "moving",
    part: "connectionTimes",
    moves: true,

    row: "connectedAt",
    sort: "connected",
    compared: "connected",
    exported: "connected at (reported)",
  },
  disconnectedAt: {
    holds: "time",
    kept: "moving",
    part: "connectionTimes",
    moves: true,

    row: "disconnectedAt",
    exported: "disconnected at (reported)",
  },
  createdAt: { holds: "moment", kept: "own", part: "metadata", row: "createdAt", sort: "age", compared: "age", exported: "created at" },
  generation: {
    holds: "number",
    kept: "moving",
    keptLater: true,
    idle: true,
    part: "metadata",
    row: "generation",
    sort: "generation",
    exported: "generation",
  },
  health: { holds: "report", kept: "moving", part: "health", moves: true, inner: REPORT },
  lastWriter: { holds: "writer", kept: "moving", part: "metadata", moves: true, idle: true, inner: WRITER },
} as const satisfies Described;

interface DerivedField extends Listing {
  /** `readsTopology`: see `localityOf`. */
  readonly of: (entry: WorkloadEntry, readsTopology: boolean) => string;
  readonly part: EntryChangeTopic;
  readonly shared?: true;
  /** All its values, in sort order. */
  readonly words?: readonly string[];
}

const zoneOf = (entry: WorkloadEntry, readsTopology: boolean) => parseLocality(localityOf(entry, readsTopology)).zone;
const regionOf = (entry: WorkloadEntry, readsTopology: boolean) => parseLocality(localityOf(entry, readsTopology)).region;
const hostOf = (entry: WorkloadEntry) => mergedLabel(entry, "hostname") ?? mergedLabel(entry, "kubernetes.io/hostname") ?? "";

/**
 * Derived fields of an entry: they are listed, filtered and sorted like its own fields. Its locality depends on the version of istiod too. An empty
 * text means "not set".
 */
export const DERIVED_FIELDS = {
  host: { of: hostOf, part: "labels", row: "host" },
  effectiveLocality: { of: localityOf, part: "place", shared: true, row: "locality" },
  zone: { of: zoneOf, part: "place", shared: true, sort: "zone", facet: "zone" },
  region: { of: regionOf, part: "place", shared: true, facet: "region" },
  revision: {
    of: (entry: WorkloadEntry) => mergedLabel(entry, "istio.io/rev") ?? "",
    part: "labels",
    shared: true,
    row: "revision",
    sort: "revision",
    facet: "revision",
  },
  origin: { of: entryOriginOf, part: "group", shared: true, words: ORIGINS, row: "origin", sort: "origin", facet: "origin" },
} as const satisfies Readonly<Record<string, DerivedField>>;

type Fields = typeof ENTRY_FIELDS;

/** The names of the fields with this in their description. */
export type FieldsWith<Said> = { [Name in keyof Fields]: Fields[Name] extends Said ? Name : never }[keyof Fields];

/** The names of all fields of an entry, in the order of the description. */
export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_FIELDS) as readonly (keyof WorkloadEntry)[];

/** Returns the description of a field with the general type. */
export function entryFieldNamed(name: keyof WorkloadEntry): EntryField {
  return ENTRY_FIELDS[name];
}

/** Returns the names of the fields that `isIt` accepts, in the order of the description. */
export function entryFieldsWhere(isIt: (field: EntryField) => boolean): readonly (keyof WorkloadEntry)[] {
  return ENTRY_FIELD_NAMES.filter((name) => isIt(ENTRY_FIELDS[name]));
}

export type EntryFieldSubset = { -readonly [Name in keyof WorkloadEntry]?: WorkloadEntry[Name] };

/** Returns a blank object with these fields of an entry. Callers fill a copy that has all fields from the start: an object that grows is slow. */
export function blankFields(names: readonly (keyof WorkloadEntry)[]): EntryFieldSubset {
  return Object.fromEntries(names.map((name) => [name, BLANK_VALUES[entryFieldNamed(name).holds]]));
}

const BLANK_ENTRY = blankFields(ENTRY_FIELD_NAMES) as WorkloadEntry;

/** Returns an entry that cannot be parsed: its identity, and the reason in `unreadable`. */
export function blankEntry(identity: Pick<WorkloadEntry, FieldsWith<{ readonly kept: "identity" }>>, unreadable: string): WorkloadEntry {
  const { cluster, namespace, name, uid } = identity;
  return { ...BLANK_ENTRY, cluster, namespace, name, uid, unreadable };
}
