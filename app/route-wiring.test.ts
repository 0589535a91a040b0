import { readdirSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { RefusedChanges } from "@/lib/server/access/refused-changes";
import { Refusal } from "@/lib/server/http/problem";
import type { Runtime } from "@/lib/server/runtime";

/** The right that each route requires. A route or a method without a row fails the test. */
const ROUTES: Readonly<Record<string, { readonly methods: string; readonly needs: "right to read" | "right to write" | "nothing" }>> = {
  "[...path]": { methods: "GET POST OPTIONS", needs: "right to read" },
  "c/[cluster]/accounts/[namespace]/[name]": { methods: "GET POST OPTIONS", needs: "right to write" },
  "c/[cluster]/arrivals/[namespace]/[name]": { methods: "GET", needs: "right to read" },
  "c/[cluster]/bundles/[namespace]/[name]": { methods: "GET POST OPTIONS", needs: "right to write" },
  "c/[cluster]/commands/[command]/[namespace]/[name]": { methods: "GET POST OPTIONS", needs: "right to write" },
  "c/[cluster]/events/[resource]/[namespace]/[name]": { methods: "GET", needs: "right to read" },
  "c/[cluster]/group-places": { methods: "GET POST OPTIONS", needs: "right to write" },
  "c/[cluster]/impact/[resource]/[namespace]/[name]": { methods: "GET POST OPTIONS", needs: "right to write" },
  "c/[cluster]/leftovers/[namespace]/[name]": { methods: "GET POST OPTIONS", needs: "right to write" },
  "c/[cluster]/objects/[resource]/[namespace]/[name]": { methods: "GET", needs: "right to read" },
  "c/[cluster]/preflight/[namespace]": { methods: "GET POST OPTIONS", needs: "right to write" },
  healthz: { methods: "GET", needs: "nothing" },
  "history/[what]": { methods: "GET", needs: "right to read" },
  "history/export": { methods: "GET", needs: "right to read" },
  impact: { methods: "GET POST OPTIONS", needs: "right to write" },
  "incidents/[key]/post-mortem": { methods: "GET", needs: "right to read" },
  live: { methods: "GET POST", needs: "right to read" },
  "policy-reports": { methods: "POST", needs: "nothing" },
  preview: { methods: "POST", needs: "right to read" },
  readyz: { methods: "GET", needs: "nothing" },
  search: { methods: "GET", needs: "right to read" },
  session: { methods: "GET POST", needs: "right to read" },
  "session/renewal": { methods: "POST", needs: "nothing" },
  "sign-in": { methods: "POST", needs: "nothing" },
  "sign-in/callback": { methods: "GET", needs: "nothing" },
  "sign-out": { methods: "POST", needs: "nothing" },
  "strip/cell": { methods: "GET", needs: "right to read" },
  "team-views": { methods: "GET", needs: "right to read" },
  view: { methods: "GET", needs: "right to read" },
  "what-if": { methods: "GET", needs: "right to read" },
};
/** Signing in has no viewer yet. */
const OF_VISITORS = ["session POST"];
const PARAMS = { cluster: "eu", namespace: "shop", name: "checkout", resource: "workloadgroups", command: "drain", path: ["x"], what: "band", key: "q7fd" };

type Handler = (request: Request, context: object) => Promise<Response>;
type Answer = readonly [status: number, text: string];

const scope = scopeFromPermissions(new Map([["eu", new Map<WatchedKind, "all">([["workloadgroups", "all"]])]]));
let taken: string[];

/** Makes these parts the runtime of the process, with a read-only viewer. */
function use(more: object): void {
  const viewer = { subject: "ann", scope, mayWrite: false, clientOf: () => undefined };
  const runtime = {
    signIn: { kind: "token", viewerOf: async () => viewer },
    requests: { take: (who: string) => taken.push(who) * 0 },
    refusedChanges: new RefusedChanges(() => 0),
    fleet: { catchUp: () => true },
    ...more,
  };
  Object.assign(globalThis, { [Symbol.for("stolos.runtime")]: Promise.resolve(runtime as unknown as Runtime) });
}

beforeEach(() => {
  taken = [];
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  use({});
});
afterEach(() => void vi.restoreAllMocks());

type Route = Readonly<Record<string, Handler | undefined>>;
const routes = new Map<string, Route>();

beforeAll(async () => {
  const found = readdirSync("app/api", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("/route.ts"));
  for (const path of found) routes.set(path.replace(/\/route\.ts$/, ""), await import(/* @vite-ignore */ `${process.cwd()}/app/api/${path}`));
}, 120_000);

async function answerOf(path: string, method: string, body: unknown = {}, { contentType = "application/json", query = "kind=shell" } = {}): Promise<Answer> {
  const headers = { host: "localhost", "sec-fetch-site": "same-origin", "content-type": contentType };
  const request = new Request(`http://localhost/api?${query}`, { method, headers, ...(method === "POST" && { body: JSON.stringify(body) }) });
  const response = await routes.get(path)?.[method]?.(request, { params: Promise.resolve(PARAMS) });
  return [response?.status ?? 0, (await response?.text()) ?? ""];
}

const tested = (needs: string) =>
  Object.entries(ROUTES).flatMap(([path, route]) =>
    route.needs === needs
      ? route.methods
          .split(" ")
          .map((method) => [path, method] as const)
          .filter(([, method]) => !OF_VISITORS.includes(`${path} ${method}`))
      : [],
  );

describe("each route", () => {
  it("is in the table of this test, with its methods", () => {
    const methods = [...routes].map(([path, route]) => [path, Object.keys(route).filter((name) => /^[A-Z]+$/.test(name))] as const);
    expect(Object.fromEntries(methods.map(([path, names]) => [path, names.sort().join(" ")]))).toEqual(
      Object.fromEntries(Object.entries(ROUTES).map(([path, route]) => [path, route.methods.split(" ").sort().join(" ")])),
    );
  });

  it("is computed for each request", () => {
    const stored = [...routes].filter(([, route]) => (route as { readonly dynamic?: unknown }).dynamic !== "force-dynamic");
    expect(stored.map(([path]) => path)).toEqual([]);
  });

  it.each([...tested("right to read"), ...tested("right to write")])(
    "%s %s takes one request of its viewer, and returns 429 without one",
    async (path, method) => {
      use({ requests: { take: (who: string) => taken.push(who) } });
      const [status] = await answerOf(path, method);
      expect([status, taken]).toEqual([429, ["ann"]]);
    },
  );

  it.each(tested("right to write"))("%s %s returns the answer of an unknown address without the right to write", async (path, method) => {
    expect(await answerOf(path, method)).toEqual(await answerOf("[...path]", "GET"));
  });
});

describe.each(["GET", "POST"])("%s /api/live", (method) => {
  it("returns the refusal of a hub that is full", async () => {
    const admit = vi.fn(() => {
      throw new Refusal(429, "Too many streams", "Close other pages.");
    });
    use({ hub: { admit, setViews: () => false, open: () => expect.unreachable() } });
    const [status] = await answerOf("live", method, { views: [] });
    expect([status, admit.mock.calls.length]).toEqual([429, 1]);
  });

  it("closes the stream if the browser ends the request", async () => {
    const close = vi.fn();
    use({ hub: { admit: () => undefined, setViews: () => false, open: () => ({ id: "stream" }), close } });
    const browser = new AbortController();
    const headers = { host: "localhost", "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const request = new Request("http://localhost/api/live", { method, headers, signal: browser.signal, ...(method === "POST" && { body: '{"views":[]}' }) });
    await routes.get("live")?.[method]?.(request, { params: Promise.resolve({}) });
    expect(close).not.toHaveBeenCalled();
    browser.abort();
    expect(close).toHaveBeenCalledTimes(1);
  });
});

describe("a read of one object", () => {
  it.each([
    ["objects", "get"],
    ["events", "list events of"],
  ])("is logged when %s are denied, as %s", async (what, verb) => {
    const audited = vi.fn(async (_request: unknown, _verb: string, _read: unknown) => Response.json("audited"));
    use({ deniedReads: { audited } });
    const [status, text] = await answerOf(`c/[cluster]/${what}/[resource]/[namespace]/[name]`, "GET");
    expect([status, text]).toEqual([200, '"audited"']);
    expect(audited.mock.calls).toEqual([[expect.objectContaining({ params: PARAMS }), verb, expect.anything()]]);
  });
});

describe("a cell of the strip", () => {
  it.each(["-1", "1.5", "x", "1e99"])("has an index from 0: not %s", async (index) => {
    expect(await answerOf("strip/cell", "GET", {}, { query: `ribbon=eu/shop/checkout&index=${index}` })).toEqual([
      400,
      expect.stringContaining("whole number"),
    ]);
  });
});

describe("the reports of browsers", () => {
  it.each([
    [true, 1],
    [false, 0],
  ])("are read if there is room: %s", async (hasRoom, reports) => {
    const take = vi.fn();
    use({ policyReports: { hasRoom: () => hasRoom, take } });
    const [status] = await answerOf("policy-reports", "POST", [], { contentType: "application/reports+json" });
    expect([status, take.mock.calls.length]).toEqual([204, reports]);
  });
});

describe("readiness", () => {
  it.each([
    ["while the process starts", "starting", [], 503, "waiting for the first answer of a cluster\n"],
    ["while the process stops", "stopping", ["a cluster is not reached"], 503, "the server stops\na cluster is not reached\n"],
    ["once the process is ready", "ready", [], 200, "ok\n"],
    [
      "with the parts that are missing",
      "ready",
      ["a cluster is not reached", "the history is paused"],
      200,
      "ok\na cluster is not reached\nthe history is paused\n",
    ],
  ])("%s", async (_when, state, missing, code, text) => {
    use({ readiness: { state, missing: () => missing } });
    expect(await answerOf("readyz", "GET")).toEqual([code, text]);
  });

  it("is not needed for health", async () => {
    use({});
    expect(await answerOf("healthz", "GET")).toEqual([200, "ok\n"]);
  });
});
