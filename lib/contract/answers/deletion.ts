import * as z from "zod/mini";
import { DELETION_FATES } from "@/lib/domain/entry/origin";

/** One host that a deletion takes endpoints from; null = these may not be listed, which is never zero. */
export const AffectedService = z.object({
  kind: z.enum(["Service", "ServiceEntry"]),
  namespace: z.string(),
  name: z.string(),
  host: z.string(),
  /** Machines that callers are sent, before and after. */
  before: z.number(),
  after: z.number(),
  /** Ready Pods, which stay. */
  pods: z.nullable(z.number()),
  inline: z.number(),
  /** Healthy addresses of EndpointSlices, which stay. */
  addresses: z.nullable(z.number()),
});
export type AffectedService = z.infer<typeof AffectedService>;

/** What callers lose by a deletion, as far as whoever asks may see. */
export const LostEndpoints = z.object({
  hosts: z.array(AffectedService),
  /** Hosts that lose endpoints beyond those listed. */
  moreHosts: z.number(),
  /** Places that lose machines which callers are sent, most first. */
  zones: z.array(z.object({ zone: z.string(), lost: z.number() })),
  /** What is not in sight and could lose something too. */
  unseen: z.array(z.enum(["services", "serviceentries", "workload-pods"])),
});
export type LostEndpoints = z.infer<typeof LostEndpoints>;

const Fate = z.enum(DELETION_FATES);

/** GET /api/c/…/impact/…: what would go with an entry or a group. */
export const DeleteImpact = z.object({
  ...LostEndpoints.shape,
  /** Entries that go with the group, by their owner reference; of an entry: itself. Null = they may not be listed. */
  entries: z.nullable(z.number()),
  /** Entries that only name the group, and stay until istiod cleans them up. */
  staying: z.number(),
  /** Of those that go, how many are connected: their machines notice nothing, and have no entry. */
  connected: z.number(),
  /** What becomes of the machine of the entry; null = it is a group. */
  fate: z.nullable(Fate),
});
export type DeleteImpact = z.infer<typeof DeleteImpact>;

/** So many entries are deleted at once at most. */
export const MAX_DELETED = 100;

/** POST /api/impact: what would go with several entries, each named as `CLUSTER/UID`. It writes nothing. */
export const DeletionRequest = z.object({
  entries: z.array(z.string().check(z.maxLength(400))).check(z.maxLength(MAX_DELETED, `At most ${MAX_DELETED} entries at once.`)),
});
export type DeletionRequest = z.infer<typeof DeletionRequest>;

/** One of several entries, of the version that its impact was told of. */
export const DeletionEntry = z.object({
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  resourceVersion: z.string(),
  managedBy: z.string(),
  fate: Fate,
});
export type DeletionEntry = z.infer<typeof DeletionEntry>;

/** What would go with several entries, taken together. */
export const DeletionImpact = z.object({
  ...LostEndpoints.shape,
  entries: z.array(DeletionEntry),
  /** Those that are not in sight, or not there any more. */ missing: z.array(z.string()),
});
export type DeletionImpact = z.infer<typeof DeletionImpact>;
