import { createFakeCollection, type FakeCollection, type FakeEvent, type FakeObject } from "./fake-collection";

type Told<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: { readonly kind: "gone"; readonly message: string } };

interface Bytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): void;
}

/** The part of a client of the server's that a reflector uses. */
interface MemoryClient {
  readonly cluster: string;
  readonly server: string;
  get(path: string): Promise<Told<unknown>>;
  post(path: string): Promise<Told<unknown>>;
  stream(path: string, signal: AbortSignal): Promise<Told<Bytes>>;
  skewMs(): null;
  close(): Promise<void>;
}

/** An API server in memory, without sockets: lists, probes, streamed lists and watches of any kind, for tests on a clock of their own. */
export interface MemoryApi {
  readonly client: MemoryClient;
  /** Objects keep everything but their version, which is counted here. */
  put(plural: string, object: Omit<FakeObject, "metadata"> & { readonly metadata: Omit<FakeObject["metadata"], "resourceVersion"> }): void;
  remove(plural: string, uid: string): void;
  /** Ends every open watch, in order. */
  endWatches(): void;
  /** Writes are heard by nobody until told otherwise. */
  mute(muted: boolean): void;
  /** Says again what was said last on every open watch. */
  repeat(events: number): void;
  /** Forgets what happened so far: whoever goes on from before is told that it is gone. */
  expire(plural: string): void;
}

interface OpenWatch {
  readonly plural: string;
  end(): void;
  tell(event: FakeEvent): void;
}

export function createMemoryApi(cluster: string): MemoryApi {
  const collections = new Map<string, FakeCollection>();
  const watches = new Set<OpenWatch>();
  const said: [plural: string, event: FakeEvent][] = [];
  let version = 100;
  let muted = false;
  const collection = (plural: string): FakeCollection => {
    const known = collections.get(plural) ?? createFakeCollection();
    collections.set(plural, known);
    return known;
  };
  const tell = (plural: string, event: FakeEvent | null) => {
    if (event === null || muted) return;
    said.push([plural, event]);
    for (const watch of watches) if (watch.plural === plural) watch.tell(event);
  };

  async function get(path: string): Promise<Told<unknown>> {
    return { ok: true, value: { metadata: { resourceVersion: String(version) }, items: [...collection(pluralOf(path)).objects.values()] } };
  }

  async function stream(path: string, signal: AbortSignal): Promise<Told<Bytes>> {
    const plural = pluralOf(path);
    const query = new URL(path, "http://memory").searchParams;
    const lines = createLines();
    const watch: OpenWatch = { plural, end: lines.end, tell: ({ type, object }) => lines.push({ type, object }) };
    if (query.get("sendInitialEvents") === "true") {
      for (const object of collection(plural).objects.values()) lines.push({ type: "ADDED", object });
      const annotations = { "k8s.io/initial-events-end": "true" };
      lines.push({ type: "BOOKMARK", object: { metadata: { resourceVersion: String(version), annotations } } });
    } else {
      const missed = collection(plural).since(Number(query.get("resourceVersion")));
      if (missed === null) return { ok: false, error: { kind: "gone", message: "too old resource version" } };
      for (const event of missed) watch.tell(event);
    }
    watches.add(watch);
    const close = () => {
      watches.delete(watch);
      lines.end();
    };
    signal.addEventListener("abort", close, { once: true });
    return { ok: true, value: { chunks: lines.chunks(), close } };
  }

  return {
    client: { cluster, server: "http://memory", get, stream, post: get, skewMs: () => null, close: async () => undefined },
    put(plural, object) {
      version++;
      const { metadata, ...rest } = object;
      // Objects of a JSON file have whatever fields they have: what a collection needs of them is given here.
      const stored = { apiVersion: "v1", kind: plural, ...rest, metadata: { ...metadata, resourceVersion: String(version) } } as FakeObject;
      tell(plural, collection(plural).put(stored, version));
    },
    remove(plural, uid) {
      version++;
      tell(plural, collection(plural).remove(uid, version));
    },
    endWatches() {
      for (const watch of [...watches]) watch.end();
    },
    mute(on) {
      muted = on;
    },
    repeat(events) {
      for (const [plural, event] of said.slice(-events)) for (const watch of watches) if (watch.plural === plural) watch.tell(event);
    },
    expire: (plural) => collection(plural).compact(version),
  };
}

/** Lines that are pushed at one end and read at the other. */
function createLines() {
  const waiting: Buffer[] = [];
  let ended = false;
  let wake: () => void = () => undefined;
  return {
    push(value: unknown): void {
      waiting.push(Buffer.from(`${JSON.stringify(value)}\n`));
      wake();
    },
    end(): void {
      ended = true;
      wake();
    },
    async *chunks(): AsyncGenerator<Uint8Array> {
      while (!ended) {
        const next = waiting.shift();
        if (next !== undefined) yield next;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}

function pluralOf(path: string): string {
  return /\/([a-z]+)(?:\?|$)/.exec(path)?.[1] ?? "";
}
