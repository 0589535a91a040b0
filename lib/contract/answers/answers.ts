import * as z from "zod/mini";
import { WireServiceReference, WireState } from "@/lib/contract/views/values";

/** A reason for which the API server rejected a document, with the field that it names. */
export const FieldError = z.object({ field: z.string(), message: z.string(), code: z.optional(z.string()) });

/** Codes of the problems that a page distinguishes. */
const PROBLEM_CODES = ["no-right", "policy-unknown", "policy-broken", "local-address", "no-revision", "unchecked"] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/**
 * The error body of every route, in the shape of RFC 9457. `field`: the wrong part of the request. `causes`: the wrong parts of the document in the request.
 * `missingRights`: rights that the viewer lacks, each as "VERB RESOURCE". `requestId`: as in the header `X-Request-Id` and in the server's log.
 */
export const Problem = z.object({
  ...{ title: z.string(), status: z.number(), detail: z.string(), field: z.optional(z.string()) },
  causes: z.optional(z.array(FieldError)),
  ...{ code: z.optional(z.enum(PROBLEM_CODES)), missingRights: z.optional(z.array(z.string())), requestId: z.optional(z.string()) },
});
export type Problem = z.infer<typeof Problem>;

/** A stored object as YAML text. Managed fields are separate, so that a page can fold them. */
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

/** The Kubernetes Events of one object. `lastSeen`: milliseconds; null = not known. */
export const ObjectEvents = z.object({ events: z.array(EventRow) });
export type ObjectEvents = z.infer<typeof ObjectEvents>;

/** One cell of a ribbon in the fleet strip. `vouched`: false = unverified. */
export const FleetStripCell = z.object({
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  state: WireState,
  vouched: z.boolean(),
});
export type FleetStripCell = z.infer<typeof FleetStripCell>;

/** Codes of the reasons for a refused sign-in. `user-not-allowed`: a proxy named a user for whom this server may not act. */
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
export type SignInRefusalCode = (typeof REFUSAL_CODES)[number];

const BY_STATUS: Readonly<Record<number, SignInRefusalCode>> = {
  401: "not-signed-in",
  403: "not-allowed",
  422: "no-token",
  429: "too-many-attempts",
  502: "provider-refused",
  503: "unchecked",
};

/** Returns the code of a refusal from its HTTP status alone. A null status = no response arrived. */
export function signInRefusalOfStatus(status: number | null): SignInRefusalCode {
  return status === null ? "unreachable" : (BY_STATUS[status] ?? "other");
}

/**
 * One hit of the search box. `host`: `name` is a host name, and `selector` is the object that defines it. `replica`, `zone` and `network`: a value of machines,
 * without a namespace. `incident`: `name` is its key, and `detail` its state and title.
 */
export const SearchHit = z.object({
  kind: z.enum(["entry", "group", "host", "namespace", "replica", "zone", "network", "incident"]),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  state: z.nullable(WireState),
  /** False = unverified: a Healthy hit is then never green. */
  vouched: z.boolean(),
  detail: z.string(),
  selector: z.optional(WireServiceReference),
});
/** Answer of GET /api/search. `more`: true = there are other hits. */
export const SearchAnswer = z.object({ hits: z.array(SearchHit), more: z.boolean() });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
