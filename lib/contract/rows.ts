import * as z from "zod/mini";
import { SIZE_SOURCES } from "@/lib/domain/expected-size";
import { ORIGINS } from "@/lib/domain/origin-of";
import { noCounts } from "@/lib/domain/state-code";
import { STATES } from "@/lib/domain/verdict";

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
export const RollUp = z.object({
  /** Registered machines: the sum of `counts`. */
  total: z.number(),
  /** The one total (`group-total`): registered, lost and missing machines. */
  fullTotal: z.number(),
  /** Serving axis says yes and the connection is neither ghost nor leaked. */
  serving: z.number(),
  /** Istio serves them, but nobody can vouch for them. */
  doubted: z.number(),
  counts: StateCounts,
  /** The least number that is expected; null = not known. */
  expected: z.nullable(z.number()),
  /** "learned" and "elastic" are never a person's word: the history shows them. */
  expectedFrom: z.enum(SIZE_SOURCES),
  /** The upper end of a declared range. */
  expectedMost: z.optional(z.number()),
  /** True while a declared group was never complete: no machine of it is missing. */
  arriving: z.optional(z.boolean()),
  /** So many were taken off the declared size: they left as planned. Missing = none. */
  planned: z.optional(z.number()),
  /** Accepted losses that lower the expected size. Missing = none. */
  accepted: z.optional(z.number()),
  /** While a learned level held; `to` null = it still does. */
  learned: z.optional(z.object({ from: z.number(), to: ms })),
});
export type RollUp = z.infer<typeof RollUp>;

/** One group in a list, or the machines of a namespace that belong to no group (`name` is ""). */
export const GroupRow = z.object({
  /** `CLUSTER/NAMESPACE/NAME` */
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  /** False where entries name a group that does not exist (or cannot be seen). */
  exists: z.boolean(),
  unreadable: z.nullable(z.string()),
  rollUp: RollUp,
  /** How many of its healthy machines nobody can vouch for: these are not green. */
  unvouched: z.number(),
  /** The code of the doubt that all of these have in common (an entry's `connectionWhy`), or "". */
  unvouchedWhy: z.string(),
  /** Expected machines that are not there, without those that are lost. */
  missing: z.number(),
  /** Lost machines that still count. */
  lost: z.number(),
  /** The worst state among its machines, vanished where some were lost and are missing; null where it has none. */
  state: z.nullable(WireState),
  /** The start of the latest rise in machines that are as bad as its worst, which has not been undone; null where none is. */
  since: ms,
  sinceAtLeast: z.boolean(),
  /** How many machines that rise was, and how many are as bad in all. */
  rise: z.object({ count: z.number(), total: z.number() }),
  /** How fast they became as bad: `count` of `total` within `lastedMs`; null where not all of them were seen to, or there is one only. */
  pace: z.nullable(z.object({ kind: z.enum(["sudden", "slow"]), count: z.number(), total: z.number(), lastedMs: z.number() })),
  /** A probe's message from one of them, or "". */
  message: z.string(),
  /** What all machines in trouble share though the others do not: ["zone eu-central-1a", …]. */
  common: z.array(z.string()),
  probe: z.nullable(z.object({ method: z.string(), port: z.nullable(z.number()), path: z.string() })),
  accounts: z.array(z.string()),
  networks: z.array(z.string()),
  zones: z.array(z.string()),
  createdAt: ms,
  /** The deletion of a group that is gone and whose lost machines count; `notBefore` null = the watch saw it. */
  deleted: z.optional(z.object({ at: z.number(), notBefore: ms })),
});
export type GroupRow = z.infer<typeof GroupRow>;

/** One value of a facet and how many entries of the filtered list have it. */
const FacetValue = z.object({
  value: z.string(),
  count: z.number(),
  /** Only of the vanished: how many of them are back under their name; absent = nobody knows. */
  back: z.optional(z.number()),
});
export const Facet = z.object({ key: z.string(), values: z.array(FacetValue), more: z.number() });
export type Facet = z.infer<typeof Facet>;
