import { type EntryManagement, entryManagementOf } from "@/lib/domain/entry/origin";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Fact, World } from "@/lib/domain/mesh/world";
import type { Timestamp } from "@/lib/domain/object/timestamp";
import { gracePeriodOf, maxConnectionAgeOf } from "@/lib/domain/verdict/timing";
import type { Connection, Verdict } from "@/lib/domain/verdict/verdict";

/** One version of an entry with its verdict: the recorder compares it, and the history stores it. */
export interface EntryVersion {
  readonly entry: WorkloadEntry;
  readonly verdict: Pick<Verdict, "serving" | "state" | "vouched"> & { readonly connection: { readonly kind: Connection["kind"] } };
}

/**
 * The time of an event by the server's own clock, in milliseconds. If the event happened in a gap, it was between `notBefore` and `at`. `notBefore`
 * null = observed as it happened.
 */
export interface EventTime {
  readonly at: number;
  readonly notBefore: number | null;
}

/**
 * The state of the owner of an entry when the entry ended. `none` = no owner reference. `other` = the owner is not a WorkloadGroup. `there` = a group of that uid.
 * `gone` = its deletion was observed, with the time. `absent` = it does not exist, and its deletion was not observed. `unseen` = groups were not visible.
 */
export type OwnerStateAtEnd = { readonly kind: "none" | "other" | "there" | "absent" | "unseen" } | ({ readonly kind: "gone" } & EventTime);

/** A duration in milliseconds (null = unlimited). `sure` = read from istiod's own settings, not assumed. */
export interface SettingDuration<T extends number | null> {
  readonly ms: T;
  readonly sure: boolean;
}

/**
 * The evidence for the cause of an entry's end (see `endingCauseOf`). It is plain JSON and stored with the end, so that a later rule can judge it
 * again. Times are in milliseconds.
 */
export interface EndingEvidence {
  /** The time at which the end of the entry was observed. If that was after a gap, the entry ended between `notBefore` and `endedAt`. */
  readonly endedAt: number;
  readonly notBefore: number | null;
  /** `metadata.deletionTimestamp`: the time of the delete request, set while a finalizer delayed the deletion. It does not name the requester. */
  readonly deletingAt: number | null;
  /** The program or user that writes the entry's connection times; null = the object could not be read. */
  readonly management: EntryManagement | null;
  readonly connection: Connection["kind"];
  /** The times that istiod wrote on the entry; `ms` null = the text is not a time. */
  readonly connectedAt: Pick<Timestamp, "ms"> | null;
  readonly disconnectedAt: Pick<Timestamp, "ms"> | null;
  /** True if the draining label excluded the entry from traffic, and no report showed a failure. */
  readonly draining: boolean;
  readonly owner: OwnerStateAtEnd;
  /**
   * True if the group listed the entry as a planned leave (`stolos.dev/planned-leaves`), as far as groups were visible. Absent = not listed, or
   * stored by an earlier version.
   */
  readonly planned?: boolean;
  readonly grace: SettingDuration<number>;
  /** The maximum connection age; null = not known. */
  readonly maxAge: SettingDuration<number | null> | null;
  /** The number of running istiod replicas, each of which could delete the entry; null = Pods were not visible. */
  readonly replicas: number | null;
}

/** Returns the evidence for the end of an entry from its last version, the world at that time, and the state of its group. */
export function endingEvidence({ entry, verdict }: EntryVersion, moment: EventTime, world: World, owner: OwnerStateAtEnd, planned: boolean): EndingEvidence {
  const grace = gracePeriodOf(entry, world);
  return {
    endedAt: moment.at,
    notBefore: moment.notBefore,
    deletingAt: entry.deletingAt,
    management: entry.unreadable === null ? entryManagementOf(entry) : null,
    connection: verdict.connection.kind,
    connectedAt: entry.connectedAt === null ? null : { ms: entry.connectedAt.ms },
    disconnectedAt: entry.disconnectedAt === null ? null : { ms: entry.disconnectedAt.ms },
    draining: verdict.serving.kind === "no-draining",
    owner,
    ...(planned && { planned }),
    grace: { ms: grace.value, sure: grace.kind === "known" },
    maxAge: durationOf(maxConnectionAgeOf(entry, world)),
    replicas: world.replicas.kind === "known" ? [...world.replicas.value.values()].filter(({ runningSince }) => runningSince !== null).length : null,
  };
}

function durationOf(fact: Fact<number | null>): SettingDuration<number | null> | null {
  return fact.kind === "denied" ? null : { ms: fact.value, sure: fact.kind === "known" };
}
