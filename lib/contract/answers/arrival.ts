import * as z from "zod/mini";
import { FOUND_CAUSES, POSSIBLE_CAUSES } from "@/lib/domain/new-group/arrival";

/** What the server knows of a machine that is awaited: the last token, and what it sees that keeps one away. */
export const ArrivalChecks = z.object({
  /** Null = none is known to have been handed out. Milliseconds. */
  token: z.nullable(z.object({ at: z.number(), expiresAt: z.number(), account: z.string() })),
  /** Does the audit tell of tokens? Else only those are known that this server handed out since it started. */
  tokensKept: z.boolean(),
  found: z.array(z.enum(FOUND_CAUSES)),
  possible: z.array(z.enum(POSSIBLE_CAUSES)),
  /** The gateway's address, "" = none is known. */
  gateway: z.string(),
  istioNamespace: z.string(),
  /** The name of istiod for the group's revision. */
  istiod: z.string(),
  /** What could not be checked, as sentences. */
  unseen: z.array(z.string()),
});
export type ArrivalChecks = z.infer<typeof ArrivalChecks>;
