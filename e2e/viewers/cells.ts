import type { Sent } from "@/e2e/ask";
import { METHODS, type Question } from "./questions";

/** Who may have an answer of a route or page: whoever is signed in, anybody, or (where nothing may be written) nobody. */
type Policy = "viewer" | "anybody" | "nobody";

/** Every page and route of the build. One that is not here fails the test. */
export const POLICY: Readonly<Record<string, Policy>> = {
  ...Object.fromEntries(
    [
      "/",
      "/activity",
      "/audit",
      "/control-plane",
      "/entries",
      "/findings",
      "/groups",
      "/incidents",
      "/incidents/[key]",
      "/localities",
      "/networks",
      "/oncall",
      "/services",
      "/services/preview",
    ]
      .concat(["/groups/new", "/groups/new/describe", "/groups/new/reach", "/groups/new/review", "/c/[cluster]/[resource]/[namespace]/[name]"])
      .concat(["", "/arrive", "/bundle"].map((part) => `/c/[cluster]/groups/[namespace]/[name]${part}`))
      .concat([
        "/c/[cluster]/entries/[namespace]/[name]",
        "/api/incidents/[key]/post-mortem",
        "/api/live",
        "/api/preview",
        "/api/search",
        "/api/strip/cell",
        "/api/team-views",
        "/api/view",
        "/api/what-if",
      ])
      .concat(["/api/[...path]", "/api/history/[what]", "/api/history/export", "/api/c/[cluster]/arrivals/[namespace]/[name]"])
      .concat(["events", "objects"].map((of) => `/api/c/[cluster]/${of}/[resource]/[namespace]/[name]`))
      .map((path) => [path, "viewer" as const]),
  ),
  "/api/c/[cluster]/bundles/[namespace]/[name]": "nobody",
  "/api/c/[cluster]/commands/[command]/[namespace]/[name]": "nobody",
  "/api/c/[cluster]/impact/[resource]/[namespace]/[name]": "nobody",
  "/api/c/[cluster]/preflight/[namespace]": "nobody",
  "/api/c/[cluster]/accounts/[namespace]/[name]": "nobody",
  "/api/c/[cluster]/group-places": "nobody",
  "/api/c/[cluster]/leftovers/[namespace]/[name]": "nobody",
  "/api/impact": "nobody",
  "/api/healthz": "anybody",
  "/api/policy-reports": "anybody",
  "/api/readyz": "anybody",
  "/api/session": "anybody",
  "/api/session/renewal": "anybody",
  "/api/sign-in": "anybody",
  "/api/sign-in/callback": "anybody",
  "/api/sign-out": "anybody",
  "/sign-in": "anybody",
};

/** How a page's content travels: as a document, as what the framework fetches for a link that is followed, and ahead of one. */
const PAGE_TRANSPORTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  HTML: { accept: "text/html" },
  RSC: { rsc: "1" },
  prefetch: { rsc: "1", "next-router-prefetch": "1" },
  "segment prefetch": { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
};

/** One question by one method in one transport; who asks is the other half of a cell. */
export interface Asked {
  readonly of: string;
  readonly transport: string;
  readonly sent: Sent;
}

/** What is sent to routes that take something; a stream is asked for `views`. */
const bodiesWith = (views: readonly object[]): Readonly<Record<string, unknown>> => ({
  "/api/live": { views },
  "/api/session": { token: "of nobody" },
  "/api/what-if": {},
});

/** Addresses that lead nowhere, or are refused: what their answers say is told to whoever asks. */
const NOWHERE = [
  "/no-such-page",
  "/c/onyx-eu",
  "/c/nowhere/groups/legacy/none",
  "/entries/x",
  "/api/view?kind=none",
  "/api/search",
  "/c/onyx-us/groups/legacy/%zz",
];

/** Every question by every method and in every transport; a stream is asked for `views`. */
export function askedOf(questions: readonly Question[], origin: string, views: readonly object[]): readonly Asked[] {
  const bodies = bodiesWith(views);
  const ofNowhere = NOWHERE.map((address) => ({ of: "an address that leads nowhere", isRoute: address.startsWith("/api/"), address }));
  return [...questions, ...ofNowhere].flatMap(({ of, isRoute, address }) =>
    METHODS.flatMap((method) => inTransports({ of, isRoute, address, method, origin, body: bodies[of] ?? {} })),
  );
}

interface Shape extends Question {
  readonly method: (typeof METHODS)[number];
  readonly origin: string;
  readonly body: unknown;
}

function inTransports({ of, isRoute, address, method, origin, body }: Shape): readonly Asked[] {
  if (method === "GET" && !isRoute)
    return Object.entries(PAGE_TRANSPORTS).map(([transport, headers]) => ({ of, transport, sent: { method, path: address, headers } }));
  const transport = of === "/api/live" ? "SSE" : address.includes("format=csv") ? "CSV" : isRoute ? "JSON" : "HTML";
  const headers = { origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const sent = method === "GET" || method === "HEAD" ? {} : { body: JSON.stringify(body) };
  return [{ of, transport, sent: { method, path: address, headers, ...sent } }];
}
