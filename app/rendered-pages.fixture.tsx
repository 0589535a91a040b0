import { readdirSync } from "node:fs";
import { act, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Children, isValidElement, type ReactElement, type ReactNode } from "react";
import { expect, vi } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import type { Scope } from "@/lib/domain/source/scope";
import { DeniedReads } from "@/lib/server/access/denied-reads";
import { RefusedChanges } from "@/lib/server/access/refused-changes";
import { RefusedSignIns } from "@/lib/server/access/refused-sign-ins";
import type { SignedIn, SignIn } from "@/lib/server/access/viewer";
import type { Clock } from "@/lib/server/clock";
import { readConfig } from "@/lib/server/config";
import { Downloads } from "@/lib/server/export/downloads";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import type { History } from "@/lib/server/history/history";
import { PolicyReports } from "@/lib/server/http/policy-reports";
import { RateLimit, rateOf } from "@/lib/server/http/rate-limit";
import { beatOf, historyBeat } from "@/lib/server/live/beat-of";
import { Hub } from "@/lib/server/live/hub";
import { PageViews } from "@/lib/server/live/page-views";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import type { Runtime } from "@/lib/server/runtime";
import { noTeamViews } from "@/lib/server/team-views/read-team-views";

/** Renders pages of a fleet in memory, with their loaders, the layout and the routes that they request. */
const page = vi.hoisted(() => ({ path: "/", search: "" }));
vi.mock("next/headers", () => ({ cookies: async () => ({ get: () => undefined }), headers: async () => new Headers() }));
vi.mock("next/navigation", () => ({
  usePathname: () => page.path,
  useSearchParams: () => new URLSearchParams(page.search),
  useRouter: () => ({ push: () => undefined, replace: () => undefined, prefetch: () => undefined, refresh: () => undefined }),
  notFound: () => {
    throw new Error("not found");
  },
  redirect: (path: string) => {
    throw new Error(`redirect to ${path}`);
  },
}));
vi.mock("node:timers/promises", async (original) => ({ ...(await original<object>()), setTimeout: async () => undefined }));
vi.mock("geist/font/sans", () => ({ GeistSans: { variable: "sans" } }));
vi.mock("geist/font/mono", () => ({ GeistMono: { variable: "mono" } }));

export type Search = Readonly<Record<string, string>>;
export type Width = "phone" | "desk";

interface ServedFleet {
  readonly played: { readonly fleet: FleetReader; readonly history: History; readonly clock: Clock; readonly database: { close(): Promise<unknown> } };
  readonly scope: Scope;
  readonly statuses: () => readonly ClusterStatus[];
}

/** Makes a fleet the one that all pages and routes show. */
export function serveFleet({ played, scope, statuses }: ServedFleet): Runtime {
  const { fleet, history, clock } = played;
  const lists = new StandingLists(fleet);
  const viewer: SignedIn = { subject: "somebody", identity: { signIn: "token", name: "ann" }, scope, mayWrite: true, clientOf: () => undefined };
  const signIn: SignIn = {
    ...{ kind: "token", cookies: null, viewerOf: async () => viewer },
    ...{ follow: () => () => undefined, signOut: () => undefined, stop: () => undefined },
  };
  const beat = () => ({ ...beatOf(clock.now(), statuses(), [], scope), history: historyBeat(history.status()) });
  const hub = new Hub({ fleet, lists, clock, pace: { beatMs: 5_000, frameMs: 50 }, build: "", newId: () => "stream", beat });
  const runtime: Runtime = {
    requests: new RateLimit(rateOf(100_000), clock.monotonic),
    readiness: { state: "ready", missing: () => [] },
    policyReports: new PolicyReports(clock.monotonic),
    deniedReads: new DeniedReads(clock.monotonic),
    refusedChanges: new RefusedChanges(clock.monotonic),
    refusedSignIns: new RefusedSignIns({ history: { keepAudit: () => undefined }, clock }),
    downloads: new Downloads(signIn.follow),
    ...{ ownClientOf: () => undefined, readRails: noRails, readTeamViews: noTeamViews, config: readConfig({}), clock, fleet, lists, hub },
    ...{ pageViews: new PageViews({ fleet, lists, views: VIEWS, clock }), history, statuses, beat, signIn },
    stop: async () => {
      hub.closeAll();
      await played.database.close();
    },
  };
  Object.assign(globalThis, { [Symbol.for("stolos.runtime")]: Promise.resolve(runtime) });
  return runtime;
}

const ROUTES = readdirSync("app/api", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("/route.ts"))
  .map((path) => `/api/${path.replace(/\/route\.ts$/, "")}`);
let open = 0;

/** Sends the requests of pages to their routes. */
export function connectRoutes(): void {
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    open += 1;
    try {
      return await answered(new URL(input, "http://localhost"), init);
    } finally {
      open -= 1;
    }
  });
}

/** The answer of the route with this address. */
export async function answered(url: URL, init: RequestInit): Promise<Response> {
  const parts = url.pathname.split("/");
  const matching = (route: string) => {
    const names = route.split("/");
    return names.length === parts.length && names.every((name, at) => name === parts[at] || /^\[\w+\]$/.test(name));
  };
  const route = ROUTES.filter(matching).sort((a, b) => a.split("[").length - b.split("[").length)[0];
  if (route === undefined) throw new Error(`no route answers ${url.pathname}`);
  const names = route.split("/");
  const params = Object.fromEntries(names.flatMap((name, at) => (name.startsWith("[") ? [[name.slice(1, -1), parts[at]]] : [])));
  const { [init.method ?? "GET"]: handler } = await import(/* @vite-ignore */ `${process.cwd()}/app${route}/route.ts`);
  const request = new Request(url.href, init);
  // A document may not set this header, which a browser adds.
  request.headers.get = (name) => (name === "sec-fetch-site" ? "same-origin" : Headers.prototype.get.call(request.headers, name));
  return handler(request, { params: Promise.resolve(params) });
}

/** Waits until the page has no open request. */
export async function settled(): Promise<void> {
  let quiet = 0;
  for (let turn = 0; turn < 400 && quiet < 8; turn++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    quiet = open === 0 ? quiet + 1 : 0;
  }
}

type Draw = (props: { readonly params: Promise<Search>; readonly searchParams: Promise<Search>; readonly children: ReactNode }) => Promise<ReactElement>;

async function load(file: string): Promise<{ readonly default: Draw }> {
  return import(/* @vite-ignore */ `${process.cwd()}/app/${file}.tsx`);
}

/** Loads the code of pages and of the layout, so that the first test has only the time of its own work. */
export async function loadPages(...paths: readonly string[]): Promise<void> {
  for (const path of ["layout", ...paths]) await load(path);
}

/** Renders a page inside the layout. `path`: its file below app, without the extension. */
export async function shownPage(path: string, params: Search, search: Search): Promise<Element> {
  page.path = `/${path.replace(/\/?page$/, "").replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? "")}`;
  page.search = `${new URLSearchParams(search)}`;
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(search) };
  const children = await (await load(path)).default({ ...props, children: null });
  const layout = await (await load("layout")).default({ ...props, children });
  const body = (layout.props as { children: ReactElement<{ children: ReactNode }> }).children.props.children;
  // React runs no script that it renders itself.
  render(Children.toArray(body).filter((part) => !isValidElement(part) || part.type !== "script"));
  await settled();
  return document.body;
}

/** Classes with which an element is not drawn at a width. */
function isHidden(element: Element, width: Width): boolean {
  const classes = new Set(element.getAttribute("class")?.split(/\s+/) ?? []);
  if (classes.has("sr-only") || element.matches("script, style, [hidden]")) return true;
  if (width === "desk") return classes.has("desk:hidden") || (classes.has("hidden") && !classes.has("desk:block") && !classes.has("desk:flex"));
  const isNarrow = ["max-desk:hidden", "max-wide:hidden", "max-[1559px]:hidden"].some((name) => classes.has(name));
  return isNarrow || (classes.has("hidden") && !classes.has("max-desk:block") && !classes.has("max-desk:flex"));
}

/** The text that a viewer sees of an element. */
export function textOf(node: Node, width: Width): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
  if (!(node instanceof Element) || isHidden(node, width)) return "";
  return Array.from(node.childNodes, (child) => textOf(child, width))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Chooses "Copy summary" and returns the copied text; null = the page has no such action. */
export async function copiedSummary(root: Element): Promise<string | null> {
  const user = userEvent.setup();
  await navigator.clipboard.writeText("");
  const button = [...root.querySelectorAll("button")].find((one) => (one.getAttribute("aria-label") ?? one.textContent) === "Copy summary");
  const action = button ?? (await pageActions(root)).find((one) => one.textContent === "Copy summary");
  if (action === undefined) return null;
  await user.click(action);
  return waitFor(async () => {
    const text = await navigator.clipboard.readText();
    expect(text).not.toBe("");
    return text;
  });
}

/** Opens the menu of the page and returns its actions; empty = the page has no menu. */
export async function pageActions(root: Element): Promise<readonly HTMLElement[]> {
  const opener = root.querySelector('main [data-page-actions] [aria-label="More actions"]');
  if (opener === null) return [];
  await userEvent.setup().click(opener);
  return waitFor(() => {
    const actions = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
    expect(actions.length).toBeGreaterThan(0);
    return actions;
  });
}
