import { afterEach, describe, expect, it } from "vitest";
import { type ApiServer, type ApiServerOptions, createApiServer } from "./api-server";
import { istioDefinitions } from "./istio-definitions";
import type { KubeObject, OwnerReference } from "./kube-object";
import { type Answer, ask, watch } from "./test-client";

const entries = "/apis/networking.istio.io/v1/namespaces/shop/workloadentries";
const running: ApiServer[] = [];

async function start(options: Partial<ApiServerOptions> = {}): Promise<ApiServer> {
  const server = await createApiServer({ users: [{ name: "admin", token: "a", groups: ["system:masters"] }], ...options });
  running.push(server);
  server.storage.seed({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" }, spec: { finalizers: ["kubernetes"] } });
  return server;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

function itemsOf(answer: Answer): KubeObject[] {
  return Array.isArray(answer.json?.items) ? (answer.json.items as KubeObject[]) : [];
}

function entry(name: string, fields: Partial<KubeObject["metadata"]> = {}): KubeObject {
  return { apiVersion: "networking.istio.io/v1", kind: "WorkloadEntry", metadata: { name, namespace: "shop", ...fields }, spec: { address: "10.0.0.1" } };
}

describe("lists", () => {
  it("keep showing their first page's revision while objects come and go between pages", async () => {
    const server = await start();
    for (const name of ["a", "b", "c", "d"]) server.storage.seed(entry(name));
    const first = await ask(server, "a", "GET", `${entries}?limit=2`);
    server.storage.remove("networking.istio.io/v1", "WorkloadEntry", "shop", "c");
    server.storage.seed(entry("bb"));
    const token = String(new Map(Object.entries(Object(first.json?.metadata))).get("continue"));
    const second = await ask(server, "a", "GET", `${entries}?limit=2&continue=${token}`);
    const names = itemsOf(second).map((item) => item.metadata.name);
    expect(names).toEqual(["c", "d"]);
    server.storage.compact();
    server.storage.seed(entry("z"));
    expect((await ask(server, "a", "GET", `${entries}?limit=2&continue=${token}`)).status).toBe(410);
  });

  it("compress large answers and leave small ones alone", async () => {
    const server = await start();
    for (let index = 0; index < 500; index += 1) server.storage.seed(entry(`vm-${index}`, { annotations: { note: "x".repeat(300) } }));
    const large = await ask(server, "a", "GET", entries, undefined, { "Accept-Encoding": "gzip" });
    const small = await ask(server, "a", "GET", `${entries}?limit=1`, undefined, { "Accept-Encoding": "gzip" });
    expect([large.headers["content-encoding"], itemsOf(large).length]).toEqual(["gzip", 500]);
    expect(small.headers["content-encoding"]).toBeUndefined();
  });
});

describe("watches", () => {
  it("answer 410 as an event once the log has forgotten the revision", async () => {
    const server = await start({ logCapacity: 5 });
    const from = server.storage.revision;
    for (let index = 0; index < 10; index += 1) server.storage.seed(entry(`vm-${index}`));
    const stream = await watch(server, "a", `${entries}?watch=true&resourceVersion=${from}`);
    await stream.ended;
    expect(stream.events).toMatchObject([{ type: "ERROR", object: { code: 410, reason: "Expired" } }]);
  });

  it("send bookmarks with the present revision when asked", async () => {
    const server = await start({ bookmarkIntervalMs: 20 });
    const stream = await watch(server, "a", `${entries}?watch=true&allowWatchBookmarks=true&resourceVersion=${server.storage.revision}`);
    await expect.poll(() => stream.events.length).toBeGreaterThan(0);
    expect(stream.events[0]).toMatchObject({ type: "BOOKMARK", object: { metadata: { resourceVersion: String(server.storage.revision) } } });
    stream.close();
  });

  it("show leaving a selection as a deletion", async () => {
    const server = await start();
    server.storage.seed(entry("vm", { labels: { app: "a" } }));
    const stream = await watch(server, "a", `${entries}?watch=true&labelSelector=app%3Da&resourceVersion=${server.storage.revision}`);
    await ask(server, "a", "PATCH", `${entries}/vm`, { metadata: { labels: { app: "b" } } }, { "Content-Type": "application/merge-patch+json" });
    await expect.poll(() => stream.events.map(({ type }) => type)).toEqual(["DELETED"]);
    stream.close();
  });
});

describe("owners and finalizers", () => {
  it("collect what a deleted owner left, and nothing else", async () => {
    const server = await start();
    const owner = server.storage.seed({ apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata: { name: "g", namespace: "shop" }, spec: {} });
    const reference = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "g", uid: owner.metadata.uid ?? "" };
    for (const name of ["a", "b"]) server.storage.seed(entry(name, { ownerReferences: [reference] }));
    server.storage.seed(entry("free"));
    await ask(server, "a", "DELETE", "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/g");
    await expect.poll(() => server.storage.list("networking.istio.io/v1", "WorkloadEntry", "shop").map(({ metadata }) => metadata.name)).toEqual(["free"]);
  });

  it("collect an object that is made for an owner that does not exist", async () => {
    const server = await start();
    const absent = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "gone", uid: "00000000-0000-0000-0000-000000000001" };
    const unknown = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "not-served", uid: "00000000-0000-0000-0000-000000000002" };
    server.storage.seed(entry("late", { ownerReferences: [absent] }));
    server.storage.seed(entry("kept", { ownerReferences: [unknown] }));
    await expect.poll(() => server.storage.list("networking.istio.io/v1", "WorkloadEntry", "shop").map(({ metadata }) => metadata.name)).toEqual(["kept"]);
  });

  it("leave an object alone whose owner names no kind", async () => {
    const server = await start();
    const nameless = { name: "x", uid: "00000000-0000-0000-0000-000000000003" } as OwnerReference;
    const absent = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "gone", uid: "00000000-0000-0000-0000-000000000001" };
    server.storage.seed(entry("nameless", { ownerReferences: [nameless] }));
    server.storage.seed(entry("orphan", { ownerReferences: [absent] }));
    await expect.poll(() => server.storage.list("networking.istio.io/v1", "WorkloadEntry", "shop").map(({ metadata }) => metadata.name)).toEqual(["nameless"]);
  });

  it("delete dependents before their owner when the deletion is foreground", async () => {
    const server = await start();
    const owner = server.storage.seed(entry("owner"));
    const reference = { apiVersion: "networking.istio.io/v1", kind: "WorkloadEntry", name: "owner", uid: owner.metadata.uid ?? "" };
    server.storage.seed(entry("dependent", { ownerReferences: [reference] }));
    const stream = await watch(server, "a", `${entries}?watch=true&resourceVersion=${server.storage.revision}`);
    await ask(server, "a", "DELETE", `${entries}/owner?propagationPolicy=Foreground`);
    await expect
      .poll(() => stream.events.map(({ type, object }) => `${type} ${String(object.metadata.name)}`))
      .toEqual(["MODIFIED owner", "DELETED dependent", "DELETED owner"]);
    stream.close();
  });
});

describe("definitions", () => {
  it("switch a resource on and off, and end its watches", async () => {
    const server = await start({ definitions: [] });
    const definition = istioDefinitions().find(({ metadata }) => metadata.name.startsWith("workloadentries"));
    expect((await ask(server, "a", "GET", entries)).text).toBe("404 page not found\n");
    await ask(server, "a", "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
    expect((await ask(server, "a", "GET", entries)).status).toBe(200);
    const stream = await watch(server, "a", `${entries}?watch=true`);
    await ask(server, "a", "DELETE", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/workloadentries.networking.istio.io");
    await stream.ended;
    expect((await ask(server, "a", "GET", entries)).status).toBe(404);
  });
});

describe("the server", () => {
  it("refuses to listen beyond loopback", async () => {
    await expect(createApiServer({ users: [], host: "0.0.0.0" })).rejects.toThrow("loopback only");
  });

  it("dates its answers and objects by the given clock", async () => {
    const server = await start({ clock: () => Date.UTC(2031, 0, 2, 3, 4, 5) });
    const answer = await ask(server, "a", "POST", entries, entry("x"));
    expect([answer.headers.date, (answer.json as unknown as KubeObject).metadata.creationTimestamp]).toEqual([
      "Thu, 02 Jan 2031 03:04:05 GMT",
      "2031-01-02T03:04:05Z",
    ]);
  });

  it("takes 30,000 seeded entries and streams them whole", async () => {
    const server = await start();
    for (let index = 0; index < 30_000; index += 1) server.storage.seed(entry(`vm-${(index * 7919) % 30_000}`));
    const list = await ask(server, "a", "GET", entries);
    expect(itemsOf(list).length).toBe(30_000);
  }, 30_000);
});
