import { setMaxListeners } from "node:events";
import { createInterface } from "node:readline";
import { Agent, type Dispatcher } from "undici";
import { ApiProblem, type KubeApi, type KubeObject, type ObjectRef, refOf, type WatchEvent } from "./kube-api";
import { collectionPath, objectPath, resourceOf } from "./resources";

export interface ApiAccess {
  /** "https://host:port". */
  readonly server: string;
  /** The authority's certificate in PEM. */
  readonly authority: string;
  readonly token: string;
}

const pageSize = 500;
const rewatchMs = 1000;

/** An API server spoken to as any client does: over TLS, with a bearer token, on connections that are kept. */
export class HttpsApi implements KubeApi {
  readonly #agent: Agent;
  readonly #ends = new AbortController();

  constructor(readonly access: ApiAccess) {
    this.#agent = new Agent({ connect: { ca: access.authority }, connections: 16, bodyTimeout: 0, headersTimeout: 60_000 });
    // One listener a watch, and every replica watches.
    setMaxListeners(0, this.#ends.signal);
  }

  /** Ends all watches and connections. */
  async close(): Promise<void> {
    this.#ends.abort();
    await this.#agent.destroy();
  }

  async get(ref: ObjectRef): Promise<KubeObject | null> {
    try {
      return (await this.#call("GET", objectPath(ref))) as KubeObject;
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.code === 404) return null;
      throw problem;
    }
  }

  async create(object: KubeObject): Promise<KubeObject> {
    return (await this.#call("POST", collectionPath(object.kind, object.metadata.namespace ?? ""), object)) as KubeObject;
  }

  async replace(object: KubeObject, subresource?: "status"): Promise<KubeObject> {
    const path = objectPath(refOf(object));
    return (await this.#call("PUT", subresource === undefined ? path : `${path}/${subresource}`, object)) as KubeObject;
  }

  async remove(ref: ObjectRef, { resourceVersion, gracePeriodSeconds }: { resourceVersion?: string; gracePeriodSeconds?: number } = {}): Promise<boolean> {
    const preconditions = resourceVersion === undefined ? {} : { preconditions: { resourceVersion } };
    const grace = gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds };
    try {
      await this.#call("DELETE", objectPath(ref), { kind: "DeleteOptions", apiVersion: "v1", ...preconditions, ...grace });
      return true;
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.code === 404) return false;
      throw problem;
    }
  }

  async list(kind: string, namespace = ""): Promise<KubeObject[]> {
    const items: KubeObject[] = [];
    await this.#pages(kind, namespace, (page) => items.push(...page));
    return items;
  }

  async follow(kind: string, onEvent: (event: WatchEvent) => void): Promise<() => void> {
    const ends = new AbortController();
    this.#ends.signal.addEventListener("abort", () => ends.abort(), { once: true });
    let known = new Map<string, KubeObject>();
    const relist = async (): Promise<string> => {
      const seen = new Map<string, KubeObject>();
      const version = await this.#pages(kind, "", (page) => {
        for (const object of page) {
          seen.set(keyOf(object), identityOf(object));
          onEvent({ type: "ADDED", object });
        }
      });
      for (const [key, object] of known) if (!seen.has(key)) onEvent({ type: "DELETED", object });
      known = seen;
      return version;
    };
    const hear = (event: WatchEvent): void => {
      if (event.type === "DELETED") known.delete(keyOf(event.object));
      else known.set(keyOf(event.object), identityOf(event.object));
      onEvent(event);
    };
    void this.#watchForever(kind, await relist(), relist, hear, ends.signal);
    return () => ends.abort();
  }

  async #watchForever(kind: string, from: string, relist: () => Promise<string>, hear: (event: WatchEvent) => void, signal: AbortSignal): Promise<void> {
    let version: string | null = from;
    while (!signal.aborted) {
      try {
        version ??= await relist();
        version = await this.#watchOnce(kind, version, hear, signal);
      } catch {
        // Cut, refused or too old: from a fresh list, once the server had time to come back.
        version = null;
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, rewatchMs).unref());
      }
    }
  }

  async #watchOnce(kind: string, from: string, hear: (event: WatchEvent) => void, signal: AbortSignal): Promise<string> {
    let version = from;
    const path = `${collectionPath(kind, "")}?watch=1&allowWatchBookmarks=true&resourceVersion=${from}`;
    const { body } = await this.#request("GET", path, undefined, signal);
    for await (const line of createInterface({ input: body })) {
      const { type, object } = JSON.parse(line) as { type: string; object: KubeObject };
      if (type === "ERROR") throw new Error("the watch is too old");
      version = object.metadata.resourceVersion ?? version;
      if (type !== "BOOKMARK") hear({ type: type as WatchEvent["type"], object });
    }
    return version;
  }

  async #pages(kind: string, namespace: string, onPage: (items: KubeObject[]) => void): Promise<string> {
    const { groupVersion } = resourceOf(kind);
    const path = collectionPath(kind, namespace);
    for (let next = ""; ; ) {
      const page = (await this.#call("GET", `${path}?limit=${pageSize}${next}`)) as {
        items: KubeObject[];
        metadata: { resourceVersion: string; continue?: string };
      };
      onPage(page.items.map((item) => ({ ...item, apiVersion: groupVersion, kind })));
      if (!page.metadata.continue) return page.metadata.resourceVersion;
      next = `&continue=${encodeURIComponent(page.metadata.continue)}`;
    }
  }

  async #call(method: Dispatcher.HttpMethod, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.#request(method, path, body);
    return answer.body.json();
  }

  async #request(method: Dispatcher.HttpMethod, path: string, body?: unknown, signal: AbortSignal | null = null): Promise<Dispatcher.ResponseData> {
    const { server, token } = this.access;
    const headers = {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": "pilot-discovery/1.31.0",
    };
    const answer = await this.#agent.request({ origin: server, path, method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (answer.statusCode < 300) return answer;
    const text = await answer.body.text();
    throw problemOf(answer.statusCode, text);
  }
}

function problemOf(code: number, text: string): ApiProblem {
  try {
    const { reason = "", message = text } = JSON.parse(text) as { reason?: string; message?: string };
    return new ApiProblem(code, reason, message);
  } catch {
    return new ApiProblem(code, "", text);
  }
}

const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ""}/${metadata.name}`;

/** What is needed to say that it is gone. */
function identityOf({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  const { name, namespace = "" } = metadata;
  return { apiVersion, kind, metadata: { name, namespace } };
}
