import * as z from "zod/mini";
import { WireState } from "@/lib/contract/views/rows";
import { WireSelector } from "@/lib/contract/views/services";

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

/** Reasons for a refused sign-in, as codes. `user-not-allowed`: a proxy named a user for whom this server may not speak. */
const REFUSAL_CODES = [
  "not-signed-in",
  "not-begun",
  "not-allowed",
  "user-not-allowed",
  "may-not-impersonate",
  "no-token",
  "too-many-attempts",
  "provider-refused",
  "unchecked",
  "unreachable",
  "other",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

const BY_STATUS: Readonly<Record<number, RefusalCode>> = {
  401: "not-signed-in",
  403: "not-allowed",
  422: "no-token",
  429: "too-many-attempts",
  502: "provider-refused",
  503: "unchecked",
};

/** The code of a refusal of which only the status is known; null = no answer came. */
export function refusalOfStatus(status: number | null): RefusalCode {
  return status === null ? "unreachable" : (BY_STATUS[status] ?? "other");
}

/** One hit of the search box: an object, a host (whose `name` is the host, and `selector` who defines it), or (replica, zone, network) a value that machines have, without a namespace. */
export const SearchHit = z.object({
  kind: z.enum(["entry", "group", "host", "namespace", "replica", "zone", "network"]),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  state: z.nullable(WireState),
  /** False = Healthy, and nobody can vouch for it: never green. */
  vouched: z.boolean(),
  detail: z.string(),
  selector: z.optional(WireSelector),
});
export const SearchAnswer = z.object({ hits: z.array(SearchHit), more: z.boolean() });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
