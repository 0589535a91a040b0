import { blankEntry, blankFields, ENTRY_FIELD_NAMES, entryFieldNamed, type FieldValueTypes } from "@/lib/domain/entry/entry-fields";
import type { HealthReport, LastWriter, OwnerReference, WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { PROBE_METHODS, type Probe, type WorkloadGroup, type WorkloadTemplate } from "@/lib/domain/group/workload-group";
import type { ObjectWithFlatSpec, ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import type { Timestamp } from "@/lib/domain/object/timestamp";
import type { UntypedObject } from "@/lib/domain/preview/values";
import type { KubernetesService, ServiceEntry, ServiceEntryResolution, StoredMeshService, TrafficDistribution } from "@/lib/domain/selection/objects";
import type {
  AuthorizationPolicy,
  DestinationRule,
  LocalityBalancing,
  PeerAuthentication,
  RouteDestination,
  Sidecar,
  TrafficPolicySettings,
  VirtualService,
  ZoneAwareBalancing,
} from "@/lib/domain/selection/policies";
import {
  copyEntryField,
  ENTRY_COMMON_FIELD_NAMES,
  ENTRY_IDENTITY_FIELD_NAMES,
  ENTRY_MOVING_FIELD_NAMES,
  ENTRY_OWN_FIELD_NAMES,
  type EntryCommonFields,
  type EntryIdentity,
  type EntryMovingFields,
  type EntryOwnFields,
} from "./entry-parts";
import {
  type JsonReader,
  listReader,
  nullableReader,
  numberKeyedPairReader,
  objectReader,
  oneOfReader,
  pairsReader,
  readBoolean,
  readNumber,
  readNumberOrNull,
  readString,
  readStringOrNull,
  readUntypedObject,
  UnreadableError,
} from "./reading";

const READ: { readonly [Kind in keyof FieldValueTypes]: JsonReader<FieldValueTypes[Kind]> } = {
  text: readString,
  "optional text": readStringOrNull,
  number: readNumberOrNull,
  moment: readNumberOrNull,
  time: nullableReader(readTime),
  ports: pairsReader(readNumber),
  labels: pairsReader(readString),
  owner: nullableReader(readOwner),
  report: nullableReader(readReport),
  writer: nullableReader(readWriter),
};

type Name = keyof WorkloadEntry;

/** Returns a reader for a stored part of an entry, in the newest format. */
function readerOf<Part>(names: readonly Name[]): (stored: UntypedObject) => Part {
  const blank = blankFields(names);
  const readers = names.map((name) => {
    const read: JsonReader<unknown> = READ[entryFieldNamed(name).holds];
    const isLater = entryFieldNamed(name).keptLater === true;
    return { name, read: isLater ? (value: unknown, path: string) => (value === undefined ? blank[name] : read(value, path)) : read };
  });
  return (stored) => {
    const part: Record<string, unknown> = { ...blank };
    for (const { name, read } of readers) part[name] = read(stored[name], name);
    // Every field of the part was read as its own type.
    return part as Part;
  };
}

/** Readers of the stored parts of an entry; each throws `Unreadable`. */
export const readEntryOwnFields = readerOf<EntryOwnFields>(ENTRY_OWN_FIELD_NAMES);
export const readEntryCommonFields = readerOf<EntryCommonFields>(ENTRY_COMMON_FIELD_NAMES);
export const readEntryMovingFields = readerOf<EntryMovingFields>(ENTRY_MOVING_FIELD_NAMES);

const BLANK_ENTRY = blankFields(ENTRY_FIELD_NAMES);

/** Returns an entry from its stored parts. */
export function joinEntryFields(identity: EntryIdentity, own: EntryOwnFields, common: EntryCommonFields, moving: EntryMovingFields): WorkloadEntry {
  const entry = { ...BLANK_ENTRY };
  for (const name of ENTRY_IDENTITY_FIELD_NAMES) copyEntryField(entry, identity as WorkloadEntry, name);
  for (const name of ENTRY_OWN_FIELD_NAMES) copyEntryField(entry, own as WorkloadEntry, name);
  for (const name of ENTRY_COMMON_FIELD_NAMES) copyEntryField(entry, common as WorkloadEntry, name);
  for (const name of ENTRY_MOVING_FIELD_NAMES) copyEntryField(entry, moving as WorkloadEntry, name);
  // Every field is in one of the parts.
  return entry as WorkloadEntry;
}

/** Returns a blank entry with `reason` as its error, for stored data that cannot be read. */
export function unreadableEntry(identity: EntryIdentity, reason: string): WorkloadEntry {
  return blankEntry(identity, recordUnreadable(reason));
}

/** Returns the reason as a row shows it. */
function recordUnreadable(reason: string): string {
  return `what was recorded of it cannot be read: ${reason}`;
}

function readWriter(value: unknown, path: string): LastWriter {
  const { manager, operation, subresource, time } = readUntypedObject(value, path);
  return {
    manager: readString(manager, path),
    operation: readString(operation, path),
    subresource: readString(subresource, path),
    time: readNumberOrNull(time, path),
  };
}

function readTime(value: unknown, path: string): Timestamp {
  const stored = readUntypedObject(value, path);
  return { text: readString(stored.text, path), ms: readNumberOrNull(stored.ms, path) };
}

function readReport(value: unknown): HealthReport {
  const { status, message, lastProbeTime, lastTransitionTime } = readUntypedObject(value, "health");
  return {
    status: readString(status, "health.status"),
    message: readString(message, "health.message"),
    lastProbeTime: lastProbeTime === null ? null : readTime(lastProbeTime, "health.lastProbeTime"),
    lastTransitionTime: lastTransitionTime === null ? null : readTime(lastTransitionTime, "health.lastTransitionTime"),
  };
}

function readOwner(value: unknown, path: string): OwnerReference {
  const { apiVersion, kind, name, uid } = readUntypedObject(value, path);
  return { apiVersion: readString(apiVersion, path), kind: readString(kind, path), name: readString(name, path), uid: readString(uid, path) };
}

/** Reads a stored group, in the newest format; throws `Unreadable`. */
export function readGroup({ cluster, namespace, name, uid }: EntryIdentity, shape: UntypedObject, moving: UntypedObject): WorkloadGroup {
  return {
    cluster,
    namespace,
    name,
    uid,
    resourceVersion: readString(moving.resourceVersion, "resourceVersion"),
    lastWriter: nullableReader(readWriter)(moving.lastWriter, "lastWriter"),
    generation: readNumberOrNull(moving.generation, "generation"),
    createdAt: readNumberOrNull(shape.createdAt, "createdAt"),
    deletingAt: readNumberOrNull(shape.deletingAt, "deletingAt"),
    unreadable: readStringOrNull(shape.unreadable, "unreadable"),
    // Older versions of Stolos did not store the revision.
    revision: shape.revision === undefined ? "" : readString(shape.revision, "revision"),
    entryLabels: pairsReader(readString)(shape.entryLabels, "entryLabels"),
    entryAnnotations: pairsReader(readString)(shape.entryAnnotations, "entryAnnotations"),
    // Older versions of Stolos did not store misplaced keys.
    misplacedKeys: shape.misplacedKeys === undefined ? [] : listReader(readString)(shape.misplacedKeys, "misplacedKeys"),
    template: readTemplate(readUntypedObject(shape.template, "template")),
    probe: nullableReader(readProbe)(shape.probe, "probe"),
    expectedSize: readStringOrNull(shape.expectedSize, "expectedSize"),
    // Older versions of Stolos did not store planned leaves.
    plannedLeaves: shape.plannedLeaves === undefined ? null : readStringOrNull(shape.plannedLeaves, "plannedLeaves"),
    // Older versions of Stolos did not store maintenance windows.
    maintenance: shape.maintenance === undefined ? null : readStringOrNull(shape.maintenance, "maintenance"),
    mutedFindings: shape.mutedFindings === undefined ? "" : readString(shape.mutedFindings, "mutedFindings"),
    managedBy: readString(shape.managedBy, "managedBy"),
  };
}

/** Returns a blank group with `reason` as its error, for stored data that cannot be read. */
export function unreadableGroup({ cluster, namespace, name, uid }: EntryIdentity, reason: string): WorkloadGroup {
  const template = { address: "", ports: [], labels: [], network: "", locality: "", weight: null, serviceAccount: "" };
  const nothing = {
    createdAt: null,
    deletingAt: null,
    generation: null,
    probe: null,
    expectedSize: null,
    plannedLeaves: null,
    maintenance: null,
    mutedFindings: "",
    lastWriter: null,
    managedBy: "",
  };
  const none = { revision: "", entryLabels: [], entryAnnotations: [], misplacedKeys: [], template, ...nothing };
  return { cluster, namespace, name, uid, resourceVersion: "", unreadable: recordUnreadable(reason), ...none };
}

function readTemplate(stored: UntypedObject): WorkloadTemplate {
  return {
    address: readString(stored.address, "template.address"),
    ports: pairsReader(readNumber)(stored.ports, "template.ports"),
    labels: pairsReader(readString)(stored.labels, "template.labels"),
    network: readString(stored.network, "template.network"),
    locality: readString(stored.locality, "template.locality"),
    weight: readNumberOrNull(stored.weight, "template.weight"),
    serviceAccount: readString(stored.serviceAccount, "template.serviceAccount"),
  };
}

function readProbe(value: unknown, path: string): Probe {
  const stored = readUntypedObject(value, path);
  return {
    method: oneOfReader([...PROBE_METHODS, "none"])(stored.method, "probe.method"),
    port: readNumberOrNull(stored.port, "probe.port"),
    path: readString(stored.path, "probe.path"),
    scheme: readString(stored.scheme, "probe.scheme"),
    host: readString(stored.host, "probe.host"),
    command: listReader(readString)(stored.command, "probe.command"),
    initialDelaySeconds: readNumberOrNull(stored.initialDelaySeconds, "probe.initialDelaySeconds"),
    timeoutSeconds: readNumberOrNull(stored.timeoutSeconds, "probe.timeoutSeconds"),
    periodSeconds: readNumberOrNull(stored.periodSeconds, "probe.periodSeconds"),
    successThreshold: readNumberOrNull(stored.successThreshold, "probe.successThreshold"),
    failureThreshold: readNumberOrNull(stored.failureThreshold, "probe.failureThreshold"),
  };
}

type SelectingName = Pick<StoredMeshService, "cluster" | "kind" | "namespace" | "name" | "uid">;

/** Reads a stored Service or ServiceEntry, in the newest format; throws `Unreadable`. */
export function readStoredMeshService({ cluster, kind, namespace, name, uid }: SelectingName, shape: UntypedObject, moving: UntypedObject): StoredMeshService {
  return {
    cluster,
    kind,
    namespace,
    name,
    uid,
    resourceVersion: readString(moving.resourceVersion, "resourceVersion"),
    createdAt: readNumberOrNull(shape.createdAt, "createdAt"),
    unreadable: readStringOrNull(shape.unreadable, "unreadable"),
    selector: pairsReader(readString)(shape.selector, "selector"),
    hosts: listReader(readString)(shape.hosts, "hosts"),
    ports: pairsReader(readString)(shape.ports, "ports"),
    traits: pairsReader(readString)(shape.traits, "traits"),
    istiodStatus: shape.istiodStatus === undefined ? "" : readString(shape.istiodStatus, "istiodStatus"),
    ...(shape.managedBy !== undefined && { managedBy: readString(shape.managedBy, "managedBy") }),
    mutedFindings: shape.mutedFindings === undefined ? "" : readString(shape.mutedFindings, "mutedFindings"),
    parsed: kind === "services" ? readStoredParsedForm(readKubernetesService, shape.parsed) : readStoredParsedForm(readServiceEntry, shape.parsed),
  };
}

/** Returns a blank Service or ServiceEntry with `reason` as its error, for stored data that cannot be read. */
export function unreadableMeshService({ cluster, kind, namespace, name, uid }: SelectingName, reason: string): StoredMeshService {
  const nothing = { resourceVersion: "", createdAt: null, selector: [], hosts: [], ports: [], traits: [], mutedFindings: "", istiodStatus: "", parsed: null };
  return { cluster, kind, namespace, name, uid, unreadable: recordUnreadable(reason), ...nothing };
}

type ObjectName = Pick<ObjectWithFlatSpec, "cluster" | "kind" | "namespace" | "name" | "uid">;

/** Reads a stored object: the fields of its spec and their parsed form, in the newest format; throws `Unreadable`. */
export function readStoredObject<P>(
  { cluster, kind, namespace, name, uid }: ObjectName,
  parsed: JsonReader<P>,
  shape: UntypedObject,
  moving: UntypedObject,
): ObjectWithParsedSpec<P> {
  return {
    ...{ cluster, kind, namespace, name, uid },
    resourceVersion: readString(moving.resourceVersion, "resourceVersion"),
    createdAt: readNumberOrNull(shape.createdAt, "createdAt"),
    unreadable: readStringOrNull(shape.unreadable, "unreadable"),
    fields: pairsReader(readString)(shape.fields, "fields"),
    parsed: readStoredParsedForm(parsed, shape.parsed),
  };
}

/** Returns a blank object with `reason` as its error, for stored data that cannot be read. */
export function unreadableObject({ cluster, kind, namespace, name, uid }: ObjectName, reason: string): ObjectWithParsedSpec<never> {
  return { cluster, kind, namespace, name, uid, unreadable: recordUnreadable(reason), resourceVersion: "", createdAt: null, fields: [], parsed: null };
}

/** Reads the stored parsed form of an object. Null = an older version of Stolos did not store it, or stored it in another form. */
export function readStoredParsedForm<P>(read: JsonReader<P>, stored: unknown): P | null {
  if (stored === undefined || stored === null) return null;
  try {
    return read(stored, "parsed");
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}

const texts = listReader(readString);
const labels = pairsReader(readString);
const described = { namespace: readString, name: readString, createdAt: readNumberOrNull, labels };
const distribution = nullableReader(oneOfReader<TrafficDistribution>(["any", "same-zone", "same-node"]));

// Rows of older versions have no misplaced keys.
const misplacedKeys: JsonReader<readonly string[]> = (value, path) => (value === undefined ? [] : texts(value, path));

export const readKubernetesService = objectReader<KubernetesService>({
  misplacedKeys,
  ...{ ...described, kind: oneOfReader(["Service"]), selector: labels, type: readString, isHeadless: readBoolean, externalName: readString },
  ports: listReader(objectReader({ name: readString, number: readNumber, protocol: readString, target: targetOf })),
  // Rows of older versions have no cluster IPs.
  clusterAddresses: (value, path) => (value === undefined ? [] : texts(value, path)),
  ...{ exportTo: texts, distribution, publishesUnready: readBoolean, isNodeLocal: readBoolean, accounts: texts, namespaceAccounts: texts },
});

export const readServiceEntry = objectReader<ServiceEntry>({
  misplacedKeys,
  ...{ ...described, kind: oneOfReader(["ServiceEntry"]), hosts: texts, selector: nullableReader(labels) },
  // Rows of older versions have no addresses.
  addresses: (value, path) => (value === undefined ? [] : texts(value, path)),
  allocated: (value, path) => (value === undefined ? [] : labels(value, path)),
  ports: listReader(objectReader({ name: readString, number: readNumber, protocol: readString, target: readNumberOrNull })),
  endpoints: listReader(
    objectReader<WorkloadTemplate>({
      address: readString,
      ports: pairsReader(readNumber),
      labels,
      network: readString,
      locality: readString,
      weight: readNumberOrNull,
      serviceAccount: readString,
    }),
  ),
  resolution: oneOfReader<ServiceEntryResolution>(["NONE", "STATIC", "DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS"]),
  ...{ isExternal: readBoolean, exportTo: texts, distribution, accounts: texts },
});

const failover = listReader(objectReader({ from: readString, to: readString }));
const zoneAware = objectReader<ZoneAwareBalancing>({ isEnabled: readBoolean, failover, failoverPriority: texts });
const locality = objectReader<LocalityBalancing>({
  ...{ isEnabled: readBoolean, failover, failoverPriority: texts },
  distribute: nullableReader(listReader(objectReader({ from: readString, to: pairsReader(readNumber) }))),
});
const policyPart: { readonly [Key in keyof TrafficPolicySettings]-?: JsonReader<TrafficPolicySettings[Key]> } = {
  tls: readStringOrNull,
  // Rows of older versions have no names.
  accepts: (value, path) => (value === undefined ? undefined : texts(value, path)),
  outlier: nullableReader(objectReader({ minHealthPercent: readNumber, maxEjectionPercent: readNumberOrNull })),
  balancer: nullableReader(objectReader({ simple: readString, locality: nullableReader(locality), zoneAware: nullableReader(zoneAware) })),
};
const policy = nullableReader(objectReader({ ...policyPart, ports: listReader(objectReader({ ...policyPart, port: readNumber })) }));

export const readDestinationRule = objectReader<DestinationRule>({
  ...{ ...described, host: readString, policy, exportTo: texts, callers: nullableReader(labels) },
  subsets: listReader(objectReader({ name: readString, labels, policy })),
});

export const readSidecar = objectReader<Sidecar>({
  ...{ ...described, callers: nullableReader(labels) },
  egress: listReader(objectReader({ port: readNumberOrNull, protocol: readString, hosts: texts })),
});

export const readPeerAuthentication = objectReader<PeerAuthentication>({
  ...{ ...described, selector: labels, mode: readStringOrNull, ports: listReader(numberKeyedPairReader(readStringOrNull)) },
});

export const readVirtualService = objectReader<VirtualService>({
  ...{ ...described, hosts: texts, gateways: texts, exportTo: texts },
  destinations: listReader(
    objectReader<RouteDestination>({
      ...{ host: readString, port: readNumberOrNull, subset: readString, sources: texts },
      // Rows of older versions have no share.
      share: (value, path) => (value === undefined ? 0 : readNumber(value, path)),
    }),
  ),
});

export const readAuthorizationPolicy = objectReader<AuthorizationPolicy>({
  ...{ ...described, selector: labels, action: readString, rules: readNumber },
  targets: listReader(objectReader({ group: readString, kind: readString, name: readString })),
});

function targetOf(value: unknown, path: string): number | string | null {
  return typeof value === "string" ? value : readNumberOrNull(value, path);
}
