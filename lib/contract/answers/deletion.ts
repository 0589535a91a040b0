import * as z from "zod/mini";
import { DELETION_OUTCOMES } from "@/lib/domain/entry/origin";

/** One service that loses endpoints by a deletion. Null = the viewer may not list these endpoints; it never means zero. */
export const ServiceLosingEndpoints = z.object({
  kind: z.enum(["Service", "ServiceEntry"]),
  namespace: z.string(),
  name: z.string(),
  host: z.string(),
  /** Machines that istiod sends to callers, before and after. */
  before: z.number(),
  after: z.number(),
  /** Ready Pods. The deletion does not remove them. */
  pods: z.nullable(z.number()),
  inline: z.number(),
  /** Healthy addresses of EndpointSlices. The deletion does not remove them. */
  addresses: z.nullable(z.number()),
});
export type ServiceLosingEndpoints = z.infer<typeof ServiceLosingEndpoints>;

/** Endpoints that callers lose by a deletion, as far as the viewer may see them. */
export const EndpointDeletionImpact = z.object({
  hosts: z.array(ServiceLosingEndpoints),
  /** The number of other services that lose endpoints. */
  moreHosts: z.number(),
  /** Zones that lose machines which istiod sends to callers, largest loss first. */
  zones: z.array(z.object({ zone: z.string(), lost: z.number() })),
  /** Kinds that are not visible and could lose endpoints too. */
  unseen: z.array(z.enum(["services", "serviceentries", "workload-pods"])),
});
export type EndpointDeletionImpact = z.infer<typeof EndpointDeletionImpact>;

const Fate = z.enum(DELETION_OUTCOMES);

/** GET /api/c/…/impact/…: the effects of deleting an entry or a group. */
export const ObjectDeletionImpact = z.object({
  ...EndpointDeletionImpact.shape,
  /** Entries that are deleted with the group, by their owner reference. For an entry: itself. Null = the viewer may not list them. */
  entries: z.nullable(z.number()),
  /** Entries that only name the group. They stay until istiod cleans them up. */
  staying: z.number(),
  /** The number of deleted entries with a connection. Their machines get no signal and lose their entry. */
  connected: z.number(),
  /** The effect on the entry's machine; null = the object is a group. */
  fate: z.nullable(Fate),
});
export type ObjectDeletionImpact = z.infer<typeof ObjectDeletionImpact>;

/** The largest number of entries in one deletion. */
export const MAX_BULK_DELETION = 100;

/** POST /api/impact: requests the effects of deleting several entries, each named as `CLUSTER/UID`. It writes nothing. */
export const BulkDeletionImpactRequest = z.object({
  entries: z.array(z.string().check(z.maxLength(400))).check(z.maxLength(MAX_BULK_DELETION, `At most ${MAX_BULK_DELETION} entries at once.`)),
});
export type BulkDeletionImpactRequest = z.infer<typeof BulkDeletionImpactRequest>;

/** One of several entries, in the version for which the impact was computed. */
export const BulkDeletionEntry = z.object({
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  resourceVersion: z.string(),
  managedBy: z.string(),
  fate: Fate,
});
export type BulkDeletionEntry = z.infer<typeof BulkDeletionEntry>;

/** The joint effects of deleting several entries. */
export const BulkDeletionImpact = z.object({
  ...EndpointDeletionImpact.shape,
  entries: z.array(BulkDeletionEntry),
  /** Entries that are not visible or no longer exist. */ missing: z.array(z.string()),
});
export type BulkDeletionImpact = z.infer<typeof BulkDeletionImpact>;
