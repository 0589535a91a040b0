import * as z from "zod/mini";
import { ENTRY_ORIGINS } from "@/lib/domain/entry/origin";
import type { ExpectedSizeSource } from "@/lib/domain/group/expected-size";
import { noCounts } from "@/lib/domain/verdict/state-code";
import { STATES, type State } from "@/lib/domain/verdict/verdict";

export const WireState = z.enum(STATES);
const ms = z.nullable(z.number());

/** The end of a lost entry. The row's `since` is the time of the end. */
export const EntryEnding = z.object({
  cause: z.string(),
  /** Set if the end was not observed: the last time at which the entry was seen. */
  notBefore: ms,
  /** The last observed state. */
  lastState: WireState,
  /** The uid of the entry that has its name now, or "". */
  replacedBy: z.string(),
});
export type EntryEnding = z.infer<typeof EntryEnding>;

/** One entry in a list. Times are in milliseconds of server time. An empty string means "not set". */
export const EntryRow = z.object({
  /** `CLUSTER/UID` */
  id: z.string(),
  cluster: z.string(),
  uid: z.string(),
  namespace: z.string(),
  name: z.string(),
  state: WireState,
  /** False = Healthy, but its replica is unverified or not visible. Such an entry is never green. */
  vouched: z.boolean(),
  connection: z.enum(["unmanaged", "never", "connected", "overdue", "leaked", "ghost", "reconnecting", "disconnected"]),
  /** A code. For leaked and ghost: the kind. For connected and overdue: the reason why the replica is unverified. Else "". */
  connectionWhy: z.string(),
  serving: z.enum(["yes-checked", "yes-unchecked", "no-unhealthy", "no-awaiting", "no-draining", "no-endpoint", "unknown"]),
  /** The state began at this time or before, by the server's observation or its history. */
  since: ms,
  /** True if the start of the state was not observed: pages show "≥". */
  sinceAtLeast: z.boolean(),
  /** The earliest possible start of the state, if the start was not observed. */
  sinceNotBefore: ms,
  /** The probe's message, or the reason why the object is unreadable. Untrusted text. */
  message: z.string(),
  /** The next time at which the state changes without an event: end of grace, renewal due, sweep due. */
  deadline: ms,
  address: z.string(),
  host: z.string(),
  network: z.string(),
  locality: z.string(),
  controller: z.string(),
  revision: z.string(),
  group: z.string(),
  origin: z.enum(ENTRY_ORIGINS),
  connectedAt: ms,
  disconnectedAt: ms,
  createdAt: ms,
  /** The number of writes of the spec, with the registration; null = not set, or recorded by a version that did not store it. */
  generation: z.nullable(z.number()),
  /** Set for a lost entry only. Its other fields have the last observed values. */
  ending: z.optional(EntryEnding),
});
export type EntryRow = z.infer<typeof EntryRow>;

/** The number of machines in each state, by the state's code. A later server may send more states, which the browser ignores. */
export const StateCounts = z.array(z.number()).check(z.minLength(noCounts().length));
export type StateCounts = z.infer<typeof StateCounts>;

/** Serving and registered machines, and the total that pages print. */
export interface RollUp {
  /** Registered machines: the sum of `counts`. */
  readonly total: number;
  /** The total that pages show (`group-total`): registered, lost and missing machines. */
  readonly fullTotal: number;
  /** Serving machines whose connection is neither ghost nor leaked. */
  readonly serving: number;
  /** Unverified machines that istiod sends to callers. */
  readonly doubted: number;
  readonly counts: StateCounts;
  /** The smallest expected number; null = not known. */
  readonly expected: number | null;
  /** "learned" and "elastic" sizes come from the history. No user declared them. */
  readonly expectedFrom: ExpectedSizeSource;
  /** The upper end of a declared range. */
  readonly expectedMost?: number | undefined;
  /** True for a declared group that was never complete. None of its machines is missing. */
  readonly arriving?: boolean | undefined;
  /** Planned leaves that lower the declared size. Absent = none. */
  readonly planned?: number | undefined;
  /** Accepted losses that lower the expected size. Absent = none. */
  readonly accepted?: number | undefined;
  /** The span in which the group had the learned size; `to` null = it has it now. */
  readonly learned?: { readonly from: number; readonly to: number | null } | undefined;
}

/** One group in a list, or the machines of a namespace in no group (`name` is ""). */
export interface GroupRow {
  /** `CLUSTER/NAMESPACE/NAME` */
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** False if entries name a group that does not exist or is not visible. */
  readonly exists: boolean;
  readonly unreadable: string | null;
  readonly rollUp: RollUp;
  /** The number of its Healthy machines that are unverified, and not green. */
  readonly unvouched: number;
  /** The common `connectionWhy` code of these machines, or "". */
  readonly unvouchedWhy: string;
  /** Expected machines that are not registered and not lost. */
  readonly missing: number;
  /** Lost machines that still count. */
  readonly lost: number;
  /** The worst state of its machines; `vanished` if lost machines are missing; null if it has no machines. */
  readonly state: State | null;
  /** The start of the latest increase of machines in the worst state that did not recover; null = none. */
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
  /** The machines of that increase, and all machines in the worst state. */
  readonly rise: { readonly count: number; readonly total: number };
  /** The speed of the failure: `count` of `total` machines within `lastedMs`. Null if one machine failed only, or not all were observed. */
  readonly pace: { readonly kind: "sudden" | "slow"; readonly count: number; readonly total: number; readonly lastedMs: number } | null;
  /** A probe's message from one of them, or "". */
  readonly message: string;
  /** Properties that all machines in trouble have and the others do not: ["zone eu-central-1a", …]. */
  readonly common: readonly string[];
  readonly probe: { readonly method: string; readonly port: number | null; readonly path: string } | null;
  readonly accounts: readonly string[];
  readonly networks: readonly string[];
  readonly zones: readonly string[];
  readonly createdAt: number | null;
  /** The deletion of a group whose lost machines still count; `notBefore` null = the watch observed it. */
  readonly deleted?: { readonly at: number; readonly notBefore: number | null } | undefined;
}

/** One value of a facet, and the number of entries in the filtered list that have it. */
interface FacetValue {
  readonly value: string;
  readonly count: number;
  /** For lost machines only: the number with a new entry of the same name; absent = not known. */
  readonly back?: number | undefined;
}
export interface Facet {
  readonly key: string;
  readonly values: readonly FacetValue[];
  readonly more: number;
}
