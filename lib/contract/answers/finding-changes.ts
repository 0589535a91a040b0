import * as z from "zod/mini";
import { FINDING_SEVERITIES } from "@/lib/domain/findings/rule";
import { HistoryCoverage } from "./history";

/** The numbers of findings of one rule: at both ends of a window, and those that appeared or were resolved between. */
export const RuleChanges = z.object({
  code: z.string(),
  rule: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  /** The first evaluation of the rule, as far as the history reaches (milliseconds); null = not known. */
  askedSince: z.nullable(z.number()),
  /** Null = the rule was not evaluated then. */
  before: z.nullable(z.number()),
  now: z.number(),
  appeared: z.number(),
  resolved: z.number(),
});
export type RuleChanges = z.infer<typeof RuleChanges>;

/** Answer of GET /api/history/findings: rules that had findings at any time in a window. Milliseconds. */
export const FindingChanges = z.object({
  from: z.number(),
  to: z.number(),
  /** The start of the comparison: that of the window, or that of the history. Null = the history has no findings. */
  comparedFrom: z.nullable(z.number()),
  rules: z.array(RuleChanges),
  /** Spans of time in which no rule was evaluated. */
  gaps: z.array(z.object({ from: z.number(), to: z.number() })),
  /** The number of rules whose findings the viewer may not see in some cluster. */
  hidden: z.number(),
  recorded: HistoryCoverage,
});
export type FindingChanges = z.infer<typeof FindingChanges>;
