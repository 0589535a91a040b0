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

const Verdict = z.enum(["unused", "used", "not-known", "new"]);
const Version = { name: z.string(), uid: z.string(), resourceVersion: z.string() };

/**
 * GET /api/c/…/leftovers/…: what a group without machines leaves behind; null = the group has machines, it is not known whether, or it is
 * so new that they may be still to come.
 */
export const Leftovers = z.nullable(
  z.object({
    /** The account that the group names; null = it names none, or none that is in sight. Who else uses it: this group is not counted. */
    account: z.nullable(z.object({ ...Version, ...AccountUse.shape, verdict: Verdict })),
    /** ServiceEntries of the namespace whose selector would take the group's machines. Pods: null = not in sight. */
    serviceEntries: z.array(z.object({ ...Version, hosts: z.array(z.string()), machines: z.number(), pods: z.nullable(z.number()), verdict: Verdict })),
    /** Sources that are not in sight: there may be more. */
    unseen: z.array(z.enum(["serviceentries", "serviceaccounts"])),
  }),
);
export type Leftovers = z.infer<typeof Leftovers>;
