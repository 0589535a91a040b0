import { decodeSegment, isDecodable } from "@/lib/contract/url/paths";
import { pluralOf, type Resource } from "./resource";

/** Kubernetes' verbs that change one object. */
export type WriteVerb = "create" | "update" | "patch" | "delete";

/** One shape of write that may leave the process: a verb on one resource, or ("" = on the object itself) on a subresource. */
export interface AllowedWrite {
  readonly verb: WriteVerb;
  readonly resource: Omit<Resource, "kind"> & { readonly kind: string };
  readonly subresource: string;
  /** It may be tried and never made: only with `dryRun=All` does it leave the process. */
  readonly onlyTried?: boolean;
}

export const WRITE_METHODS: Readonly<Record<WriteVerb, string>> = { create: "POST", update: "PUT", patch: "PATCH", delete: "DELETE" };

/** The owner that the API server notes for the fields that a write of ours sets. */
export const FIELD_MANAGER = "stolos";

/** What the query of a write may say, each at most once. */
const WRITE_QUERY: readonly string[] = [`fieldManager=${FIELD_MANAGER}`, "dryRun=All", "fieldValidation=Strict"];

const REVIEWS: ReadonlySet<string> = new Set([
  "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
  "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
  "/apis/authorization.k8s.io/v1/subjectaccessreviews",
  "/apis/authentication.k8s.io/v1/tokenreviews",
  "/apis/authentication.k8s.io/v1/selfsubjectreviews",
]);

/** A GET below an object that acts in its place, such as a program started in a Pod. */
const ACTING_READ = /^\/api\/v1\/(?:namespaces\/[^/]+\/)?(?:pods|services|nodes)\/[^/]+\/(?:exec|attach|portforward|proxy)(?![a-z])/i;

/** A path as it is written in the API: no letter of it has another meaning to whoever reads addresses on the way. */
const PLAIN_PATH = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/;
/** What makes another path of a segment once it is decoded, or decoded twice. */
const ODD_SEGMENT = /^\.{0,2}$|[\\%\p{Cc}]/u;
/** A query in characters that stay as they are. */
const PLAIN_QUERY = /^[!-"$-~]*$/;

const NAMESPACE = "[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?";
const NAME = "(?!.*\\.\\.)[a-z0-9](?:[-.a-z0-9]{0,251}[a-z0-9])?";

/** Thrown before a socket is used: a defect of the caller, never an answer. */
export class NotAllowed extends Error {
  override readonly name = "NotAllowed";
}

/** What may leave the process: reads, questions about access, and the writes that were declared. */
export interface AllowList {
  /** Throws `NotAllowed` for any other request. `path` may carry a query. */
  assertAllowed(method: string, path: string): void;
}

/** Without writes, nothing but reading and asking about access leaves the process. */
export function createAllowList(writes: readonly AllowedWrite[]): AllowList {
  const shapes = writes.map((write) => ({ method: WRITE_METHODS[write.verb], path: pathShapeOf(write), onlyTried: write.onlyTried === true }));
  return {
    assertAllowed(method, path) {
      const [bare = "", ...query] = path.split("?");
      if (method === "GET" && isPlain(bare, query.join("?")) && !ACTING_READ.test(decodeSegment(bare))) return;
      if (method === "POST" && REVIEWS.has(path)) return;
      const fitting = shapes.filter((shape) => shape.method === method && shape.path.test(bare));
      if (fitting.some(({ onlyTried }) => !onlyTried || isTrial(query)) && isWriteQuery(query)) return;
      throw new NotAllowed(`${method} ${bare} is not among the requests that this server sends`);
    },
  };
}

/** Does this address lead to the path that it shows, whoever reads it? Steps up, empty segments, and what a reader of URLs drops or turns lead elsewhere. */
function isPlain(path: string, query: string): boolean {
  if (!PLAIN_PATH.test(path) || !isDecodable(path) || !PLAIN_QUERY.test(query)) return false;
  const segments = decodeSegment(path).slice(1).split("/");
  return segments.every((segment) => !ODD_SEGMENT.test(segment));
}

/** The paths of one write as an exact expression: of the collection for what is created, else of one object. */
function pathShapeOf({ verb, resource, subresource }: AllowedWrite): RegExp {
  const versions = `(?:${resource.versions.map(literal).join("|")})`;
  const root = resource.group === "" ? `/api/${versions}` : `/apis/${literal(resource.group)}/${versions}`;
  const place = resource.namespaced ? `/namespaces/${NAMESPACE}` : "";
  const object = verb === "create" && subresource === "" ? "" : `/${NAME}`;
  return new RegExp(`^${root}${place}/${literal(pluralOf(resource))}${object}${subresource === "" ? "" : `/${literal(subresource)}`}$`);
}

function isWriteQuery(query: readonly string[]): boolean {
  if (query.length === 0) return true;
  const parts = (query[0] ?? "").split("&");
  return query.length === 1 && parts.every((part) => WRITE_QUERY.includes(part)) && new Set(parts).size === parts.length;
}

function isTrial(query: readonly string[]): boolean {
  return (query[0] ?? "").split("&").includes("dryRun=All");
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
