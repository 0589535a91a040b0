import type { Collection } from "./collection";
import { decodeContinue, encodeContinue } from "./continue-token";
import type { ListOptions } from "./list-options";
import type { Match } from "./selection";
import { ApiError, badRequest, failure, tooLargeRevision } from "./status-errors";
import type { Stored } from "./stored";

/** One page: its objects, and what `metadata` of the list says. */
export interface Page {
  readonly items: readonly Stored[];
  readonly revision: number;
  readonly continue: string;
  readonly remaining: number | null;
}

/** A page of the collection at the revision that the options ask for. Throws 410 for a forgotten revision, 504 for a future one. */
export function listPage(collection: Collection, current: number, namespace: string, match: Match | null, options: ListOptions): Page {
  const start = startOf(collection, current, namespace, options);
  const all = start.revision === current ? collection.list(namespace) : collection.listAt(namespace, start.revision);
  const rest = start.after === "" ? all : all.slice(firstAfter(all, namespace === "" ? start.after : `${namespace}/${start.after}`));
  const limit = options.resourceVersion === "0" || options.limit <= 0 ? Number.POSITIVE_INFINITY : options.limit;
  const { items, next } = take(rest, match, limit);
  const last = items.at(-1);
  const isDone = next >= rest.length || last === undefined;
  const after = last === undefined ? "" : namespace === "" ? last.key : last.name;
  return {
    items,
    revision: start.revision,
    continue: isDone ? "" : encodeContinue({ revision: start.revision, after }, namespace),
    remaining: isDone || match !== null ? null : rest.length - next,
  };
}

interface Start {
  readonly revision: number;
  readonly after: string;
}

function startOf(collection: Collection, current: number, namespace: string, options: ListOptions): Start {
  if (options.continue !== "") return resumed(collection, current, namespace, options);
  if (options.resourceVersion === "" || options.resourceVersion === "0") return { revision: current, after: "" };
  const asked = parseRevision(options.resourceVersion);
  if (asked > current) throw tooLargeRevision(options.resourceVersion, current);
  const isExact = options.match === "Exact" || (options.match === "" && options.limit > 0);
  if (!isExact) return { revision: current, after: "" };
  if (asked < collection.log.listFloor) throw failure(410, "Expired", "The resourceVersion for the provided list is too old.");
  return { revision: asked, after: "" };
}

function resumed(collection: Collection, current: number, namespace: string, options: ListOptions): Start {
  if (options.resourceVersion !== "" && options.resourceVersion !== "0") throw badRequest("specifying resource version is not allowed when using continue");
  const token = decodeContinue(options.continue);
  if (token.revision < 0) return { revision: current, after: token.after };
  if (token.revision > current) throw tooLargeRevision(String(token.revision), current);
  if (token.revision < collection.log.listFloor) throw expiredToken(token.after, namespace);
  return { revision: token.revision, after: token.after };
}

function expiredToken(after: string, namespace: string): ApiError {
  return new ApiError({
    kind: "Status",
    apiVersion: "v1",
    metadata: { continue: encodeContinue({ revision: -1, after }, namespace) },
    status: "Failure",
    message:
      "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, " +
      "or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an " +
      "inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
    reason: "Expired",
    code: 410,
  });
}

function parseRevision(text: string): number {
  if (!/^\d+$/.test(text)) throw badRequest(`invalid resource version: ${revisionProblem(text)}`);
  return Number(text);
}

/** Why a text is no revision. */
export function revisionProblem(text: string): string {
  return `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
}

function firstAfter(sorted: readonly Stored[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.key ?? "") <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function take(rest: readonly Stored[], match: Match | null, limit: number): { items: readonly Stored[]; next: number } {
  if (match === null) return { items: limit >= rest.length ? rest : rest.slice(0, limit), next: Math.min(limit, rest.length) };
  const items: Stored[] = [];
  let index = 0;
  for (; index < rest.length; index += 1) {
    const stored = rest[index];
    if (stored === undefined || !match(stored)) continue;
    if (items.length === limit) return { items, next: index };
    items.push(stored);
  }
  return { items, next: index };
}
