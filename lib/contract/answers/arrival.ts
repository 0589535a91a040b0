import * as z from "zod/mini";
import { SERVER_CHECKED_CAUSES, UNCHECKED_CAUSES } from "@/lib/domain/new-group/arrival";

/** The server's checks for a machine that has not joined yet: the last token, and the found and possible causes. */
export const MachineJoinDiagnosis = z.object({
  /** The last token of the group; null = no issued token is known. Milliseconds. */
  token: z.nullable(z.object({ at: z.number(), expiresAt: z.number(), account: z.string() })),
  /** True = the audit log has all tokens. False = only tokens that this server issued since its start are known. */
  tokensKept: z.boolean(),
  found: z.array(z.enum(SERVER_CHECKED_CAUSES)),
  possible: z.array(z.enum(UNCHECKED_CAUSES)),
  /** The address of the gateway; "" = not known. */
  gateway: z.string(),
  istioNamespace: z.string(),
  /** The host name of istiod for the group's revision. */
  istiod: z.string(),
  /** Checks that were not possible, as sentences. */
  unseen: z.array(z.string()),
});
export type MachineJoinDiagnosis = z.infer<typeof MachineJoinDiagnosis>;
