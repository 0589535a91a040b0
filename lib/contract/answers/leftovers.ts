import * as z from "zod/mini";

/** GET /api/c/…/accounts/…: the existence of a service account, and the objects that use it. Null = not visible to the viewer; it never means zero. */
export const ServiceAccountUsers = z.object({
  exists: z.nullable(z.boolean()),
  /** Groups of the namespace that name it. */
  groups: z.nullable(z.array(z.string())),
  /** Entries of the namespace that use it. */
  machines: z.nullable(z.number()),
  pods: z.nullable(z.number()),
});
export type ServiceAccountUsers = z.infer<typeof ServiceAccountUsers>;

const Verdict = z.enum(["unused", "used", "not-known", "new"]);
const Version = { name: z.string(), uid: z.string(), resourceVersion: z.string() };

/**
 * GET /api/c/…/leftovers/…: objects that a group without machines leaves behind. Null = the group has machines, this is not known, or it is so new that
 * machines may still join.
 */
export const GroupLeftoversAnswer = z.nullable(
  z.object({
    /** The account that the group names; null = it names none, or the account is not visible. The objects that use it do not include this group. */
    account: z.nullable(z.object({ ...Version, ...ServiceAccountUsers.shape, verdict: Verdict })),
    /** ServiceEntries of the namespace whose selector would match the group's machines. `pods`: null = not visible. */
    serviceEntries: z.array(z.object({ ...Version, hosts: z.array(z.string()), machines: z.number(), pods: z.nullable(z.number()), verdict: Verdict })),
    /** Sources that are not visible. They may contain more leftovers. */
    unseen: z.array(z.enum(["serviceentries", "serviceaccounts"])),
  }),
);
export type GroupLeftoversAnswer = z.infer<typeof GroupLeftoversAnswer>;
