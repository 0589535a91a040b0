import { entryManagementOf, type Management } from "@/lib/domain/entry/origin";
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
 * The moment of an event by the server's own clock, in milliseconds. `notBefore` is set if the event happened in a gap, between `notBefore` and `at`. Null =
 * observed as it happened.
 */
export interface EventTime {
  readonly at: number;
  readonly notBefore: number | null;
}

/**
 * The state of the owner of an entry when the entry ended. `none` = no owner reference. `other` = the owner is no WorkloadGroup. `there` = a group of that uid.
 * `gone` = its deletion was observed, with the time. `absent` = it does not exist, and its deletion was not observed. `unseen` = groups were not visible.
 */
export type OwnerStateAtEnd = { readonly kind: "none" | "other" | "there" | "absent" | "unseen" } | ({ readonly kind: "gone" } & EventTime);

/** A duration in milliseconds (null = unlimited). `sure` = read from istiod's own settings, not assumed. */
export interface SettingDuration<T extends number | null> {
  readonly ms: T;
  readonly sure: boolean;
}

/**
 * The evidence for the cause of an entry's end (see `lossCauseOf`). Plain JSON, stored with the end, so that a later rule can judge it again. Times in
 * milliseconds.
 */
export interface EndingEvidence {
  /** The moment at which its end was observed. After a gap it ended between `notBefore` and this moment. */
  readonly endedAt: number;
  readonly notBefore: number | null;
  /** `metadata.deletionTimestamp`: the time of the delete request, set while a finalizer delayed the deletion. It does not name the requester. */
  readonly deletingAt: number | null;
  /** The manager of its marks; null = the object could not be read. */
  readonly management: Management | null;
  readonly connection: Connection["kind"];
  /** istiod's marks; `ms` is null if the text is not a time. */
  readonly connectedAt: Pick<Timestamp, "ms"> | null;
  readonly disconnectedAt: Pick<Timestamp, "ms"> | null;
  /** The draining label excluded it from traffic, and no report showed a failure. */
  readonly draining: boolean;
  readonly owner: OwnerStateAtEnd;
  /** Its group listed it as a planned leave (`stolos.dev/planned-leaves`), as far as groups were visible. Missing = an earlier version stored the evidence. */
  readonly planned?: boolean;
  readonly grace: SettingDuration<number>;
  /** Null = not known. */
  readonly maxAge: SettingDuration<number | null> | null;
  /** The number of running istiod replicas, each of which could delete it; null = Pods were not visible. */
  readonly replicas: number | null;
}

/** Returns the evidence for the end of an entry: its last version, the world at that moment, and the state of its group. */
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
