import type { Timestamp } from "@/lib/domain/timestamp";
import type { HealthReport, OwnerReference, WorkloadEntry, Writer } from "@/lib/domain/workload-entry";
import type { EntryIdentity, EntryMoving, EntryShape } from "./entry-parts";
import { type Fields, fields, number, numberOrNull, orNull, pairs, text, textOrNull } from "./reading";

/** What a machine's shape has for itself, and what it mostly has in common with others of its group. */
export type EntryOwn = Pick<EntryShape, "address" | "createdAt">;
export type EntryCommon = Omit<EntryShape, keyof EntryOwn>;

/** Reads what is stored of an entry, in the newest format; throws `Unreadable`. Field by field: an object that grows is slow, and there are as many as machines. */
export function readOwn({ address, createdAt }: Fields): EntryOwn {
  return { address: text(address, "address"), createdAt: numberOrNull(createdAt, "createdAt") };
}

export function readCommon(stored: Fields): EntryCommon {
  return {
    unreadable: textOrNull(stored.unreadable, "unreadable"),
    network: text(stored.network, "network"),
    locality: text(stored.locality, "locality"),
    serviceAccount: text(stored.serviceAccount, "serviceAccount"),
    weight: numberOrNull(stored.weight, "weight"),
    ports: pairs(number)(stored.ports, "ports"),
    specLabels: pairs(text)(stored.specLabels, "specLabels"),
    metadataLabels: pairs(text)(stored.metadataLabels, "metadataLabels"),
    registrationGroup: text(stored.registrationGroup, "registrationGroup"),
    gate: textOrNull(stored.gate, "gate"),
    owner: orNull(readOwner)(stored.owner, "owner"),
    managedBy: text(stored.managedBy, "managedBy"),
  };
}

export function readMoving(stored: Fields): EntryMoving {
  return {
    resourceVersion: text(stored.resourceVersion, "resourceVersion"),
    controller: text(stored.controller, "controller"),
    connectedAt: stored.connectedAt === null ? null : readTime(stored.connectedAt, "connectedAt"),
    disconnectedAt: stored.disconnectedAt === null ? null : readTime(stored.disconnectedAt, "disconnectedAt"),
    health: stored.health === null ? null : readReport(stored.health),
    lastWriter: stored.lastWriter === null ? null : readWriter(stored.lastWriter, "lastWriter"),
    deletingAt: numberOrNull(stored.deletingAt, "deletingAt"),
  };
}

/** An entry from its parts. */
export function entryFrom({ cluster, namespace, name, uid }: EntryIdentity, own: EntryOwn, common: EntryCommon, moving: EntryMoving): WorkloadEntry {
  return {
    cluster,
    namespace,
    name,
    uid,
    address: own.address,
    createdAt: own.createdAt,
    unreadable: common.unreadable,
    network: common.network,
    locality: common.locality,
    serviceAccount: common.serviceAccount,
    weight: common.weight,
    ports: common.ports,
    specLabels: common.specLabels,
    metadataLabels: common.metadataLabels,
    registrationGroup: common.registrationGroup,
    gate: common.gate,
    owner: common.owner,
    managedBy: common.managedBy,
    resourceVersion: moving.resourceVersion,
    controller: moving.controller,
    connectedAt: moving.connectedAt,
    disconnectedAt: moving.disconnectedAt,
    health: moving.health,
    lastWriter: moving.lastWriter,
    deletingAt: moving.deletingAt,
  };
}

/** What stands for an entry whose record cannot be read: itself and the reason. */
export function unreadableEntry(identity: EntryIdentity, reason: string): WorkloadEntry {
  const own = { address: "", createdAt: null };
  const marks = { registrationGroup: "", gate: null, owner: null, managedBy: "" };
  const common = { network: "", locality: "", serviceAccount: "", weight: null, ports: [], specLabels: [], metadataLabels: [], ...marks };
  const moving = { resourceVersion: "", controller: "", connectedAt: null, disconnectedAt: null, health: null, lastWriter: null, deletingAt: null };
  return entryFrom(identity, own, { unreadable: recordUnreadable(reason), ...common }, moving);
}

/** The reason as a row shows it. */
export function recordUnreadable(reason: string): string {
  return `what was recorded of it cannot be read: ${reason}`;
}

export function readWriter(value: unknown, path: string): Writer {
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
