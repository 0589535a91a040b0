import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RefusedChanges } from "@/lib/server/access/refused-changes";
import { RateLimit } from "@/lib/server/http/rate-limit";
import { requestCheckOf, viewerRoute, visitorPage } from "@/lib/server/request-checks";
import { ManualClock } from "@/lib/testing/manual-clock";

/** All other routes, pages and layouts are wrapped by lib/server/request-checks.ts. */
const HEALTH_ROUTES = ["api/healthz/route.ts", "api/readyz/route.ts"];
/** Wrapped without a sign-in: sign-in and sign-out, the frame around them, and the pages for users who are not admitted. */
const FOR_ANYBODY = [
  "api/policy-reports/route.ts POST",
  "api/session/renewal/route.ts POST",
  "api/session/route.ts POST",
  "api/sign-in/callback/route.ts GET",
  "api/sign-in/route.ts POST",
  "api/sign-out/route.ts POST",
  "forbidden.tsx default",
  "layout.tsx default",
  "not-found.tsx default",
  "sign-in/page.tsx default",
  "unauthorized.tsx default",
];
/** It changes nothing, and browsers do not always say where a report comes from: what it asks of one is tested by itself. */
const REPORTS = "api/policy-reports/route.ts";
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

vi.mock("next/headers", () => ({ cookies: async () => ({ get: () => undefined }), headers: async () => new Headers() }));
vi.mock("geist/font/sans", () => ({ GeistSans: { variable: "sans" } }));
vi.mock("geist/font/mono", () => ({ GeistMono: { variable: "mono" } }));

type Exports = Readonly<Record<string, unknown>>;

/** The exports of a route or page that answer without the check that they need. */
function answersWithoutViewer(path: string, exports: Exports): readonly string[] {
  const answering = path.endsWith("route.ts") ? METHODS : ["default"];
  const isOpen = (name: string) =>
    exports[name] !== undefined && requestCheckOf(exports[name]) !== (FOR_ANYBODY.includes(`${path} ${name}`) ? "visitor" : "viewer");
  return answering.filter(isOpen).map((name) => `${path} ${name}`);
}

const files = readdirSync("app", { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /^not-found\.tsx$|(^|\/)(route\.ts|(page|layout|default|template|unauthorized|forbidden)\.tsx)$/.test(path));

const answersAnybody = () => new Response("everything");
const madeForAnybody = visitorPage(() => "everything");

// Refused requests are logged.
beforeEach(() => void vi.spyOn(process.stderr, "write").mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

describe("request checks", () => {
  it.each(files.filter((path) => !HEALTH_ROUTES.includes(path)))("wrap all exports of %s", async (path) => {
    const exports: Exports = await import(/* @vite-ignore */ `${process.cwd()}/app/${path}`);
    expect(Object.keys(exports)).not.toEqual([]);
    expect(answersWithoutViewer(path, exports)).toEqual([]);
  });

  it("leave out only health routes that exist", () => {
    expect(files).toEqual(expect.arrayContaining(HEALTH_ROUTES));
  });

  it.each([
    ["a route", "api/planted/route.ts", { GET: answersAnybody }, "GET"],
    ["one method of a route", "api/planted/route.ts", { POST: answersAnybody }, "POST"],
    ["a page", "planted/page.tsx", { default: answersAnybody }, "default"],
    ["a page that is wrapped for visitors", "planted/page.tsx", { default: madeForAnybody }, "default"],
  ])("are reported as missing from %s", (_claim, path, exports, name) => {
    expect(answersWithoutViewer(path, exports)).toEqual([`${path} ${name}`]);
  });
});

type Handler = (request: Request, context: { readonly params: Promise<Readonly<Record<string, never>>> }) => Promise<Response>;

/** What a page of another site, or somebody who says nothing, is answered; `viewerOf` counts how often it was asked who that is. */
async function answersTo(handler: Handler, method: string, headers: Readonly<Record<string, string>>) {
  const viewerOf = vi.fn(() => Promise.reject(new Error("Nobody has to be asked.")));
  Object.assign(globalThis, {
    [Symbol.for("stolos.runtime")]: Promise.resolve({ signIn: { kind: "token", viewerOf }, refusedChanges: new RefusedChanges(() => 0) }),
  });
  const host = { host: "localhost:3000", "content-type": "application/json" };
  const body = method === "POST" ? "{}" : null;
  const answer = await handler(new Request("http://localhost:3000/api", { method, body, headers: { ...host, ...headers } }), { params: Promise.resolve({}) });
  return [answer.status, viewerOf.mock.calls.length];
}

describe("what browsers report by themselves", () => {
  it("is refused where it is of another page, or no report, before anybody is asked who that is", async () => {
    const { POST } = (await import("./api/policy-reports/route")) as { readonly POST: Handler };
    const report = { "content-type": "application/csp-report" };
    expect(await answersTo(POST, "POST", { ...report, origin: "http://evil.test" })).toEqual([403, 0]);
    expect(await answersTo(POST, "POST", { ...report, origin: "null", "sec-fetch-site": "cross-site" })).toEqual([403, 0]);
    for (const headers of [{}, { origin: "null" }, { "sec-fetch-site": "none" }]) expect(await answersTo(POST, "POST", headers)).toEqual([415, 0]);
  });
});

describe("every method of every route that is not for reading alone", () => {
  const routes = files.filter((path) => path.endsWith("route.ts") && ![...HEALTH_ROUTES, REPORTS].includes(path));
  const handlersOf = async (path: string) => {
    const exports: Readonly<Record<string, Handler | undefined>> = await import(/* @vite-ignore */ `${process.cwd()}/app/${path}`);
    return METHODS.flatMap((method) => (exports[method] === undefined || method === "GET" ? [] : [[method, exports[method]] as const]));
  };

  it.each(routes)("of %s refuses whoever does not say that he comes from a page of ours, before it is asked who that is", async (path) => {
    for (const [method, handler] of await handlersOf(path)) {
      for (const headers of [{}, { origin: "null" }, { "sec-fetch-site": "none" }, { "sec-fetch-site": "same-origin", origin: "http://evil.test" }])
        expect([path, method, headers, ...(await answersTo(handler, method, headers))]).toEqual([path, method, headers, 403, 0]);
    }
  });

  it("is there: some routes write", async () => {
    const all = await Promise.all(routes.map(handlersOf));
    expect(all.flat().filter(([method]) => method === "POST").length).toBeGreaterThan(5);
  });

  it("refuses so where a new route writes and asks nothing by itself", async () => {
    const planted = viewerRoute(() => "written");
    expect(await answersTo(planted, "POST", {})).toEqual([403, 0]);
    expect(await answersTo(planted, "DELETE", { origin: "http://evil.test" })).toEqual([403, 0]);
  });
});

describe("a viewer's requests", () => {
  it("are answered as long as they are no more than a viewer may send, to one, and nobody else's are fewer for it", async () => {
    const clock = new ManualClock(0);
    let subject = "ann";
    const requests = new RateLimit({ perSecond: 5, burst: 20 }, clock.monotonic);
    const signIn = { kind: "token", viewerOf: async () => ({ subject }) };
    Object.assign(globalThis, {
      [Symbol.for("stolos.runtime")]: Promise.resolve({
        signIn,
        requests,
        refusedChanges: new RefusedChanges(clock.monotonic),
        fleet: { catchUp: () => true },
      }),
    });
    const route = viewerRoute(() => "read");
    const ask = () => route(new Request("http://localhost:3000/api"), { params: Promise.resolve({}) });
    const answered = async (count: number) => {
      const statuses: number[] = [];
      for (let at = 0; at < count; at++) statuses.push((await ask()).status);
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
      return statuses.filter((status) => status === 200).length;
    };
    expect(await answered(100)).toBe(20);
    clock.advance(2_000);
    expect(await answered(100)).toBe(10);
    expect((await ask()).headers.get("retry-after")).toBe("1");
    subject = "bob";
    expect(await answered(100)).toBe(20);
  });

  it("that would do more than read and are refused leave one line in the log, whatever they are refused for", async () => {
    const lines: string[] = [];
    vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    const requests = new RateLimit({ perSecond: 1, burst: 1 }, () => 0);
    const held = { clusters: new Set(["eu"]), key: "" };
    const signIn = { kind: "token", viewerOf: async () => ({ subject: "ann", held }) };
    const runtime = { signIn, requests, refusedChanges: new RefusedChanges(() => 0), fleet: { catchUp: () => true } };
    Object.assign(globalThis, { [Symbol.for("stolos.runtime")]: Promise.resolve(runtime) });
    const route = viewerRoute(() => "written");
    const ask = async (headers: Readonly<Record<string, string>>, method = "POST") => {
      const request = new Request("http://localhost:3000/api/x?cluster=eu", { method, headers: { host: "localhost:3000", ...headers } });
      return (await route(request, { params: Promise.resolve({}) })).status;
    };
    const own = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const statuses = [
      await ask({ ...own, "sec-fetch-site": "cross-site" }),
      await ask({ ...own, "content-type": "text/plain" }),
      await ask(own),
      await ask(own),
    ];
    expect(statuses).toEqual([403, 415, 503, 429]);
    expect(await ask({}, "GET")).toBe(429);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([403, 415, 503, 429].map((status) => ({ status, method: "POST", path: "/api/x" })));
  });
});
