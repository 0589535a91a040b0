import * as z from "zod/mini";

/** May the asker set the expected size of a group? `missing` names the verb that is missing, "" = none. */
export const MaySetSize = z.object({ may: z.boolean(), missing: z.string() });
export type MaySetSize = z.infer<typeof MaySetSize>;

/** Sets the expected size: what was typed ("" = take it away), and the version of the group that the typist saw. */
export const SetSize = z.object({
  size: z.string().check(z.maxLength(32, "At most 32 characters.")),
  resourceVersion: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type SetSize = z.infer<typeof SetSize>;

/** The change was accepted; the page shows it once the watch tells. */
export const SizeAccepted = z.object({ resourceVersion: z.string() });
export type SizeAccepted = z.infer<typeof SizeAccepted>;
