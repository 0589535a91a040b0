import { localityOf, parseLocality } from "@/lib/domain/localities/locality";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { Timestamp } from "@/lib/domain/object/timestamp";
import { ENTRY_ORIGINS, entryOriginOf } from "./origin";
import { type HealthReport, type LastWriter, mergedLabel, type OwnerReference, type WorkloadEntry } from "./workload-entry";

/**
 * The kinds of field values, with the type of each. `moment`: the milliseconds of a time that Kubernetes wrote. `time`: a time that any client may
 * have written.
 */
export interface FieldValueTypes {
  readonly text: string;
  readonly "optional text": string | null;
  readonly number: number | null;
  readonly moment: number | null;
  readonly time: Timestamp | null;
  readonly ports: WorkloadEntry["ports"];
  readonly labels: LabelSet;
  readonly owner: OwnerReference | null;
  readonly report: HealthReport | null;
  readonly writer: LastWriter | null;
}

/** The names of the kinds whose values have exactly this type. */
type KindsHolding<Value> = {
  [Kind in keyof FieldValueTypes]: [Value, FieldValueTypes[Kind]] extends [FieldValueTypes[Kind], Value] ? Kind : never;
}[keyof FieldValueTypes];

/** The value of each kind for a field that is not set. */
const BLANK_VALUES: FieldValueTypes = {
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
 * Returns for each kind whether two values state the same about a machine. Times are compared to the millisecond, as the live fleet stores them. The
 * times of a health report do not count (docs/istio.md#reports).
 */
export const EQUALITY_BY_VALUE_KIND: { readonly [Kind in keyof FieldValueTypes]: (a: FieldValueTypes[Kind], b: FieldValueTypes[Kind]) => boolean } = {
  text: is,
  "optional text": is,
  number: is,
  moment: is,
  time: (a, b) => (a === null || b === null ? a === b : a.ms === b.ms && (a.ms !== null || a.text === b.text)),
  ports: haveSamePairsInOrder,
  labels: haveSamePairsInOrder,
  owner: (a, b) => (a === null || b === null ? a === b : a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion),
  report: (a, b) => (a === null || b === null ? a === b : a.status === b.status && a.message === b.message),
  writer: (a, b) => (a === null || b === null ? a === b : a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource),
};

/** Returns true for equal pairs in equal order. */
export function haveSamePairsInOrder(a: LabelSet | WorkloadEntry["ports"], b: LabelSet | WorkloadEntry["ports"]): boolean {
  return a === b || (a.length === b.length && a.every(([key, value], at) => b[at]?.[0] === key && b[at]?.[1] === value));
}

/** The groups of fields of an entry to whose changes listeners can subscribe. */
export const ENTRY_CHANGE_TOPICS = ["state", "connectionTimes", "place", "labels", "group", "health", "spec", "metadata", "existence", "since"] as const;
export type EntryChangeTopic = (typeof ENTRY_CHANGE_TOPICS)[number];

interface Listing {
  /** The field's key in a row of a list. */
  readonly row?: string;
  /** The field's name as a sort key: texts from A to Z, numbers from the smallest, times from the newest. */
  readonly sort?: string;
  /** The field's name as a facet of a filter. */
  readonly facet?: string;
  /** The field's name in comparisons of a filter (`age>5d`). */
  readonly compared?: string;
  /** The heading of the field's column in exported files. Not set for columns in `export-columns.ts`. */
  readonly exported?: string;
}

interface Stored {
  /** The topic of the field's changes. Null = the field changes with every write, and listeners are not notified. */
  readonly part: EntryChangeTopic | null;
  /** True if the live fleet stores the value once for all machines of a group, which usually have equal values. */
  readonly shared?: true;
  /** True for a number that few entries have. */
  readonly rare?: true;
  /** True if connections and health reports change the field. They are most of istiod's writes. */
  readonly moves?: true;
}

/** One value of a field that holds an object, such as `status` of the health report. */
interface InnerField<Holds extends keyof FieldValueTypes = keyof FieldValueTypes> extends Stored {
  readonly holds: Holds;
}

export interface EntryField<Holds extends keyof FieldValueTypes = keyof FieldValueTypes> extends Listing, Stored {
  readonly holds: Holds;
  /**
   * The part of the history that stores the field: the subject (`identity`), the shape (`own`, or `common` for values that machines of a group
   * share), or each version (`moving`).
   */
  readonly kept: "identity" | "own" | "common" | "moving";
  /** True if older histories do not have the field. It is blank for them. */
  readonly keptLater?: true;
  /** True if the field states nothing about the machine: versions that differ only in it are equal. */
  readonly idle?: true;
  /** The kind of transition for a change of the field, and the field's name in it: the path in the YAML, or a FieldCode. */
  readonly told?: { readonly as: "labels" | "place" | "spec"; readonly path: string };
  /** The values of a field that holds an object, each with the topic of its changes. */
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
} as const satisfies DescribedWithin<LastWriter>;

/**
 * The description of every field of an entry. The columns of the store, comparisons, notifications, the history, facets, sort keys and rows are
 * derived from it. Transitions list fields in this order.
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
  /** All values of the field, in sort order. */
  readonly words?: readonly string[];
}

const zoneOf = (entry: WorkloadEntry, readsTopology: boolean) => parseLocality(localityOf(entry, readsTopology)).zone;
const regionOf = (entry: WorkloadEntry, readsTopology: boolean) => parseLocality(localityOf(entry, readsTopology)).region;
/** The label of the pair that has no prefix wins. */
const versionOf = (entry: WorkloadEntry) => mergedLabel(entry, "version") ?? mergedLabel(entry, "app.kubernetes.io/version") ?? "";
const hostOf = (entry: WorkloadEntry) => mergedLabel(entry, "hostname") ?? mergedLabel(entry, "kubernetes.io/hostname") ?? "";

/**
 * The fields that are computed from an entry. Lists show, filter and sort them like the entry's own fields. The locality also depends on the version
 * of istiod. An empty text means "not set".
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
  version: { of: versionOf, part: "labels", shared: true, row: "version", sort: "version" },
  origin: { of: entryOriginOf, part: "group", shared: true, words: ENTRY_ORIGINS, row: "origin", sort: "origin", facet: "origin" },
} as const satisfies Readonly<Record<string, DerivedField>>;

type Fields = typeof ENTRY_FIELDS;

/** The names of the fields whose description has these properties. */
export type EntryFieldNamesWith<Said> = { [Name in keyof Fields]: Fields[Name] extends Said ? Name : never }[keyof Fields];

/** The names of all fields of an entry, in the order of the description. */
export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_FIELDS) as readonly (keyof WorkloadEntry)[];

/** Returns the description of a field, with the type of any field's description. */
export function entryFieldNamed(name: keyof WorkloadEntry): EntryField {
  return ENTRY_FIELDS[name];
}

/** Returns the names of the fields that `isIt` accepts, in the order of the description. */
export function entryFieldNamesWhere(isIt: (field: EntryField) => boolean): readonly (keyof WorkloadEntry)[] {
  return ENTRY_FIELD_NAMES.filter((name) => isIt(ENTRY_FIELDS[name]));
}

export type PartialWorkloadEntry = { -readonly [Name in keyof WorkloadEntry]?: WorkloadEntry[Name] };

/**
 * Returns a blank object with these fields of an entry. A caller copies it and sets the fields. An object that has all fields from the start is
 * faster than one that gets them later.
 */
export function blankFields(names: readonly (keyof WorkloadEntry)[]): PartialWorkloadEntry {
  return Object.fromEntries(names.map((name) => [name, BLANK_VALUES[entryFieldNamed(name).holds]]));
}

const BLANK_ENTRY = blankFields(ENTRY_FIELD_NAMES) as WorkloadEntry;

/** Returns an entry that cannot be parsed: its identity, and the reason in `unreadable`. */
export function blankEntry(identity: Pick<WorkloadEntry, EntryFieldNamesWith<{ readonly kept: "identity" }>>, unreadable: string): WorkloadEntry {
  const { cluster, namespace, name, uid } = identity;
  return { ...BLANK_ENTRY, cluster, namespace, name, uid, unreadable };
}
