import * as z from "zod/mini";
import { FOUND_CAUSES } from "@/lib/domain/arrival/causes";

/** What the server knows of a machine that is awaited: the last token, and what it sees that keeps one away. */
export const ArrivalChecks = z.object({
  /** Null = none was handed out since this server started. Milliseconds. */
  token: z.nullable(z.object({ at: z.number(), expiresAt: z.number(), account: z.string() })),
  found: z.array(z.enum(FOUND_CAUSES)),
  /** The gateway's address, "" = none is known. */
  gateway: z.string(),
  /** What could not be checked, as sentences. */
  unseen: z.array(z.string()),
});
export type ArrivalChecks = z.infer<typeof ArrivalChecks>;
