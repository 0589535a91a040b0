import { blankEntry, blankFields, ENTRY_FIELD_NAMES, entryFieldNamed, type FieldValues } from "@/lib/domain/entry/entry-fields";
import type { HealthReport, OwnerReference, WorkloadEntry, Writer } from "@/lib/domain/entry/workload-entry";
import { PROBE_METHODS, type Probe, type WorkloadGroup, type WorkloadTemplate } from "@/lib/domain/group/workload-group";
import type { FlatObject, ParsedObject } from "@/lib/domain/object/kubernetes-object";
import type { Timestamp } from "@/lib/domain/object/timestamp";
import type { Fields } from "@/lib/domain/preview/values";
import type { Distribution, KubernetesService, Resolution, Selecting, ServiceEntry } from "@/lib/domain/selection/objects";
import type {
  AuthorizationPolicy,
  DestinationRule,
  LocalityBalancing,
  PeerAuthentication,
  PolicyPart,
  RouteDestination,
  Sidecar,
  VirtualService,
  ZoneAwareBalancing,
} from "@/lib/domain/selection/policies";
import { COMMON, type EntryCommon, type EntryIdentity, type EntryMoving, type EntryOwn, IDENTITY, MOVING, OWN, pickFields } from "./entry-parts";
import { boolean, fields, list, number, numbered, numberOrNull, object, oneOf, orNull, pairs, type Read, text, textOrNull, Unreadable } from "./reading";

const READ: { readonly [Kind in keyof FieldValues]: Read<FieldValues[Kind]> } = {
  text,
  "optional text": textOrNull,
  number: numberOrNull,
  moment: numberOrNull,
  time: orNull(readTime),
  ports: pairs(number),
  labels: pairs(text),
  owner: orNull(readOwner),
  report: orNull(readReport),
  writer: orNull(readWriter),
};

type Name = keyof WorkloadEntry;

/** Returns a reader for a stored part of an entry, in the newest format. */
function readerOf<Part>(names: readonly Name[]): (stored: Fields) => Part {
  const blank = blankFields(names);
  const readers = names.map((name) => {
    const read: Read<unknown> = READ[entryFieldNamed(name).holds];
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
export const readOwn = readerOf<EntryOwn>(OWN);
export const readCommon = readerOf<EntryCommon>(COMMON);
export const readMoving = readerOf<EntryMoving>(MOVING);

const BLANK_ENTRY = blankFields(ENTRY_FIELD_NAMES);

/** Returns an entry from its parts. */
export function entryFrom(identity: EntryIdentity, own: EntryOwn, common: EntryCommon, moving: EntryMoving): WorkloadEntry {
  const entry = { ...BLANK_ENTRY };
  for (const name of IDENTITY) pickFields(entry, identity as WorkloadEntry, name);
  for (const name of OWN) pickFields(entry, own as WorkloadEntry, name);
  for (const name of COMMON) pickFields(entry, common as WorkloadEntry, name);
  for (const name of MOVING) pickFields(entry, moving as WorkloadEntry, name);
  // Every field is in one of the parts.
  return entry as WorkloadEntry;
}

/** Returns a blank entry with the reason, for stored data that cannot be read. */
export function unreadableEntry(identity: EntryIdentity, reason: string): WorkloadEntry {
  return blankEntry(identity, recordUnreadable(reason));
}

/** The reason as shown in a row. */
function recordUnreadable(reason: string): string {
  return `what was recorded of it cannot be read: ${reason}`;
}

function readWriter(value: unknown, path: string): Writer {
  const { manager, operation, subresource, time } = fields(value, path);
  return { manager: text(manager, path), operation: text(operation, path), subresource: text(subresource, path), time: numberOrNull(time, path) };
}

function readTime(value: unknown, path: string): Timestamp {
  const stored = fields(value, path);
  return { text: text(stored.text, path), ms: numberOrNull(stored.ms, path) };
}

function readReport(value: unknown): HealthReport {
  const { status, message, lastProbeTime, lastTransitionTime } = fields(value, "health");
  return {
    status: text(status, "health.status"),
    message: text(message, "health.message"),
    lastProbeTime: lastProbeTime === null ? null : readTime(lastProbeTime, "health.lastProbeTime"),
    lastTransitionTime: lastTransitionTime === null ? null : readTime(lastTransitionTime, "health.lastTransitionTime"),
  };
}

function readOwner(value: unknown, path: string): OwnerReference {
  const { apiVersion, kind, name, uid } = fields(value, path);
  return { apiVersion: text(apiVersion, path), kind: text(kind, path), name: text(name, path), uid: text(uid, path) };
}

/** Reads a stored group, in the newest format; throws `Unreadable`. */
export function readGroup({ cluster, namespace, name, uid }: EntryIdentity, shape: Fields, moving: Fields): WorkloadGroup {
  return {
    cluster,
    namespace,
    name,
    uid,
    resourceVersion: text(moving.resourceVersion, "resourceVersion"),
    lastWriter: orNull(readWriter)(moving.lastWriter, "lastWriter"),
    generation: numberOrNull(moving.generation, "generation"),
    createdAt: numberOrNull(shape.createdAt, "createdAt"),
    deletingAt: numberOrNull(shape.deletingAt, "deletingAt"),
    unreadable: textOrNull(shape.unreadable, "unreadable"),
    // Older versions did not store it.
    revision: shape.revision === undefined ? "" : text(shape.revision, "revision"),
    entryLabels: pairs(text)(shape.entryLabels, "entryLabels"),
    entryAnnotations: pairs(text)(shape.entryAnnotations, "entryAnnotations"),
    // Rows of older versions have none.
    misplacedKeys: shape.misplacedKeys === undefined ? [] : list(text)(shape.misplacedKeys, "misplacedKeys"),
    template: readTemplate(fields(shape.template, "template")),
    probe: orNull(readProbe)(shape.probe, "probe"),
    expectedSize: textOrNull(shape.expectedSize, "expectedSize"),
    // Older versions did not store it.
    plannedLeaves: shape.plannedLeaves === undefined ? null : textOrNull(shape.plannedLeaves, "plannedLeaves"),
    mutedFindings: shape.mutedFindings === undefined ? "" : text(shape.mutedFindings, "mutedFindings"),
    managedBy: text(shape.managedBy, "managedBy"),
  };
}

/** Returns a blank group with the reason, for stored data that cannot be read. */
export function unreadableGroup({ cluster, namespace, name, uid }: EntryIdentity, reason: string): WorkloadGroup {
  const template = { address: "", ports: [], labels: [], network: "", locality: "", weight: null, serviceAccount: "" };
  const nothing = {
    createdAt: null,
    deletingAt: null,
    generation: null,
    probe: null,
    expectedSize: null,
    plannedLeaves: null,
    mutedFindings: "",
    lastWriter: null,
    managedBy: "",
  };
  const none = { revision: "", entryLabels: [], entryAnnotations: [], misplacedKeys: [], template, ...nothing };
  return { cluster, namespace, name, uid, resourceVersion: "", unreadable: recordUnreadable(reason), ...none };
}

function readTemplate(stored: Fields): WorkloadTemplate {
  return {
    address: text(stored.address, "template.address"),
    ports: pairs(number)(stored.ports, "template.ports"),
    labels: pairs(text)(stored.labels, "template.labels"),
    network: text(stored.network, "template.network"),
    locality: text(stored.locality, "template.locality"),
    weight: numberOrNull(stored.weight, "template.weight"),
    serviceAccount: text(stored.serviceAccount, "template.serviceAccount"),
  };
}

function readProbe(value: unknown, path: string): Probe {
  const stored = fields(value, path);
  return {
    method: oneOf([...PROBE_METHODS, "none"])(stored.method, "probe.method"),
    port: numberOrNull(stored.port, "probe.port"),
    path: text(stored.path, "probe.path"),
    scheme: text(stored.scheme, "probe.scheme"),
    host: text(stored.host, "probe.host"),
    command: list(text)(stored.command, "probe.command"),
    initialDelaySeconds: numberOrNull(stored.initialDelaySeconds, "probe.initialDelaySeconds"),
    timeoutSeconds: numberOrNull(stored.timeoutSeconds, "probe.timeoutSeconds"),
    periodSeconds: numberOrNull(stored.periodSeconds, "probe.periodSeconds"),
    successThreshold: numberOrNull(stored.successThreshold, "probe.successThreshold"),
    failureThreshold: numberOrNull(stored.failureThreshold, "probe.failureThreshold"),
  };
}

type SelectingName = Pick<Selecting, "cluster" | "kind" | "namespace" | "name" | "uid">;

/** Reads a stored Service or ServiceEntry, in the newest format; throws `Unreadable`. */
export function readSelecting({ cluster, kind, namespace, name, uid }: SelectingName, shape: Fields, moving: Fields): Selecting {
  return {
    cluster,
    kind,
    namespace,
    name,
    uid,
    resourceVersion: text(moving.resourceVersion, "resourceVersion"),
    createdAt: numberOrNull(shape.createdAt, "createdAt"),
    unreadable: textOrNull(shape.unreadable, "unreadable"),
    selector: pairs(text)(shape.selector, "selector"),
    hosts: list(text)(shape.hosts, "hosts"),
    ports: pairs(text)(shape.ports, "ports"),
    traits: pairs(text)(shape.traits, "traits"),
    istiodStatus: shape.istiodStatus === undefined ? "" : text(shape.istiodStatus, "istiodStatus"),
    ...(shape.managedBy !== undefined && { managedBy: text(shape.managedBy, "managedBy") }),
    mutedFindings: shape.mutedFindings === undefined ? "" : text(shape.mutedFindings, "mutedFindings"),
    parsed: kind === "services" ? readParsed(readKubernetesService, shape.parsed) : readParsed(readServiceEntry, shape.parsed),
  };
}

/** Returns a blank Service or ServiceEntry with the reason, for stored data that cannot be read. */
export function unreadableSelecting({ cluster, kind, namespace, name, uid }: SelectingName, reason: string): Selecting {
  const nothing = { resourceVersion: "", createdAt: null, selector: [], hosts: [], ports: [], traits: [], mutedFindings: "", istiodStatus: "", parsed: null };
  return { cluster, kind, namespace, name, uid, unreadable: recordUnreadable(reason), ...nothing };
}

type ObjectName = Pick<FlatObject, "cluster" | "kind" | "namespace" | "name" | "uid">;

/** Reads a stored object: the fields of its spec and their parsed form, in the newest format; throws `Unreadable`. */
export function readFlat<P>({ cluster, kind, namespace, name, uid }: ObjectName, parsed: Read<P>, shape: Fields, moving: Fields): ParsedObject<P> {
  return {
    ...{ cluster, kind, namespace, name, uid },
    resourceVersion: text(moving.resourceVersion, "resourceVersion"),
    createdAt: numberOrNull(shape.createdAt, "createdAt"),
    unreadable: textOrNull(shape.unreadable, "unreadable"),
    fields: pairs(text)(shape.fields, "fields"),
    parsed: readParsed(parsed, shape.parsed),
  };
}

/** Returns a blank object with the reason, for stored data that cannot be read. */
export function unreadableFlat({ cluster, kind, namespace, name, uid }: ObjectName, reason: string): ParsedObject<never> {
  return { cluster, kind, namespace, name, uid, unreadable: recordUnreadable(reason), resourceVersion: "", createdAt: null, fields: [], parsed: null };
}

/** Reads the stored parsed form of an object. Null = the version that wrote it did not store it, or stored it in another form. */
export function readParsed<P>(read: Read<P>, stored: unknown): P | null {
  if (stored === undefined || stored === null) return null;
  try {
    return read(stored, "parsed");
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

const texts = list(text);
const labels = pairs(text);
const described = { namespace: text, name: text, createdAt: numberOrNull, labels };
const distribution = orNull(oneOf<Distribution>(["any", "same-zone", "same-node"]));

// Rows of older versions have no misplaced keys.
const misplacedKeys: Read<readonly string[]> = (value, path) => (value === undefined ? [] : texts(value, path));

export const readKubernetesService = object<KubernetesService>({
  misplacedKeys,
  ...{ ...described, kind: oneOf(["Service"]), selector: labels, type: text, isHeadless: boolean, externalName: text },
  ports: list(object({ name: text, number, protocol: text, target: targetOf })),
  // Rows of older versions have no cluster IPs.
  clusterAddresses: (value, path) => (value === undefined ? [] : texts(value, path)),
  ...{ exportTo: texts, distribution, publishesUnready: boolean, isNodeLocal: boolean, accounts: texts, namespaceAccounts: texts },
});

export const readServiceEntry = object<ServiceEntry>({
  misplacedKeys,
  ...{ ...described, kind: oneOf(["ServiceEntry"]), hosts: texts, selector: orNull(labels) },
  // Rows of older versions have no addresses.
  addresses: (value, path) => (value === undefined ? [] : texts(value, path)),
  allocated: (value, path) => (value === undefined ? [] : labels(value, path)),
  ports: list(object({ name: text, number, protocol: text, target: numberOrNull })),
  endpoints: list(
    object<WorkloadTemplate>({ address: text, ports: pairs(number), labels, network: text, locality: text, weight: numberOrNull, serviceAccount: text }),
  ),
  resolution: oneOf<Resolution>(["NONE", "STATIC", "DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS"]),
  ...{ isExternal: boolean, exportTo: texts, distribution, accounts: texts },
});

const failover = list(object({ from: text, to: text }));
const zoneAware = object<ZoneAwareBalancing>({ isEnabled: boolean, failover, failoverPriority: texts });
const locality = object<LocalityBalancing>({
  ...{ isEnabled: boolean, failover, failoverPriority: texts },
  distribute: orNull(list(object({ from: text, to: pairs(number) }))),
});
const policyPart: { readonly [Key in keyof PolicyPart]-?: Read<PolicyPart[Key]> } = {
  tls: textOrNull,
  // Rows of older versions have no names.
  accepts: (value, path) => (value === undefined ? undefined : texts(value, path)),
  outlier: orNull(object({ minHealthPercent: number, maxEjectionPercent: numberOrNull })),
  balancer: orNull(object({ simple: text, locality: orNull(locality), zoneAware: orNull(zoneAware) })),
};
const policy = orNull(object({ ...policyPart, ports: list(object({ ...policyPart, port: number })) }));

export const readDestinationRule = object<DestinationRule>({
  ...{ ...described, host: text, policy, exportTo: texts, callers: orNull(labels) },
  subsets: list(object({ name: text, labels, policy })),
});

export const readSidecar = object<Sidecar>({
  ...{ ...described, callers: orNull(labels) },
  egress: list(object({ port: numberOrNull, protocol: text, hosts: texts })),
});

export const readPeerAuthentication = object<PeerAuthentication>({
  ...{ ...described, selector: labels, mode: textOrNull, ports: list(numbered(textOrNull)) },
});

export const readVirtualService = object<VirtualService>({
  ...{ ...described, hosts: texts, gateways: texts, exportTo: texts },
  destinations: list(
    object<RouteDestination>({
      ...{ host: text, port: numberOrNull, subset: text, sources: texts },
      // Rows of older versions have no share.
      share: (value, path) => (value === undefined ? 0 : number(value, path)),
    }),
  ),
});

export const readAuthorizationPolicy = object<AuthorizationPolicy>({
  ...{ ...described, selector: labels, action: text, rules: number },
  targets: list(object({ group: text, kind: text, name: text })),
});

function targetOf(value: unknown, path: string): number | string | null {
  return typeof value === "string" ? value : numberOrNull(value, path);
}
