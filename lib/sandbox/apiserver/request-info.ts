import { UnknownPath } from "./status-errors";

/** What a URL under /api or /apis asks for, as the authorizer and the handlers see it. */
export interface RequestInfo {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** A request for the objects of a resource, or for a path that is no resource (discovery, health, version). */
export type Target = { readonly kind: "resource"; readonly info: RequestInfo } | { readonly kind: "path"; readonly path: string; readonly verb: string };

const verbs: Readonly<Record<string, string>> = { GET: "get", HEAD: "get", POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };
const namespaceSubresources = new Set(["status", "finalize"]);

/** Reads method, path and query. Throws `UnknownPath` when a percent-encoding is broken. */
export function parseTarget(method: string, path: string, query: URLSearchParams): Target {
  const verb = verbs[method] ?? method.toLowerCase();
  const parts = path.split("/").filter((part) => part !== "");
  if (/^\/apis?\/.*\/\/|^\/apis?\/\//.test(path)) throw new UnknownPath("a doubled slash");
  const rest = parts[0] === "api" ? parts.slice(1) : parts[0] === "apis" ? parts.slice(2) : [];
  if (rest.length < 2) return { kind: "path", path, verb };
  const group = parts[0] === "api" ? "" : (parts[1] ?? "");
  return { kind: "resource", info: infoOf(verb, group, rest.map(decode), query) };
}

function infoOf(verb: string, group: string, segments: readonly string[], query: URLSearchParams): RequestInfo {
  const [version = "", ...rest] = segments;
  const isLegacyWatch = rest[0] === "watch" && rest.length > 1;
  const named = readNames(isLegacyWatch ? rest.slice(1) : rest);
  const base = { group, version, ...named };
  if (isLegacyWatch) return { ...base, verb: "watch" };
  if (verb === "delete" && named.name === "") return { ...base, verb: "deletecollection" };
  if (verb !== "get" || named.name !== "") return { ...base, verb };
  const watch = query.get("watch");
  const isWatch = watch !== null && watch !== "0" && watch.toLowerCase() !== "false";
  return { ...base, verb: isWatch ? "watch" : "list", name: "" };
}

function readNames(rest: readonly string[]): Pick<RequestInfo, "namespace" | "plural" | "name" | "subresource"> {
  const [first = "", namespace = "", plural, name = "", subresource = ""] = rest;
  if (first !== "namespaces") return { namespace: "", plural: first, name: rest[1] ?? "", subresource: rest[2] ?? "" };
  if (plural === undefined || namespaceSubresources.has(plural)) {
    return { namespace, plural: "namespaces", name: namespace, subresource: plural ?? "" };
  }
  return { namespace, plural, name, subresource };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    throw new UnknownPath("broken percent-encoding", { cause: error });
  }
}

/** The one name that a field selector pins, which narrows list and watch to it for the authorizer. */
export function nameOfFieldSelector(query: URLSearchParams): string {
  const match = /(?:^|,)metadata\.name==?([^,]+)/.exec(query.get("fieldSelector") ?? "");
  return match?.[1] ?? "";
}
