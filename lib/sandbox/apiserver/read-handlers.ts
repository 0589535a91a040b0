import { comma, itemHeadOf, metadataOf, viewOf } from "./encode";
import type { Exchange } from "./exchange";
import { warn } from "./field-validation";
import { listPage, type Page, revisionProblem } from "./list";
import { parseListOptions } from "./list-options";
import { type Format, negotiate } from "./negotiation";
import { groupVersion } from "./resource-type";
import { isPretty, sendJson, sendPieces } from "./respond";
import { selectionOf } from "./selection";
import { badRequest, failure, internalError, notFound, tooLargeRevision } from "./status-errors";
import { keyOf, type Stored } from "./stored";
import { tableOf } from "./table";

/** GET of one object. */
export function handleGet(exchange: Exchange): void {
  const { cluster, info, type, query } = exchange;
  const format = negotiate(exchange.request.headers.accept);
  warnOfAge(exchange);
  if (format.isOfMany) throw internalError("content is not a list");
  const asked = query.get("resourceVersion") ?? "";
  if (!/^\d*$/.test(asked)) throw internalError(revisionProblem(asked));
  if (asked !== "" && Number(asked) > cluster.storage.revision) throw tooLargeRevision(asked, cluster.storage.revision);
  const stored = existing(exchange);
  const body = format.shape === "table" ? tableOfOne(exchange, stored, format) : viewOf(stored, type, info.version, format.shape);
  sendJson(exchange.request, exchange.response, 200, body, format.contentType);
}

/** One object as a table. */
export function tableOfOne({ cluster, info, type, query }: Exchange, stored: Stored, { metaVersion }: Format): object {
  const metadata = { resourceVersion: stored.object.metadata.resourceVersion };
  return tableOf({ type, version: info.version, items: [stored], metadata, now: cluster.clock(), include: includeOf(query), metaVersion });
}

/** GET of a collection: one page of it. */
export async function handleList(exchange: Exchange): Promise<void> {
  const { cluster, info, type, query, request, response } = exchange;
  const format = negotiate(request.headers.accept);
  warnOfAge(exchange);
  if (format.isOfOne) throw failure(406, "NotAcceptable", onlyOfOne(type.custom, type.listKind));
  const options = parseListOptions(query, false);
  const match = selectionOf(query, type);
  const page = listPage(cluster.storage.collection(type.id), cluster.storage.revision, info.namespace, match, options);
  if (format.shape === "table") {
    const table = tableOf({
      type,
      version: info.version,
      items: page.items,
      metadata: listMetadata(page, false),
      now: cluster.clock(),
      include: includeOf(query),
      metaVersion: format.metaVersion,
    });
    return sendJson(request, response, 200, table, format.contentType);
  }
  if (format.shape === "metadata") return sendJson(request, response, 200, metadataList(page), format.contentType);
  if (format.encoding === "yaml" || isPretty(request)) return sendJson(request, response, 200, wholeList(exchange, page), format.contentType);
  await sendPieces(request, response, listPieces(exchange, page), page.items.length * (page.items[0]?.tail.length ?? 0));
}

/** The one kind here that a real server calls deprecated. */
function warnOfAge({ type, response }: Exchange): void {
  if (type.id === "/endpoints") warn(response, "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice");
}

function onlyOfOne(isCustom: boolean, listKind: string): string {
  return `you requested PartialObjectMetadata, but the requested object is a list (*${isCustom ? "unstructured.UnstructuredList" : `v1.${listKind}`})`;
}

/** The object that the URL names. Throws 404. */
export function existing(exchange: Exchange): Stored {
  const { cluster, info, type } = exchange;
  const stored = cluster.storage.collection(type.id).get(keyOf(type.namespaced ? info.namespace : "", info.name));
  if (stored === undefined) throw notFound(type, info.name);
  return stored;
}

export function includeOf(query: URLSearchParams): "None" | "Metadata" | "Object" {
  const include = query.get("includeObject") ?? "";
  if (!["", "None", "Metadata", "Object"].includes(include)) {
    const why = `Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`;
    throw badRequest(`Unable to convert to Table as requested: includeObject: ${why}`);
  }
  return include === "None" || include === "Object" ? include : "Metadata";
}

/** `metadata` of a list. Lists of custom resources always name `continue`, built-in ones only when there is more. */
export function listMetadata(page: Page, alwaysContinue: boolean): Record<string, unknown> {
  return {
    resourceVersion: String(page.revision),
    ...(page.continue !== "" || alwaysContinue ? { continue: page.continue } : {}),
    ...(page.remaining === null ? {} : { remainingItemCount: page.remaining }),
  };
}

function metadataList(page: Page): object {
  return { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata: listMetadata(page, false), items: page.items.map(metadataOf) };
}

function wholeList({ type, info }: Exchange, page: Page): object {
  const head = { apiVersion: groupVersion(type.group, info.version), kind: type.listKind, metadata: listMetadata(page, type.custom) };
  return { ...head, items: page.items.map((stored) => viewOf(stored, type, info.version, "object")) };
}

function* listPieces({ type, info }: Exchange, page: Page): Generator<Buffer> {
  const apiVersion = JSON.stringify(groupVersion(type.group, info.version));
  const metadata = JSON.stringify(listMetadata(page, type.custom));
  const kind = JSON.stringify(type.listKind);
  yield Buffer.from(type.custom ? `{"apiVersion":${apiVersion},"items":[` : `{"kind":${kind},"apiVersion":${apiVersion},"metadata":${metadata},"items":[`);
  const head = itemHeadOf(type, info.version);
  let isFirst = true;
  for (const stored of page.items) {
    if (!isFirst) yield comma;
    isFirst = false;
    yield head;
    yield stored.tail;
  }
  yield Buffer.from(type.custom ? `],"kind":${kind},"metadata":${metadata}}\n` : "]}\n");
}
