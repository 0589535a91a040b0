import * as z from "zod/mini";

/** One host that a deletion takes endpoints from; null = these may not be listed, which is never zero. */
export const ImpactHost = z.object({
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
});
export type ImpactHost = z.infer<typeof ImpactHost>;

/** GET /api/c/…/impact/…: what would go with an entry or a group. */
export const DeleteImpact = z.object({
  /** Entries that go with the group, by their owner reference; of an entry: itself. Null = they may not be listed. */
  entries: z.nullable(z.number()),
  /** Entries that only name the group, and stay until istiod cleans them up. */
  staying: z.number(),
  /** Of those that go, how many are connected: their machines notice nothing, and have no entry. */
  connected: z.number(),
  hosts: z.array(ImpactHost),
  /** Places that lose machines which callers are sent, most first. */
  zones: z.array(z.object({ zone: z.string(), lost: z.number() })),
  /** What is not in sight and could lose something too. */
  unseen: z.array(z.enum(["services", "serviceentries", "workload-pods"])),
});
export type DeleteImpact = z.infer<typeof DeleteImpact>;
