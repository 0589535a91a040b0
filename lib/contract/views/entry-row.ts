import * as z from "zod/mini";
import { ENTRY_ORIGINS } from "@/lib/domain/entry/origin";
import { WireState } from "./values";

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
  /** The version of its workload, by its labels. */
  version: z.string(),
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
