import * as z from "zod/mini";
import { FINDING_SEVERITIES, FINDING_SUBJECTS } from "@/lib/domain/findings/rule";
import { Facet } from "./rows";

const Patch = z.union([
  z.object({ kind: z.string(), namespace: z.string(), name: z.string(), type: z.literal("merge"), body: z.unknown() }),
  z.object({ command: z.string() }),
]);

/** One finding in a list: its words are made of these where it is drawn. */
export const FindingRow = z.object({
  /** Names it for as long as its defect lasts. */
  id: z.string(),
  code: z.string(),
  /** The name of its rule. */
  rule: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  cluster: z.string(),
  /** Of its subject; "" = it lies in none. */
  namespace: z.string(),
  subject: z.enum(FINDING_SUBJECTS),
  /** Since when it is there, in milliseconds: at least since `at`, at most since `notBefore` (null = seen as it began). Null = not known. */
  since: z.nullable(z.object({ at: z.number(), notBefore: z.nullable(z.number()) })),
  /** The first few of the objects that it names, and how many more there are. */
  objects: z.array(z.object({ kind: z.string(), namespace: z.string(), name: z.string() })),
  moreObjects: z.number(),
  evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  patch: z.nullable(Patch),
  /** Why there is no patch; "" where there is one. */
  noPatchBecause: z.string(),
  /** Its subject's annotation `stolos.dev/mute-findings` mutes it for everybody until then (milliseconds). */
  mute: z.optional(z.object({ until: z.number(), reason: z.string() })),
});
export type FindingRow = z.infer<typeof FindingRow>;

/** Where a rule cannot tell, and for lack of what. */
export const UntoldRule = z.object({
  cluster: z.string(),
  /** What is not in sight, by its name as a source. */
  sources: z.array(z.string()),
  /** The part of `sources` without a right of the viewer. The server has nothing of the others. */
  forbidden: z.array(z.string()),
  /** In so many namespaces of those with machines or groups, and the first few; 0 of 0 = it is about none. */
  namespaces: z.array(z.string()),
  count: z.number(),
  of: z.number(),
});
export type UntoldRule = z.infer<typeof UntoldRule>;

/** One rule over the picked clusters and namespaces. */
export const RuleSummary = z.object({
  code: z.string(),
  rule: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  subject: z.enum(FINDING_SUBJECTS),
  total: z.number(),
  /** By the filter. */
  matched: z.number(),
  untold: z.array(UntoldRule),
  /** About how many subjects it cannot tell, as something else that it needs is not known. */
  untoldSubjects: z.number(),
  /** The sources that could decide about these subjects. */
  untoldSources: z.array(z.string()),
  /** Sources of which only a part is in sight: there may be more than it finds. */
  partial: z.array(z.string()),
});
export type RuleSummary = z.infer<typeof RuleSummary>;

/** Head of "findings": rows are FindingRow; without a sort, the first few of each rule (all of them, where only one has any). */
export const FindingsHead = z.object({
  total: z.number(),
  matched: z.number(),
  facets: z.array(Facet),
  problem: z.nullable(z.string()),
  /** By severity, whatever the filter. */
  errors: z.number(),
  warnings: z.number(),
  notes: z.number(),
  /** Every rule, in the order of severity and code. */
  rules: z.array(RuleSummary),
  /** What was asked about, as far as it is in sight. */
  machines: z.number(),
  groups: z.number(),
  hosts: z.number(),
  /** False while not everything has been asked about: there may be more. */
  settled: z.boolean(),
});
export type FindingsHead = z.infer<typeof FindingsHead>;

/** Head of "findings-of": rows are FindingRow, those that name one object, the worst first. */
export const FindingsOfHead = z.object({
  total: z.number(),
  settled: z.boolean(),
  untold: z.number(),
  /** The object's annotation `stolos.dev/mute-findings` is no list of mutes, and mutes nothing. */
  unreadableMutes: z.boolean(),
});
export type FindingsOfHead = z.infer<typeof FindingsOfHead>;

/** The kinds of objects whose pages show what was found about them. */
export const FOUND_KINDS = ["WorkloadEntry", "WorkloadGroup", "Service", "ServiceEntry"] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** The query of "findings-of". */
export interface FindingsOfQuery {
  readonly of: FoundKind;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

export function formatFindingsOf({ of, cluster, namespace, name }: FindingsOfQuery): string {
  return new URLSearchParams({ of, cluster, ns: namespace, name }).toString();
}

/** Reads the query of "findings-of"; null where it names no such object. */
export function parseFindingsOf(query: string): FindingsOfQuery | null {
  const params = new URLSearchParams(query);
  const of = FOUND_KINDS.find((kind) => kind === params.get("of"));
  return of === undefined ? null : { of, cluster: params.get("cluster") ?? "", namespace: params.get("ns") ?? "", name: params.get("name") ?? "" };
}
