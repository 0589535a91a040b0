import * as z from "zod/mini";

/** GET /api/c/…/accounts/…: whether there is a service account, and whose identity it is; null = not in sight, which is never zero. */
export const AccountUse = z.object({
  exists: z.nullable(z.boolean()),
  /** Groups of the namespace that name it. */
  groups: z.nullable(z.array(z.string())),
  /** Entries of the namespace that have it. */
  machines: z.nullable(z.number()),
  pods: z.nullable(z.number()),
});
export type AccountUse = z.infer<typeof AccountUse>;
