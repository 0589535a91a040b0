import * as z from "zod/mini";
import { FINDING_SEVERITIES } from "@/lib/domain/findings/rule";
import { HistoryCoverage } from "./history";

/** How many findings a rule had, has, and what came and went in between. */
export const RuleChanges = z.object({
  code: z.string(),
  rule: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  /** Since when it is asked, as far as the record reaches (milliseconds); null = not known. */
  askedSince: z.nullable(z.number()),
  /** Null = it was not asked then. */
  before: z.nullable(z.number()),
  now: z.number(),
  appeared: z.number(),
  resolved: z.number(),
});
export type RuleChanges = z.infer<typeof RuleChanges>;

/** Answer of GET /api/history/findings: rules that had, have or got findings within a window. Milliseconds. */
export const FindingChanges = z.object({
  from: z.number(),
  to: z.number(),
  /** The moment that is compared with: the window's beginning, or that of the record; null = nothing of findings is recorded. */
  comparedFrom: z.nullable(z.number()),
  rules: z.array(RuleChanges),
  /** When nobody looked. */
  gaps: z.array(z.object({ from: z.number(), to: z.number() })),
  /** Of so many rules nothing may be told in some cluster. */
  hidden: z.number(),
  recorded: HistoryCoverage,
});
export type FindingChanges = z.infer<typeof FindingChanges>;
