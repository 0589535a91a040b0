import * as z from "zod/mini";
import { WireState } from "./rows";

/** What was refused of a document, at the field that the server names. */
export const FieldCause = z.object({ field: z.string(), message: z.string(), code: z.optional(z.string()) });

/** The kinds of refusals that have their own values on a page. */
const PROBLEM_CODES = ["no-right", "policy-unknown", "policy-broken", "local-address", "no-revision"] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/**
 * Every refusal of a route: RFC 9457 shape. `field` names what was wrong in the request, `causes` what was wrong in the document that it carried.
 * `missingRights`: rights that the viewer lacks, each as "VERB RESOURCE".
 */
export const Problem = z.object({
  ...{ title: z.string(), status: z.number(), detail: z.string(), field: z.optional(z.string()) },
  causes: z.optional(z.array(FieldCause)),
  ...{ code: z.optional(z.enum(PROBLEM_CODES)), missingRights: z.optional(z.array(z.string())) },
});
export type Problem = z.infer<typeof Problem>;

/** An object as stored, as YAML text; managed fields apart, so that a page can fold them. */
export const ObjectYaml = z.object({ yaml: z.string(), managedFields: z.string(), resourceVersion: z.string() });
export type ObjectYaml = z.infer<typeof ObjectYaml>;

const EventRow = z.object({
  type: z.string(),
  reason: z.string(),
  message: z.string(),
  source: z.string(),
  count: z.number(),
  lastSeen: z.nullable(z.number()),
});

export const ObjectEvents = z.object({ events: z.array(EventRow) });
export type ObjectEvents = z.infer<typeof ObjectEvents>;

/** One cell of a ribbon. */
export const CellAnswer = z.object({ cluster: z.string(), namespace: z.string(), name: z.string(), uid: z.string(), state: WireState, vouched: z.boolean() });
export type CellAnswer = z.infer<typeof CellAnswer>;
