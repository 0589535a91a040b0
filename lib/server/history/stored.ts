import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { EntryIdentity } from "@/lib/domain/history/entry-parts";
import { readStoredFinding, type StoredFinding } from "@/lib/domain/history/finding-history";
import {
  type IncidentJsonFields,
  readIncidentJsonFields,
  readIncidentState,
  readMemberJsonFields,
  readMemberLeaveKind,
} from "@/lib/domain/history/incident-parts";
import {
  joinEntryFields,
  readEntryCommonFields,
  readEntryMovingFields,
  readEntryOwnFields,
  readGroup,
  unreadableEntry,
  unreadableGroup,
} from "@/lib/domain/history/read-objects";
import { parseJson, readString, UnreadableError } from "@/lib/domain/history/reading";
import { type StoredKind, upgradedMoving, upgradedShape } from "@/lib/domain/history/stored-format";
import { readWorld } from "@/lib/domain/history/world-parts";
import type { Incident, IncidentMember, IncidentState, LostService } from "@/lib/domain/incidents/incident";
import type { World } from "@/lib/domain/mesh/world";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import type { NamedObject, RecordedTable } from "@/lib/server/cluster/kind";
import { unknownWorld } from "@/lib/server/fleet/unknown-world";
import type { HistorySchema } from "./schema";

/** What a database keeps of an object, as it stands there; a format of null is the first. */
export interface StoredParts {
  readonly body: string;
  readonly moving: string;
  readonly shapeFormat: number | null;
  readonly movingFormat: number | null;
}

/** Columns of `shape` and `version` by the names of `StoredParts`. */
export const STORED_PARTS = ["body", "moving", "shape.format as shapeFormat", "version.format as movingFormat"] as const;

/** Whatever is stored goes through here: brought to the newest format and validated. What cannot be read stands for itself, with the reason. */
export function storedEntry(identity: EntryIdentity, parts: StoredParts): WorkloadEntry {
  return readable(
    () => {
      const { shape, moving } = partsOf("entry", parts);
      return joinEntryFields(identity, readEntryOwnFields(shape), readEntryCommonFields(shape), readEntryMovingFields(moving));
    },
    (reason) => unreadableEntry(identity, reason),
  );
}

export function storedGroup(identity: EntryIdentity, parts: StoredParts): WorkloadGroup {
  return readable(
    () => {
      const { shape, moving } = partsOf("group", parts);
      return readGroup(identity, shape, moving);
    },
    (reason) => unreadableGroup(identity, reason),
  );
}

/** An object of a table, by what its source says of its record. */
export function storedObject<T extends IndexedTableObject>(recorded: RecordedTable<T>, named: NamedObject, parts: StoredParts): T {
  return readable(
    () => {
      const { shape, moving } = partsOf(recorded.subject, parts);
      return recorded.read(named, shape, moving);
    },
    (reason) => recorded.unreadable(named, reason),
  );
}

/** Of a finding whose record cannot be read nothing is known but its name. */
export function storedFinding(parts: StoredParts): StoredFinding {
  return readable(
    () => readStoredFinding(partsOf("finding", parts).shape),
    () => ({ rule: "", objects: [], more: 0, group: null }),
  );
}

/** A world that cannot be read is one that nobody could see. */
export function storedWorld(cluster: string, { body, shapeFormat }: Pick<StoredParts, "body" | "shapeFormat">): World {
  return readable(
    () => readWorld(cluster, upgradedShape("world", parseJson(body), shapeFormat)),
    (reason) => ({ ...unknownWorld(cluster), replicas: { kind: "denied", source: `what was recorded of it cannot be read: ${reason}` } }),
  );
}

type StoredNumbers = IncidentJsonFields & { readonly unreadable: string | null };

/** Returns the numbers of an incident. If they cannot be read, only its moments and its state are known, and `unreadable` is the reason. */
export function storedNumbers(row: Pick<HistorySchema["incident"], "cluster" | "opened_at" | "numbers" | "format">): StoredNumbers {
  const { cluster, opened_at: at, numbers, format } = row;
  return readable<StoredNumbers>(
    () => ({ ...readIncidentJsonFields(upgradedShape("incident", parseJson(numbers), format)), unreadable: null }),
    (unreadable) => ({
      ...{ clusters: [cluster], foundAtStart: false, unknownSince: null, cause: { kind: "time-only", traits: [], group: null } },
      ...{ changes: [], lastChange: null, peak: { at, bad: 0 }, planned: null, unreadable },
    }),
  );
}

/** Returns the state of an incident. One of a later version is not over. */
export function storedState(state: string): IncidentState {
  return readable(
    () => readIncidentState(state, "state"),
    () => "open",
  );
}

/** Returns a machine of an incident. If its facts cannot be read, only its name and its moments are known. */
export function storedMember(row: Omit<HistorySchema["incident_member"], "id">): IncidentMember {
  const { member: id, cluster, namespace, name, group_name: group, joined_at: joinedAt, left_at, how, format } = row;
  const { by, ...known } = readable(
    () => readMemberJsonFields(upgradedMoving("incident", parseJson(row.facts), format)),
    (reason) => ({ traits: {}, spans: [], message: `what was recorded of it cannot be read: ${reason}`, cause: "", leftHealthy: false, by: "" }),
  );
  const left =
    left_at === null
      ? null
      : {
          how: readable(
            () => readMemberLeaveKind(how, "how"),
            () => "serving" as const,
          ),
          at: left_at,
          by,
        };
  const { traits, ...facts } = known;
  return { machine: { id, cluster, namespace, name, group, traits }, joinedAt, ...facts, left };
}

/** Returns a service that lost its last endpoint in an incident. */
export function storedService(row: Omit<HistorySchema["incident_member"], "id">): LostService {
  const { kind, cluster, namespace, name, joined_at: lostLastAt, left_at: backAt, facts, format } = row;
  const host = readable(
    () => readString(upgradedMoving("incident", parseJson(facts), format).host, "host"),
    () => "",
  );
  return { service: { cluster, namespace, name, kind: kind === "service" ? "Service" : "ServiceEntry", host }, lostLastAt, backAt };
}

/** Returns a line that was appended to an incident after its end. */
export function storedLine({ at, body, format }: Pick<HistorySchema["incident_version"], "at" | "body" | "format">): Incident["appended"][number] {
  const what = readable(
    () => readString(upgradedShape("incident", parseJson(body), format).what, "what"),
    (reason) => `what was recorded cannot be read: ${reason}`,
  );
  return { at, what };
}

/** Runs a reading; what it throws as unreadable becomes a reason. */
export function readable<T>(read: () => T, otherwise: (reason: string) => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableError) return otherwise(error.message);
    throw error;
  }
}

function partsOf(kind: StoredKind, { body, moving, shapeFormat, movingFormat }: StoredParts) {
  return { shape: upgradedShape(kind, parseJson(body), shapeFormat), moving: upgradedMoving(kind, parseJson(moving), movingFormat) };
}
