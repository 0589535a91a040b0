import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { userOfAccountToken } from "./account-tokens";
import { handleApply } from "./apply-handler";
import { authenticate, type TokenUser, type User } from "./authn";
import { checkAccess, impersonated } from "./authorization";
import { handleDelete, handleDeleteCollection } from "./delete-handlers";
import type { Cluster, Exchange } from "./exchange";
import { handlePath } from "./paths";
import { handleGet, handleList } from "./read-handlers";
import { parseTarget, type RequestInfo, type Target } from "./request-info";
import { sendError, sendText, startHeaders } from "./respond";
import { reviewTypes } from "./review-types";
import { handleReview } from "./reviews";
import { ApiError, failure, methodNotAllowed, notFound, notSupported, UnknownPath } from "./status-errors";
import { handleWatch } from "./watch-stream";
import { handleCreate, handlePatch, handleUpdate } from "./write-handlers";

export type Tokens = ReadonlyMap<string, TokenUser>;

/** Answers one request: authentication, impersonation, authorization, then the handler of its verb. Never throws. */
export async function route(cluster: Cluster, tokens: Tokens, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // An answer that cannot be written any more ends alone: without a listener its error would end the whole server.
  response.on("error", () => response.destroy());
  startHeaders(response, cluster.clock());
  try {
    const issued = (token: string) => userOfAccountToken(cluster.storage, cluster.issuer, token) ?? cluster.trusted?.userOf(token) ?? null;
    const caller = await authenticate(request.headers, request.socket as TLSSocket, tokens, issued);
    const [path = "/", search = ""] = (request.url ?? "/").split("?");
    const query = new URLSearchParams(search);
    const target = parseTarget(request.method ?? "GET", path, query);
    const user = impersonated(cluster.storage, caller, request.headers);
    checkAccess(cluster.storage, user, target, query);
    await dispatch(cluster, tokens, { request, response, query, user, target });
  } catch (error) {
    refuse(request, response, error);
  }
}

interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly user: User;
  readonly target: Target;
}

async function dispatch(cluster: Cluster, tokens: Tokens, incoming: Incoming): Promise<void> {
  const { request, response, query, user, target } = incoming;
  if (target.kind === "path") {
    if (request.method !== "GET" && request.method !== "HEAD") throw new UnknownPath();
    return handlePath(cluster.registry, request, response, target.path);
  }
  const { info } = target;
  const review = reviewTypes.find((type) => type.group === info.group && type.plural === info.plural && type.versions.includes(info.version));
  if (review !== undefined) return handleReview({ cluster, request, response, query, user, info, type: review }, tokens);
  const type = cluster.registry.find(info.group, info.version, info.plural);
  if (type === null) throw new UnknownPath();
  await handle({ cluster, request, response, query, user, info, type });
}

async function handle(exchange: Exchange): Promise<void> {
  const { info, type } = exchange;
  switch (info.verb) {
    case "get":
      checkReadable(info, type.subresources.includes(info.subresource), exchange);
      return handleGet(exchange);
    case "list":
      return handleList(exchange);
    case "watch":
      return handleWatch(exchange);
    case "create":
      return handleCreate(exchange);
    case "update":
      return handleUpdate(exchange);
    case "patch":
      return isApply(exchange) ? handleApply(exchange) : handlePatch(exchange);
    case "delete":
      return handleDelete(exchange);
    case "deletecollection":
      return handleDeleteCollection(exchange);
    default:
      throw exchange.type.custom ? notSupported("", exchange.type) : methodNotAllowed();
  }
}

function isApply({ request }: Exchange): boolean {
  return request.headers["content-type"]?.startsWith("application/apply-patch") === true;
}

function checkReadable(info: RequestInfo, isKnown: boolean, exchange: Exchange): void {
  if (info.subresource === "" || info.subresource === "status") return;
  throw isKnown ? methodNotAllowed() : notFound(exchange.type, info.name);
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof UnknownPath) sendText(response, 404, "404 page not found\n");
  else sendError(request, response, error instanceof ApiError ? error : unexpected(error));
}

function unexpected(error: unknown): ApiError {
  const message = error instanceof Error ? error.message : String(error);
  return failure(500, "InternalError", `Internal error occurred: ${message}`, { causes: [{ reason: "", message }] });
}
