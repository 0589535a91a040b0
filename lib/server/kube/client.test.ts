import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import type { FakeAnswer } from "@/lib/testing/fake-routes";
import { type ClientOptions, createKubeClient, type KubeClient } from "./client";
import type { Credentials } from "./credentials";
import { getObject, listEvents, serverVersion } from "./read-objects";
import { reviewAccess } from "./review-access";

let api: FakeKubeApi;
let client: KubeClient;
let asked: boolean[] = [];

beforeEach(async () => {
  api = await startFakeKubeApi();
  asked = [];
  client = clientFor({});
});
afterEach(async () => {
  await client.close();
  await api.close();
});

function clientFor(options: Partial<ClientOptions>, token: (fresh: boolean) => string = () => "t0ken"): KubeClient {
  return createKubeClient({
    context: { cluster: "fake", server: api.url, proxyUrl: null, namespace: "", credentials: async (fresh) => credentialsWith(token(fresh), fresh) },
    clock: systemClock(),
    limits: { headerMs: 300, totalMs: 300, maxBytes: 10_000 },
    ...options,
  });
}

function credentialsWith(token: string, fresh: boolean): Credentials {
  asked.push(fresh);
  const headers = [["Authorization", `Bearer ${token}`]] as const;
  return { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers };
}

const status = (message: string) => JSON.stringify({ kind: "Status", message });
const long = "x".repeat(5_000);

describe("an answer that is of no use has its kind", () => {
  it.each<[string, FakeAnswer, object]>([
    ["401", { status: 401, body: status("Unauthorized") }, { kind: "unauthorized" }],
    ["403", { status: 403, body: status("nodes is forbidden") }, { kind: "forbidden", message: "nodes is forbidden" }],
    ["404 in plain text", { status: 404, body: "404 page not found\n", type: "text/plain" }, { kind: "not-found", message: "404 page not found" }],
    ["410", { status: 410, body: status("too old") }, { kind: "gone", message: "too old" }],
    ["422", { status: 422, body: status("no") }, { kind: "invalid", status: 422 }],
    ["429 with seconds", { status: 429, body: status("slow"), headers: { "retry-after": "30" } }, { kind: "too-many-requests", retryAfterMs: 30_000 }],
    ["429 without a time", { status: 429 }, { kind: "too-many-requests", retryAfterMs: null }],
    ["429 with nonsense", { status: 429, headers: { "retry-after": "-5" } }, { kind: "too-many-requests", retryAfterMs: null }],
    ["429 with a date (F13)", { status: 429, headers: { "retry-after": "Fri, 31 Dec 2100 23:59:59 GMT" } }, { retryAfterMs: 600_000 }],
    ["429 with a date that is over", { status: 429, headers: { "retry-after": "Mon, 01 Jan 2001 00:00:00 GMT" } }, { retryAfterMs: null }],
    ["503 with seconds", { status: 503, headers: { "retry-after": "1" } }, { kind: "server-error", status: 503, retryAfterMs: 1_000 }],
    ["504 of a version too large", { status: 504, body: status("Timeout: Too large resource version: 9, current: 3") }, { kind: "gone" }],
    ["a redirection", { status: 302, headers: { location: "https://login" } }, { kind: "bad-answer" }],
    ["HTML", { status: 200, body: "<html>", type: "text/html" }, { kind: "bad-answer" }],
    ["JSON that is none", { status: 200, body: "{" }, { kind: "bad-answer" }],
    ["compressed", { status: 200, body: "{}", headers: { "content-encoding": "gzip" } }, { kind: "bad-answer" }],
    ["too long", { status: 200, body: JSON.stringify({ long: "x".repeat(20_000) }) }, { kind: "bad-answer" }],
    ["silence", "hang", { kind: "timed-out" }],
    ["a cut", "reset", { kind: "unreachable" }],
    ["a very long message", { status: 403, body: status(long) }, { kind: "forbidden", message: `${"x".repeat(299)}…` }],
    ["a message that is cut within a character", { status: 403, body: status(`${"x".repeat(298)}😀 end`) }, { message: `${"x".repeat(298)}…` }],
    ["a message of what no text may hold", { status: 403, body: String.raw`{"message":"a\ud800b"}` }, { message: "a\uFFFDb" }],
    ["a message with a token in it", { status: 403, body: status("Bearer abc.def-123 is\nrefused") }, { message: "Bearer *** is refused" }],
  ])("%s", async (_name, answer, error) => {
    api.intercept = () => answer;
    expect(await client.get("/version")).toMatchObject({ ok: false, error });
  });

  it("refused", async () => {
    await api.close();
    const answer = await client.get("/version");
    const why = { code: "no-connection", server: api.url, error: "ECONNREFUSED" };
    expect(answer).toEqual({ ok: false, error: { kind: "unreachable", message: `API server ${api.url}: it refuses the connection.`, why } });
    await api.listen();
  });
});

describe("credentials", () => {
  it("are read afresh once after a 401, and the request is sent again (F33)", async () => {
    client = clientFor({}, (fresh) => (fresh ? "new" : "old"));
    api.intercept = ({ authorization }) => (authorization === "Bearer new" ? null : { status: 401 });
    expect((await client.get("/version")).ok).toBe(true);
    expect(asked).toEqual([false, true]);
  });

  it("that are still refused are not tried a third time", async () => {
    api.intercept = () => ({ status: 401 });
    expect(await client.get("/version")).toMatchObject({ ok: false, error: { kind: "unauthorized" } });
    expect(api.requests).toHaveLength(2);
  });

  it("that cannot be read are an error without what they say", async () => {
    client = clientFor({}, () => {
      throw new Error("exec failed: Bearer s3cret");
    });
    const answer = await client.get("/version");
    expect(answer).toMatchObject({ ok: false, error: { kind: "credentials" } });
    expect(JSON.stringify(answer)).not.toContain("s3cret");
  });
});

describe("read-only mode", () => {
  it("refuses a write before a socket is used", async () => {
    await expect(client.post("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups", {})).rejects.toThrow("is not among the requests");
    expect(api.requests).toHaveLength(0);
  });

  it("lets reviews through", async () => {
    api.allow = (verb, resource, namespace) => verb === "list" && resource === "pods" && namespace === "shop";
    const question = { verb: "list", group: "", resource: "pods" } as const;
    expect(await reviewAccess(client, { ...question, namespace: "shop" })).toEqual({ ok: true, value: true });
    expect(await reviewAccess(client, { ...question, namespace: null })).toEqual({ ok: true, value: false });
  });
});

describe("single objects", () => {
  it("are fetched by an encoded path", async () => {
    await getObject(client, RESOURCES.workloadentries, "v1", "a/b", "c?d");
    expect(api.requests[0]?.path).toBe("/apis/networking.istio.io/v1/namespaces/a%2Fb/workloadentries/c%3Fd");
  });

  it("have events, newest first", async () => {
    const items = [{ reason: "Old", lastTimestamp: "2026-01-01T00:00:00Z", count: 3 }, { reason: "New", eventTime: "2026-02-01T00:00:00.5Z" }, null];
    api.intercept = () => ({ status: 200, body: JSON.stringify({ items }) });
    const events = await listEvents(client, "shop", "vm", "u");
    expect(events.ok && events.value.map((event) => [event.reason, event.count])).toEqual([
      ["New", 1],
      ["Old", 3],
      ["", 1],
    ]);
  });

  it("a server has a version", async () => {
    expect(await serverVersion(client)).toEqual({ ok: true, value: "v1.99.0" });
  });
});

describe("the clock of the API server", () => {
  it.each([
    [0, 0],
    [700, 0],
    [-120_000, -120_000],
    [60_000, 60_000],
  ])("that is %i ms ahead is seen, rounding apart", async (ahead, seen) => {
    api.intercept = () => ({ status: 200, body: "{}", headers: { date: new Date(Date.now() + ahead).toUTCString() } });
    await client.get("/version");
    expect(Math.abs((client.skewMs() ?? Number.NaN) - seen)).toBeLessThan(1_100);
  });
});

it("lets proofs of life past requests that hang", async () => {
  api.intercept = ({ path }) => (path === "/version" ? "hang" : null);
  const waiting = Array.from({ length: 12 }, () => client.get("/version"));
  await vi.waitFor(() => expect(api.requests).toHaveLength(8));
  expect(await client.get("/api/v1/pods?limit=1", { probe: true })).toMatchObject({ ok: true });
  expect(api.requests, "nobody else was let in meanwhile").toHaveLength(9);
  await Promise.all(waiting);
});

it("has eight requests under way at most, and a stream beside them", async () => {
  api.intercept = ({ what }) => (what === "watch" ? null : "hang");
  const waiting = Array.from({ length: 12 }, () => client.get("/version"));
  await vi.waitFor(() => expect(api.requests).toHaveLength(8));
  const stream = await client.stream("/api/v1/pods?watch=true&resourceVersion=100", new AbortController().signal);
  expect(stream.ok).toBe(true);
  expect(api.requests).toHaveLength(9);
  if (stream.ok) stream.value.close();
  await Promise.all(waiting);
  expect(api.requests).toHaveLength(13);
});
