import type { IncomingMessage, ServerResponse } from "node:http";
import type { FakeCollection, FakeObject } from "./fake-collection";
import { createFakeWatch, type FakeWatch } from "./fake-watch";
import { KIND_GROUPS } from "./watched-kinds";

/** A request as a script sees it. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  /** Whom it is made for, by its headers: "" = nobody but its sender. */
  readonly impersonates: { readonly user: string; readonly groups: readonly string[] };
  readonly what: "list" | "probe" | "watch" | "streamed-list" | "review" | "other";
}

/** What a script answers: a status with a body (a truncated one ends in a cut), silence, a cut connection, or nothing special (null). */
export type FakeAnswer =
  | {
      readonly status: number;
      readonly body?: string | Buffer;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly truncated?: boolean;
      /** A byte of the body each so many milliseconds. */
      readonly trickleMs?: number;
    }
  | "hang"
  | "reset"
  | null;

/** What the routes of the fake need to know, and where they note what happens. */
export interface FakeState {
  readonly requests: FakeRequest[];
  /** Streams that are open now. */
  readonly watches: Set<FakeWatch>;
  /** Kinds that exist, by plural (PLURAL.GROUP where two have one); others answer 404. */
  readonly kinds: Set<string>;
  /** Looks at every request first; whatever it answers is sent instead. */
  intercept: (request: FakeRequest) => FakeAnswer;
  /** Answers access reviews. */
  allow: (verb: string, resource: string, namespace: string) => boolean;
  /** Whether watches deliver new events; false makes black holes of them. */
  deliver: boolean;
  /** Whether the server knows `sendInitialEvents`. */
  streamedLists: boolean;
  collection(plural: string): FakeCollection;
  version(): number;
}

interface Place {
  readonly plural: string;
  readonly namespace: string | null;
}

/** Answers one request: as the script says, else as an API server would. */
export function serveFake(state: FakeState, request: IncomingMessage, response: ServerResponse): void {
  const seen = requestOf(request);
  state.requests.push(seen);
  const scripted = state.intercept(seen);
  const place = placeOf(seen.path);
  if (scripted === "hang") return;
  if (scripted === "reset") request.socket.destroy();
  else if (scripted?.trickleMs) trickle(response, Buffer.from(scripted.body ?? ""), scripted.trickleMs);
  else if (scripted?.truncated) sendPart(response, scripted.status, scripted.body ?? "", scripted.headers);
  else if (scripted !== null) send(response, scripted.status, scripted.body ?? "", scripted.type, scripted.headers);
  else if (seen.path === "/version") sendJson(response, { gitVersion: "v1.99.0" });
  else if (seen.what === "review") void review(state, request, response);
  else if (API_GROUPS.has(seen.path) && state.kinds.has(seen.path.endsWith(GATEWAY_API) ? `gateways.${GATEWAY_API}` : "workloadentries"))
    sendJson(response, API_GROUPS.get(seen.path));
  else if (place === null || !state.kinds.has(place.plural)) send(response, 404, "404 page not found\n", "text/plain");
  else if (seen.query.get("watch") === "true") watch(state, seen, place, response);
  else list(state, seen, place, response);
}

/** Another kind has the plural of its Gateways too: they are told apart by this. */
const GATEWAY_API = "gateway.networking.k8s.io";

/** The answer to a request for the versions of an API group, by its path. */
const API_GROUPS: ReadonlyMap<string, object> = new Map(
  [...new Set(Object.values(KIND_GROUPS))].map((name) => [
    `/apis/${name}`,
    { kind: "APIGroup", name, versions: [{ groupVersion: `${name}/v1`, version: "v1" }] },
  ]),
);

async function review(state: FakeState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  // Of its rules it lists none: whoever asks for these asks for each right then.
  if (request.url?.endsWith("/selfsubjectrulesreviews"))
    return sendJson(response, { kind: "SelfSubjectRulesReview", status: { resourceRules: [], incomplete: true } });
  const { spec } = JSON.parse(Buffer.concat(chunks).toString()) as { spec: { resourceAttributes: { verb: string; resource: string; namespace?: string } } };
  const { verb, resource, namespace = "" } = spec.resourceAttributes;
  sendJson(response, { kind: "SelfSubjectAccessReview", status: { allowed: state.allow(verb, resource, namespace) } });
}

function list(state: FakeState, seen: FakeRequest, place: Place, response: ServerResponse): void {
  const all = [...state.collection(place.plural).objects.values()].filter((object) => matches(object, place, seen.query));
  const offset = Number(seen.query.get("continue") || 0);
  const limit = Number(seen.query.get("limit") || all.length || 1);
  const rest = offset + limit < all.length ? { continue: String(offset + limit), remainingItemCount: all.length - offset - limit } : {};
  sendJson(response, { kind: "List", metadata: { resourceVersion: String(state.version()), ...rest }, items: all.slice(offset, offset + limit) });
}

function watch(state: FakeState, seen: FakeRequest, place: Place, response: ServerResponse): void {
  const initial = seen.query.get("sendInitialEvents") === "true";
  const from = initial ? state.version() : Number(seen.query.get("resourceVersion"));
  const missed = initial ? [] : state.collection(place.plural).since(from);
  if (initial && !state.streamedLists) {
    sendStatus(response, 422, "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled");
    return;
  }
  if (missed === null) {
    sendStatus(response, 410, `too old resource version: ${from}`);
    return;
  }
  const accepts = (object: FakeObject) => matches(object, place, seen.query);
  const stream = createFakeWatch(response, place.plural, from, accepts, () => state.watches.delete(stream));
  state.watches.add(stream);
  if (initial) {
    for (const object of state.collection(place.plural).objects.values()) if (accepts(object)) stream.write({ type: "ADDED", object });
    stream.bookmark(from, true);
  }
  if (state.deliver) for (const event of missed) stream.event(place.plural, event);
}

function placeOf(path: string): Place | null {
  const found = /^\/(?:api\/v1|apis\/([^/]+)\/v1)(?:\/namespaces\/([^/]+))?\/([a-z]+)$/.exec(path);
  if (found?.[3] === undefined) return null;
  return { plural: found[1] === GATEWAY_API ? `${found[3]}.${GATEWAY_API}` : found[3], namespace: found[2] ?? null };
}

function matches(object: FakeObject, place: Place, query: URLSearchParams): boolean {
  if (place.namespace !== null && object.metadata.namespace !== place.namespace) return false;
  const labels = object.metadata.labels;
  const known = new Map(Object.entries(typeof labels === "object" && labels !== null ? labels : {}));
  const selector = query.get("labelSelector") ?? "";
  return selector === "" || selector.split(",").every((requirement) => meets(requirement, known));
}

/** One of `key`, `!key`, `key=value` and `key!=value`. */
function meets(requirement: string, labels: ReadonlyMap<string, unknown>): boolean {
  const [, not = "", key = "", operator = "", value] = /^(!?)([^=!]+)(!?=)?(.*)$/.exec(requirement) ?? [];
  const isMet = operator === "" ? labels.has(key) : labels.get(key) === value;
  return isMet !== (not !== "" || operator === "!=");
}

function requestOf(request: IncomingMessage): FakeRequest {
  const url = new URL(request.url ?? "/", "http://fake");
  const method = request.method ?? "";
  const { authorization = "" } = request.headers;
  return { method, path: url.pathname, query: url.searchParams, authorization, impersonates: impersonatedBy(request), what: whatOf(method, url) };
}

function impersonatedBy({ headersDistinct }: IncomingMessage): FakeRequest["impersonates"] {
  return { user: headersDistinct["impersonate-user"]?.join(" and ") ?? "", groups: headersDistinct["impersonate-group"] ?? [] };
}

function whatOf(method: string, url: URL): FakeRequest["what"] {
  if (method === "POST") return "review";
  if (placeOf(url.pathname) === null) return "other";
  if (url.searchParams.get("sendInitialEvents") === "true") return "streamed-list";
  if (url.searchParams.get("watch") === "true") return "watch";
  return url.searchParams.get("limit") === "1" ? "probe" : "list";
}

function sendStatus(response: ServerResponse, code: number, message: string): void {
  send(response, code, JSON.stringify({ kind: "Status", status: "Failure", message, code }));
}

function sendJson(response: ServerResponse, body: unknown): void {
  send(response, 200, JSON.stringify(body));
}

function trickle(response: ServerResponse, body: Buffer, everyMs: number): void {
  response.writeHead(200, { "content-type": "application/json" });
  let sent = 0;
  const stop = () => clearInterval(timer);
  const timer = setInterval(() => {
    if (sent < body.length) return void response.write(body.subarray(sent, ++sent));
    stop();
    response.end();
  }, everyMs);
  response.on("close", stop);
  response.on("error", stop);
}

/** Promises more than it sends, and cuts. */
function sendPart(response: ServerResponse, status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) + 100, ...headers });
  response.write(body);
  setTimeout(() => response.destroy(), 5);
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  type = "application/json",
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(body);
}
