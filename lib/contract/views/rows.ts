import * as z from "zod/mini";
import { ORIGINS } from "@/lib/domain/entry/origin";
import type { SizeSource } from "@/lib/domain/group/expected-size";
import { noCounts } from "@/lib/domain/verdict/state-code";
import { STATES, type State } from "@/lib/domain/verdict/verdict";

export const WireState = z.enum(STATES);
const ms = z.nullable(z.number());

/** How an entry ended that is not there any more; it ended when its row is vanished `since`. */
export const EntryEnding = z.object({
  cause: z.string(),
  /** Set where nobody saw it go: it was there at this moment still. */
  notBefore: ms,
  /** The state in which it was seen last. */
  lastState: WireState,
  /** The uid that has its name now, or "". */
  replacedBy: z.string(),
});
export type EntryEnding = z.infer<typeof EntryEnding>;

/** One entry in a list. Times are milliseconds of server time; an empty string means "not set". */
export const EntryRow = z.object({
  /** `CLUSTER/UID` */
  id: z.string(),
  cluster: z.string(),
  uid: z.string(),
  namespace: z.string(),
  name: z.string(),
  state: WireState,
  /** False = Healthy by the word of a replica that is in doubt or out of sight; never green. */
  vouched: z.boolean(),
  connection: z.enum(["unmanaged", "never", "connected", "overdue", "leaked", "ghost", "reconnecting", "disconnected"]),
  /** For leaked and ghost: which; for connected and overdue: why nobody can vouch for the replica; else "". A code. */
  connectionWhy: z.string(),
  serving: z.enum(["yes-checked", "yes-unchecked", "no-unhealthy", "no-awaiting", "no-draining", "no-endpoint", "unknown"]),
  /** In this state at least since, as seen by the server or its record. */
  since: ms,
  /** True where its beginning was not seen: the page says "≥". */
  sinceAtLeast: z.boolean(),
  /** Where its beginning was not seen: in this state at most since. */
  sinceNotBefore: ms,
  /** The probe's message, or what is unreadable. A stranger's text. */
  message: z.string(),
  /** When time alone changes the state: end of grace, renewal due, sweep due. */
  deadline: ms,
  address: z.string(),
  host: z.string(),
  network: z.string(),
  locality: z.string(),
  controller: z.string(),
  revision: z.string(),
  group: z.string(),
  origin: z.enum(ORIGINS),
  connectedAt: ms,
  disconnectedAt: ms,
  createdAt: ms,
  /** How often its spec was written, the registration included; null = not said, or recorded before that was kept. */
  generation: z.nullable(z.number()),
  /** Only of a vanished one: all else is as it was last seen. */
  ending: z.optional(EntryEnding),
});
export type EntryRow = z.infer<typeof EntryRow>;

/** How many machines are in each state, by its code. A server of a later version may know more states, which the browser leaves out. */
export const StateCounts = z.array(z.number()).check(z.minLength(noCounts().length));
export type StateCounts = z.infer<typeof StateCounts>;

/** Serving and registered machines, and the total that pages print. */
export interface RollUp {
  /** Registered machines: the sum of `counts`. */
  readonly total: number;
  /** The one total (`group-total`): registered, lost and missing machines. */
  readonly fullTotal: number;
  /** Serving axis says yes and the connection is neither ghost nor leaked. */
  readonly serving: number;
  /** Istio serves them, but nobody can vouch for them. */
  readonly doubted: number;
  readonly counts: StateCounts;
  /** The least number that is expected; null = not known. */
  readonly expected: number | null;
  /** "learned" and "elastic" are never a person's word: the history shows them. */
  readonly expectedFrom: SizeSource;
  /** The upper end of a declared range. */
  readonly expectedMost?: number | undefined;
  /** True while a declared group was never complete: no machine of it is missing. */
  readonly arriving?: boolean | undefined;
  /** So many were taken off the declared size: they left as planned. Missing = none. */
  readonly planned?: number | undefined;
  /** Accepted losses that lower the expected size. Missing = none. */
  readonly accepted?: number | undefined;
  /** While a learned level held; `to` null = it still does. */
  readonly learned?: { readonly from: number; readonly to: number | null } | undefined;
}

/** One group in a list, or the machines of a namespace that belong to no group (`name` is ""). */
export interface GroupRow {
  /** `CLUSTER/NAMESPACE/NAME` */
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** False where entries name a group that does not exist (or cannot be seen). */
  readonly exists: boolean;
  readonly unreadable: string | null;
  readonly rollUp: RollUp;
  /** How many of its healthy machines nobody can vouch for: these are not green. */
  readonly unvouched: number;
  /** The code of the doubt that all of these have in common (an entry's `connectionWhy`), or "". */
  readonly unvouchedWhy: string;
  /** Expected machines that are not there, without those that are lost. */
  readonly missing: number;
  /** Lost machines that still count. */
  readonly lost: number;
  /** The worst state among its machines, vanished where some were lost and are missing; null where it has none. */
  readonly state: State | null;
  /** The start of the latest rise in machines that are as bad as its worst, which has not been undone; null where none is. */
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
  /** How many machines that rise was, and how many are as bad in all. */
  readonly rise: { readonly count: number; readonly total: number };
  /** How fast they became as bad: `count` of `total` within `lastedMs`; null where not all of them were seen to, or there is one only. */
  readonly pace: { readonly kind: "sudden" | "slow"; readonly count: number; readonly total: number; readonly lastedMs: number } | null;
  /** A probe's message from one of them, or "". */
  readonly message: string;
  /** What all machines in trouble share though the others do not: ["zone eu-central-1a", …]. */
  readonly common: readonly string[];
  readonly probe: { readonly method: string; readonly port: number | null; readonly path: string } | null;
  readonly accounts: readonly string[];
  readonly networks: readonly string[];
  readonly zones: readonly string[];
  readonly createdAt: number | null;
  /** The deletion of a group that is gone and whose lost machines count; `notBefore` null = the watch saw it. */
  readonly deleted?: { readonly at: number; readonly notBefore: number | null } | undefined;
}

/** One value of a facet and how many entries of the filtered list have it. */
interface FacetValue {
  readonly value: string;
  readonly count: number;
  /** Only of the vanished: how many of them are back under their name; absent = nobody knows. */
  readonly back?: number | undefined;
}
export interface Facet {
  readonly key: string;
  readonly values: readonly FacetValue[];
  readonly more: number;
}
