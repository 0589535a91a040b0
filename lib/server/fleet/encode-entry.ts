import { localityOf, parseLocality } from "@/lib/domain/locality";
import { membershipOf } from "@/lib/domain/membership";
import { mergedLabel } from "@/lib/domain/merged-labels";
import { type Origin, originOf } from "@/lib/domain/origin-of";
import type { Timestamp } from "@/lib/domain/timestamp";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { TIME_COLUMNS, type TimeColumn } from "./column-list";
import { optionalText, ownerOfText, ownerText, portsOfText, portsText, presentText, writerOfText, writerText } from "./column-text";
import type { Encoded, EncodedAlike, EntryColumns } from "./entry-columns";
import type { GroupTable } from "./group-table";
import { hasTimes } from "./has-shape";
import type { Places } from "./places";

/** Provenances by number, as the column holds them. */
export const ORIGINS = ["auto-registered", "hand-written-checked", "hand-written", "unreadable"] as const satisfies readonly Origin[];

/** An entry as numbers; every text and label set in it is counted as one more use, until it is written or discarded. */
export function encodeEntry(entry: WorkloadEntry, columns: EntryColumns, places: Places, groups: GroupTable): Encoded {
  const { texts, labelSets } = columns;
  const locality = localityOf(entry);
  const { region, zone } = parseLocality(locality);
  const place = places.of(entry.cluster, entry.namespace).id;
  return {
    entry,
    own: {
      place,
      group: groups.of(place, membershipOf(entry).group).id,
      address: texts.acquire(entry.address),
      controller: texts.acquire(entry.controller),
      healthStatus: texts.acquire(optionalText(entry.health?.status ?? null)),
      healthMessage: texts.acquire(entry.health?.message ?? ""),
      specLabels: labelSets.acquire(entry.specLabels),
      metadataLabels: labelSets.acquire(entry.metadataLabels),
      host: texts.acquire(mergedLabel(entry, "hostname") ?? mergedLabel(entry, "kubernetes.io/hostname") ?? ""),
      writer: texts.acquire(writerText(entry.lastWriter)),
    },
    shared: {
      registrationGroup: texts.acquire(entry.registrationGroup),
      owner: texts.acquire(ownerText(entry.owner)),
      network: texts.acquire(entry.network),
      locality: texts.acquire(locality),
      specLocality: texts.acquire(entry.locality),
      zone: texts.acquire(zone),
      region: texts.acquire(region),
      serviceAccount: texts.acquire(entry.serviceAccount),
      ports: texts.acquire(portsText(entry.ports)),
      gate: texts.acquire(optionalText(entry.gate)),
      revision: texts.acquire(mergedLabel(entry, "istio.io/rev") ?? ""),
      origin: ORIGINS.indexOf(originOf(entry)),
      unreadable: texts.acquire(optionalText(entry.unreadable)),
      managedBy: texts.acquire(entry.managedBy),
    },
    floats: floatsOf(entry),
    oddTimes: oddTimesOf(entry),
  };
}

/**
 * The same for an entry that is like the one in slot `like` but for its name, address, age and what moves: what both have is not looked up
 * again. Null where there may be more to tell them apart.
 */
export function encodeAlike(entry: WorkloadEntry, like: number, columns: EntryColumns, places: Places): EncodedAlike | null {
  const { texts, labelSets } = columns;
  const place = columns.int("place", like);
  const { cluster, namespace } = places.at(place);
  // One that nobody registered has its origin from what moves.
  if (cluster !== entry.cluster || namespace !== entry.namespace || entry.registrationGroup === "") return null;
  return {
    entry,
    like,
    own: {
      place,
      group: columns.int("group", like),
      address: texts.acquire(entry.address),
      controller: texts.acquire(entry.controller),
      healthStatus: texts.acquire(optionalText(entry.health?.status ?? null)),
      healthMessage: texts.acquire(entry.health?.message ?? ""),
      specLabels: labelSets.use(columns.int("specLabels", like)),
      metadataLabels: labelSets.use(columns.int("metadataLabels", like)),
      host: texts.use(columns.int("host", like)),
      writer: texts.acquire(writerText(entry.lastWriter)),
    },
    floats: floatsOf(entry),
    oddTimes: oddTimesOf(entry),
  };
}

function floatsOf(entry: WorkloadEntry): Encoded["floats"] {
  return {
    createdAt: entry.createdAt ?? Number.NaN,
    deletingAt: entry.deletingAt ?? Number.NaN,
    connectedAt: timeNumber(entry.connectedAt),
    disconnectedAt: timeNumber(entry.disconnectedAt),
    probeTime: timeNumber(entry.health?.lastProbeTime ?? null),
    transitionTime: timeNumber(entry.health?.lastTransitionTime ?? null),
    weight: entry.weight ?? Number.NaN,
    writerTime: entry.lastWriter?.time ?? Number.NaN,
  };
}

/** A time that is present but unreadable is kept as infinity; its text stands in `oddTimes`. */
export function timeNumber(timestamp: Timestamp | null): number {
  return timestamp === null ? Number.NaN : (timestamp.ms ?? Number.POSITIVE_INFINITY);
}

/** The times of an entry that are no times, verbatim. */
function oddTimesOf(entry: WorkloadEntry): Encoded["oddTimes"] {
  if (hasTimes(entry)) return NO_ODD_TIMES;
  const { connectedAt, disconnectedAt, health } = entry;
  const times = { connectedAt, disconnectedAt, probeTime: health?.lastProbeTime ?? null, transitionTime: health?.lastTransitionTime ?? null };
  return TIME_COLUMNS.flatMap((column) => {
    const time = times[column];
    return time === null || time.ms !== null ? [] : [[column, time.text] as const];
  });
}

const NO_ODD_TIMES: Encoded["oddTimes"] = [];

/** The entry of a slot as it was parsed, but for the precision of its times (milliseconds). */
export function decodeEntry(columns: EntryColumns, places: Places, slot: number): WorkloadEntry {
  const place = places.at(columns.int("place", slot));
  const status = presentText(columns.text("healthStatus", slot));
  return {
    cluster: place.cluster,
    namespace: place.namespace,
    uid: columns.uids.text(slot),
    name: columns.names[slot] ?? "",
    resourceVersion: columns.versions.text(slot),
    createdAt: columns.float("createdAt", slot),
    deletingAt: columns.float("deletingAt", slot),
    unreadable: presentText(columns.text("unreadable", slot)),
    address: columns.text("address", slot),
    network: columns.text("network", slot),
    locality: columns.text("specLocality", slot),
    serviceAccount: columns.text("serviceAccount", slot),
    weight: columns.float("weight", slot),
    ports: portsOfText(columns.text("ports", slot)),
    specLabels: columns.labelSets.labels(columns.int("specLabels", slot)),
    metadataLabels: columns.labelSets.labels(columns.int("metadataLabels", slot)),
    registrationGroup: columns.text("registrationGroup", slot),
    controller: columns.text("controller", slot),
    connectedAt: timestampAt(columns, "connectedAt", slot),
    disconnectedAt: timestampAt(columns, "disconnectedAt", slot),
    gate: presentText(columns.text("gate", slot)),
    owner: ownerOfText(columns.text("owner", slot)),
    health:
      status === null
        ? null
        : {
            status,
            message: columns.text("healthMessage", slot),
            lastProbeTime: timestampAt(columns, "probeTime", slot),
            lastTransitionTime: timestampAt(columns, "transitionTime", slot),
          },
    lastWriter: writerOfText(columns.text("writer", slot), columns.float("writerTime", slot)),
    managedBy: columns.text("managedBy", slot),
  };
}

/** A time column as a timestamp. */
export function timestampAt(columns: EntryColumns, column: TimeColumn, slot: number): Timestamp | null {
  const ms = columns.float(column, slot);
  if (ms === null) return null;
  if (ms === Number.POSITIVE_INFINITY) return { text: columns.oddTime(column, slot), ms: null };
  return { text: new Date(ms).toISOString(), ms };
}
