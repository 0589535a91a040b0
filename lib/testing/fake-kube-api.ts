import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createFakeCollection, type FakeCollection, type FakeEvent, type FakeObject } from "./fake-collection";
import { createFakeWatch, type FakeWatch } from "./fake-watch";

/** A request as a script sees it. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  readonly what: "list" | "probe" | "watch" | "streamed-list" | "review" | "other";
}

/** What a script answers: a status with a body, silence, a cut connection, or nothing special (null). */
export type FakeAnswer =
  | { readonly status: number; readonly body?: string; readonly type?: string; readonly headers?: Readonly<Record<string, string>> }
  | "hang"
  | "reset"
  | null;

/** A small API server on loopback whose every fault is scripted. It knows lists, watches, bookmarks, expiry and access reviews; nothing else. */
export interface FakeKubeApi {
  readonly url: string;
  readonly requests: readonly FakeRequest[];
  /** Streams that are open now. */
  readonly watches: ReadonlySet<FakeWatch>;
  /** Looks at every request first; whatever it answers is sent instead. */
  intercept: (request: FakeRequest) => FakeAnswer;
  /** Answers access reviews. */
  allow: (verb: string, resource: string, namespace: string) => boolean;
  /** Whether watches deliver new events; false makes black holes of them. */
  deliver: boolean;
  streamedLists: boolean;
  /** Kinds that exist, by plural; others answer 404. */
  readonly kinds: Set<string>;
  put(plural: string, object: { readonly namespace?: string; readonly name: string; readonly uid?: string } & Readonly<Record<string, unknown>>): FakeObject;
  remove(plural: string, uid: string): void;
  collection(plural: string): FakeCollection;
  version(): number;
  /** Goes back to an earlier version counter and state, silently, as after a restored backup. */
  restore(plural: string, objects: ReadonlyMap<string, FakeObject>, version: number): void;
  /** Stops listening and cuts everything; `listen` opens the same port again. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
}

export async function startFakeKubeApi(): Promise<FakeKubeApi> {
  const collections = new Map<string, FakeCollection>();
  const watches = new Set<FakeWatch>();
  const requests: FakeRequest[] = [];
  let version = 100;
  let port = 0;
  let server: Server | null = null;

  const collection = (plural: string): FakeCollection => {
    const known = collections.get(plural) ?? createFakeCollection();
    collections.set(plural, known);
    return known;
  };
  const tell = (plural: string, event: FakeEvent | null): void => {
    if (event === null || !api.deliver) return;
    for (const watch of watches) watch.event(plural, event);
  };

  const api: FakeKubeApi = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    requests,
    watches,
    intercept: () => null,
    allow: () => true,
    deliver: true,
    streamedLists: true,
    kinds: new Set(["workloadgroups", "workloadentries", "pods", "nodes", "namespaces", "deployments"]),
    collection,
    version: () => version,
    put(plural, { namespace, name, uid, ...rest }) {
      version++;
      const identity = {
        uid: uid ?? `${plural}-${namespace ?? ""}-${name}`,
        name,
        resourceVersion: String(version),
        ...(namespace === undefined ? {} : { namespace }),
      };
      const { metadata, ...fields } = rest;
      const object = { apiVersion: "v1", kind: plural, ...fields, metadata: { ...(metadata as object), ...identity } };
      tell(plural, collection(plural).put(object, version));
      return object;
    },
    remove(plural, uid) {
      version++;
      tell(plural, collection(plural).remove(uid, version));
    },
    restore(plural, objects, to) {
      version = to;
      collection(plural).restore(objects, to);
    },
    async refuse() {
      const old = server;
      server = null;
      for (const watch of watches) watch.cut();
      old?.closeAllConnections();
      await new Promise((resolve) => (old === null ? resolve(null) : old.close(resolve)));
    },
    listen: () =>
      new Promise((resolve) => {
        server = createServer((request, response) => serve(request, response));
        server.listen(port, "127.0.0.1", () => {
          port = (server?.address() as AddressInfo).port;
          resolve();
        });
      }),
    close: () => api.refuse(),
  };

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const seen = describe(request);
    requests.push(seen);
    const scripted = api.intercept(seen);
    if (scripted === "hang") return;
    if (scripted === "reset") return void request.socket.destroy();
    if (scripted !== null) return send(response, scripted.status, scripted.body ?? "", scripted.type, scripted.headers);
    const place = placeOf(seen.path);
    if (seen.path === "/version") return sendJson(response, { gitVersion: "v1.99.0" });
    if (seen.path === "/apis/networking.istio.io") return discovery(response);
    if (seen.what === "review") return void review(request, response);
    if (place === null || !api.kinds.has(place.plural)) return send(response, 404, "404 page not found\n", "text/plain");
    if (seen.query.get("watch") === "true") return watch(seen, place, response);
    list(seen, place, response);
  }

  function discovery(response: ServerResponse): void {
    if (!api.kinds.has("workloadentries")) return send(response, 404, "404 page not found\n", "text/plain");
    sendJson(response, { kind: "APIGroup", name: "networking.istio.io", versions: [{ groupVersion: "networking.istio.io/v1", version: "v1" }] });
  }

  async function review(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()).spec.resourceAttributes;
    sendJson(response, { kind: "SelfSubjectAccessReview", status: { allowed: api.allow(asked.verb, asked.resource, asked.namespace ?? "") } });
  }

  function list(seen: FakeRequest, place: Place, response: ServerResponse): void {
    const all = [...collection(place.plural).objects.values()].filter((object) => matches(object, place, seen.query));
    const offset = Number(seen.query.get("continue") || 0);
    const limit = Number(seen.query.get("limit") || all.length || 1);
    const rest = offset + limit < all.length ? { continue: String(offset + limit), remainingItemCount: all.length - offset - limit } : {};
    sendJson(response, { kind: "List", metadata: { resourceVersion: String(version), ...rest }, items: all.slice(offset, offset + limit) });
  }

  function watch(seen: FakeRequest, place: Place, response: ServerResponse): void {
    const initial = seen.query.get("sendInitialEvents") === "true";
    if (initial && !api.streamedLists)
      return sendStatus(response, 422, "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled");
    const from = initial ? version : Number(seen.query.get("resourceVersion"));
    const missed = initial ? [] : collection(place.plural).since(from);
    if (missed === null) return sendStatus(response, 410, `too old resource version: ${from}`);
    const accepts = (object: FakeObject) => matches(object, place, seen.query);
    const stream = createFakeWatch(response, place.plural, from, accepts, () => watches.delete(stream));
    watches.add(stream);
    if (initial) {
      for (const object of collection(place.plural).objects.values()) if (accepts(object)) stream.write({ type: "ADDED", object });
      stream.bookmark(version, true);
    }
    if (api.deliver) for (const event of missed) stream.event(place.plural, event);
  }

  await api.listen();
  return api;
}

interface Place {
  readonly plural: string;
  readonly namespace: string | null;
}

function placeOf(path: string): Place | null {
  const found = /^\/(?:api\/v1|apis\/[^/]+\/v1)(?:\/namespaces\/([^/]+))?\/([a-z]+)$/.exec(path);
  return found?.[2] === undefined ? null : { plural: found[2], namespace: found[1] ?? null };
}

function matches(object: FakeObject, place: Place, query: URLSearchParams): boolean {
  if (place.namespace !== null && object.metadata.namespace !== place.namespace) return false;
  const [key = "", value] = (query.get("labelSelector") ?? "").split("=");
  if (key === "") return true;
  const labels = new Map(Object.entries((object.metadata.labels as object | undefined) ?? {}));
  return labels.get(key) === value;
}

function describe(request: IncomingMessage): FakeRequest {
  const url = new URL(request.url ?? "/", "http://fake");
  const query = url.searchParams;
  const watching = query.get("watch") === "true";
  const what =
    request.method === "POST"
      ? "review"
      : watching
        ? query.get("sendInitialEvents") === "true"
          ? "streamed-list"
          : "watch"
        : placeOf(url.pathname) === null
          ? "other"
          : query.get("limit") === "1"
            ? "probe"
            : "list";
  return { method: request.method ?? "", path: url.pathname, query, authorization: request.headers.authorization ?? "", what };
}

function sendStatus(response: ServerResponse, code: number, message: string): void {
  send(response, code, JSON.stringify({ kind: "Status", status: "Failure", message, code }));
}

function sendJson(response: ServerResponse, body: unknown): void {
  send(response, 200, JSON.stringify(body));
}

function send(response: ServerResponse, status: number, body: string, type = "application/json", headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(body);
}
