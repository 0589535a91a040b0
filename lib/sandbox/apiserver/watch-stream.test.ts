import { request } from "node:https";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seeded } from "@/lib/sandbox/istiod/random";
import { type ApiServer, createApiServer } from "./api-server";
import type { KubeObject } from "./kube-object";
import { ask, watch } from "./test-client";

const group = "networking.istio.io/v1";
const entries = "/apis/networking.istio.io/v1/namespaces/shop/workloadentries";
const definition = "workloadentries.networking.istio.io";
let server: ApiServer;
const uncaught: Error[] = [];
const note = (error: Error): void => void uncaught.push(error);

beforeEach(async () => {
  uncaught.length = 0;
  process.on("uncaughtExceptionMonitor", note);
  server = await createApiServer({ users: [{ name: "admin", token: "a", groups: ["system:masters"] }], bookmarkIntervalMs: 1 });
  server.storage.seed({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" }, spec: { finalizers: ["kubernetes"] } });
});

afterEach(async () => {
  await server.close();
  process.off("uncaughtExceptionMonitor", note);
});

function entry(name: string, note = ""): KubeObject {
  const metadata = { name, namespace: "shop", annotations: { note } };
  return { apiVersion: group, kind: "WorkloadEntry", metadata, spec: { address: "10.0.0.1" } };
}

/** A client that opens a watch and then takes nothing of it. */
function unreadWatch(path: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const out = request(server.url + path, { ca: server.caPem, headers: { Authorization: "Bearer a" } }, (response) => {
      response.pause();
      response.on("error", () => undefined);
      resolve(() => out.destroy());
    });
    out.on("error", reject);
    out.end();
  });
}

/** Resolves once another watch has had that many bookmarks: time in which a timer that was left behind would write. */
async function bookmarksPass(count: number): Promise<void> {
  const other = await watch(server, "a", "/api/v1/namespaces?watch=true&allowWatchBookmarks=true");
  await expect.poll(() => other.events.filter(({ type }) => type === "BOOKMARK").length).toBeGreaterThan(count);
  other.close();
}

describe("a watch that has ended", () => {
  it("writes no bookmark while its client has yet to read the rest", async () => {
    const close = await unreadWatch(`${entries}?watch=true&allowWatchBookmarks=true&resourceVersion=${server.storage.revision}`);
    for (let index = 0; index < 200; index += 1) server.storage.seed(entry(`vm-${index}`, "x".repeat(100_000)));
    server.storage.remove("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", definition);
    await bookmarksPass(20);
    close();
    expect(uncaught).toEqual([]);
  });

  it("follows nothing any more when its client went during the initial list", async () => {
    for (let index = 0; index < 200; index += 1) server.storage.seed(entry(`vm-${index}`, "x".repeat(100_000)));
    const before = server.storage.watches(group, "WorkloadEntry");
    const close = await unreadWatch(`${entries}?watch=true&allowWatchBookmarks=true`);
    close();
    await bookmarksPass(20);
    expect([server.storage.watches(group, "WorkloadEntry"), uncaught]).toEqual([before, []]);
  });

  it("ends when its resource is withdrawn during the initial list", async () => {
    for (let index = 0; index < 50; index += 1) server.storage.seed(entry(`vm-${index}`, "x".repeat(100_000)));
    const stream = await watch(server, "a", `${entries}?watch=true&allowWatchBookmarks=true`);
    server.storage.remove("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", definition);
    await stream.ended;
    expect(uncaught).toEqual([]);
  });
});

describe("fifty watches that are cut at random", () => {
  it("leave a server that goes on, while entries are made and deleted", async () => {
    const random = seeded(7);
    const before = server.storage.watches(group, "WorkloadEntry");
    const unread = await Promise.all(Array.from({ length: 5 }, () => unreadWatch(pathOf(untilTimeout))));
    for (let index = 0; index < 120; index += 1) server.storage.seed(entry("large", "x".repeat(100_000 + index)));
    server.storage.remove(group, "WorkloadEntry", "shop", "large");
    const open = await Promise.all(Array.from({ length: 45 }, async (_, index) => (await watch(server, "a", pathOf(index))).close));
    for (let round = 0; round < 60; round += 1) {
      const name = `vm-${round % 7}`;
      await ask(server, "a", round % 14 < 7 ? "POST" : "DELETE", round % 14 < 7 ? entries : `${entries}/${name}`, entry(name));
      if (random.next() < 0.8 && open.length > 0) open.splice(random.whole(0, open.length - 1), 1)[0]?.();
    }
    for (const close of open) close();
    await expect.poll(() => server.storage.watches(group, "WorkloadEntry"), { timeout: 10_000 }).toBe(before);
    await bookmarksPass(20);
    for (const close of unread) close();
    expect([uncaught, (await ask(server, "a", "GET", entries)).status]).toEqual([[], 200]);
  });
});

const untilTimeout = 3;

/** Every way to watch: from now, from a revision, with the state first, until a second is over, a selection. */
function pathOf(index: number): string {
  const ways = ["", "&resourceVersion=0", "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan", "&timeoutSeconds=1", "&labelSelector=a"];
  return `${entries}?watch=true&allowWatchBookmarks=true${ways[index % ways.length]}`;
}
