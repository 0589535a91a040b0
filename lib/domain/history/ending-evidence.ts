import { entryManagementOf, type Management } from "@/lib/domain/entry/origin";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Fact, World } from "@/lib/domain/mesh/world";
import type { Timestamp } from "@/lib/domain/object/timestamp";
import { gracePeriodOf, maxConnectionAgeOf } from "@/lib/domain/verdict/timing";
import type { Connection, Verdict } from "@/lib/domain/verdict/verdict";

/** One version of an entry and what was true of it: what the recorder compares and the history keeps. */
export interface EntryVersion {
  readonly entry: WorkloadEntry;
  readonly verdict: Pick<Verdict, "serving" | "state" | "vouched"> & { readonly connection: { readonly kind: Connection["kind"] } };
}

/**
 * When something happened, by the server's own clock, in milliseconds. `notBefore` is set where nobody was looking when it did:
 * it happened between `notBefore` and `at`. Null = seen as it happened.
 */
export interface Moment {
  readonly at: number;
  readonly notBefore: number | null;
}

/**
 * What was known of the group that owned an entry when the entry ended: `none` = no owner reference; `other` = the owner is no WorkloadGroup;
 * `there` = a group of that uid; `gone` = its deletion was seen, and when; `absent` = not there, and nobody saw it go; `unseen` = groups
 * could not be seen.
 */
export type OwnerFate = { readonly kind: "none" | "other" | "there" | "absent" | "unseen" } | ({ readonly kind: "gone" } & Moment);

/** A duration in milliseconds (null = unlimited); `sure` = read from istiod's own settings, not assumed. */
export interface ObservedDuration<T extends number | null> {
  readonly ms: T;
  readonly sure: boolean;
}

/**
 * What was known when an entry ended: all that its cause is judged by (see `lossCauseOf`). Plain JSON, kept with the ending, so that a later rule can
 * judge it again. Times in milliseconds.
 */
export interface EndingEvidence {
  /** When it was heard to be gone; it went after `notBefore` where nobody was looking. */
  readonly endedAt: number;
  readonly notBefore: number | null;
  /** `metadata.deletionTimestamp`: when its deletion was asked for, where a finalizer held it; by whom it does not tell. */
  readonly deletingAt: number | null;
  /** Who kept its marks; null = the object could not be read. */
  readonly management: Management | null;
  readonly connection: Connection["kind"];
  /** istiod's marks; `ms` is null where the text is no time. */
  readonly connectedAt: Pick<Timestamp, "ms"> | null;
  readonly disconnectedAt: Pick<Timestamp, "ms"> | null;
  /** The draining label kept traffic away, and no report said that the machine fails. */
  readonly draining: boolean;
  readonly owner: OwnerFate;
  /** Its group named it as planned to go (`stolos.dev/planned-leaves`), as far as groups were seen. Missing = nobody asked: an earlier version kept it. */
  readonly planned?: boolean;
  readonly grace: ObservedDuration<number>;
  /** Null = not known at all. */
  readonly maxAge: ObservedDuration<number | null> | null;
  /** How many istiod replicas ran, that could delete it; null = Pods could not be seen. */
  readonly replicas: number | null;
}

/** Puts together what is known of an entry that ended: its last version, the world then, and what became of its group. */
export function endingEvidence({ entry, verdict }: EntryVersion, moment: Moment, world: World, owner: OwnerFate, planned: boolean): EndingEvidence {
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

function durationOf(fact: Fact<number | null>): ObservedDuration<number | null> | null {
  return fact.kind === "denied" ? null : { ms: fact.value, sure: fact.kind === "known" };
}
