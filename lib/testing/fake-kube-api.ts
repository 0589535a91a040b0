import { createServer, type Server } from "node:http";
import { WATCHED_KINDS } from "@/lib/domain/source/scope";
import { createFakeCollection, type FakeCollection, type FakeEvent, type FakeObject } from "./fake-collection";
import { type FakeState, serveFake } from "./fake-routes";

/** What a test says of an object; uid and version are made up where they are left out. */
export interface FakeInput {
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** A small API server on loopback whose every fault is scripted. It knows lists, watches, bookmarks, expiry and access reviews; nothing else. */
export interface FakeKubeApi extends FakeState {
  readonly url: string;
  put(plural: string, object: FakeInput): FakeObject;
  remove(plural: string, uid: string): void;
  /** Goes back to an earlier state and version, silently, as after a restored backup. */
  restore(plural: string, objects: ReadonlyMap<string, FakeObject>, version: number): void;
  /** Stops listening and cuts everything; `listen` opens the same port again. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  /** Cuts everything, and every new connection, until told otherwise. Unlike with `refuse`, nobody else can take the port meanwhile. */
  turnAway(away: boolean): void;
  close(): Promise<void>;
}

export async function startFakeKubeApi(): Promise<FakeKubeApi> {
  const collections = new Map<string, FakeCollection>();
  let version = 100;
  let port = 0;
  let server: Server | null = null;
  let turningAway = false;

  function collection(plural: string): FakeCollection {
    const known = collections.get(plural) ?? createFakeCollection();
    collections.set(plural, known);
    return known;
  }
  function tell(plural: string, event: FakeEvent | null): void {
    if (event === null || !api.deliver) return;
    for (const watch of api.watches) watch.event(plural, event);
  }

  const api: FakeKubeApi = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    requests: [],
    watches: new Set(),
    kinds: new Set<string>(WATCHED_KINDS),
    intercept: () => null,
    allow: () => true,
    deliver: true,
    streamedLists: true,
    collection,
    version: () => version,
    put(plural, input) {
      version++;
      const object = objectOf(plural, input, version);
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
      if (old === null) return;
      const closed = new Promise((resolve) => old.close(resolve));
      old.closeAllConnections();
      await closed;
    },
    async listen() {
      const fresh = createServer((request, response) => serveFake(api, request, response));
      fresh.on("connection", (socket) => turningAway && socket.resetAndDestroy());
      await new Promise<void>((resolve) => fresh.listen(port, "127.0.0.1", resolve));
      const address = fresh.address();
      if (typeof address === "object" && address !== null) port = address.port;
      server = fresh;
    },
    turnAway(away) {
      turningAway = away;
      if (away) server?.closeAllConnections();
    },
    close: () => api.refuse(),
  };
  await api.listen();
  return api;
}

function objectOf(plural: string, input: FakeInput, version: number): FakeObject {
  const { namespace, name, uid = `${plural}-${namespace ?? ""}-${name}`, metadata, ...fields } = input;
  const place = namespace === undefined ? {} : { namespace };
  return { apiVersion: "v1", kind: plural, ...fields, metadata: { ...metadata, ...place, uid, name, resourceVersion: String(version) } };
}
