import type { Connection, Verdict } from "@/lib/domain/verdict";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

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
