import { existsSync, readFileSync } from "node:fs";
import type { RawRequest } from "./raw-request";

type Header = RawRequest["headers"][number];

/** What somebody else makes a browser send, or sends himself, to a server at `origin`; the status that refuses it. */
export interface Forgery {
  readonly what: string;
  readonly method?: string;
  readonly headers: (origin: string) => readonly Header[];
  readonly refused: number;
}

const JSON_TYPE: Header = ["Content-Type", "application/json"];
const OURS: Header = ["Sec-Fetch-Site", "same-origin"];
const from = (what: string, ...headers: readonly Header[]): Forgery => ({ what, headers: () => [JSON_TYPE, ...headers], refused: 403 });
const ours = (what: string, refused: number, ...headers: readonly Header[]): Forgery => ({
  what,
  headers: (origin) => [["Origin", origin], OURS, ...headers],
  refused,
});

/** In each of them the body is what the route wants, and the way it came is not. */
export const FORGERIES: readonly Forgery[] = [
  from("a page of another site", ["Origin", "http://evil.example"], ["Sec-Fetch-Site", "cross-site"]),
  from("an old browser on a page of another site", ["Origin", "http://evil.example"]),
  from("a page of another site without an origin", ["Sec-Fetch-Site", "cross-site"]),
  from("a page of a sibling host", ["Origin", "http://other.localhost"], ["Sec-Fetch-Site", "same-site"]),
  from("a page at another port of this host", ["Origin", "http://127.0.0.1:1"], ["Sec-Fetch-Site", "same-site"]),
  from("a sandboxed frame", ["Origin", "null"], ["Sec-Fetch-Site", "cross-site"]),
  from("a sandboxed frame in an old browser", ["Origin", "null"]),
  from("a sandboxed frame that calls itself ours", ["Origin", "null"], OURS),
  from("another site that calls itself ours", ["Origin", "http://evil.example"], OURS),
  from("an address that was typed", ["Sec-Fetch-Site", "none"]),
  from("nobody in particular"),
  from("a program with a token that is none", ["Authorization", "Basic eDp5"]),
  from("an origin that begins like ours", ["Origin", "http://127.0.0.1.evil.example"]),
  from("an empty origin", ["Origin", ""]),
  from("a word that no browser says", ["Sec-Fetch-Site", "same-origin, cross-site"]),
  { what: "our host by another scheme", headers: (origin) => [JSON_TYPE, ["Origin", origin.replace("http:", "https:")], OURS], refused: 403 },
  { what: "our origin with a path", headers: (origin) => [JSON_TYPE, ["Origin", `${origin}/`]], refused: 403 },
  { what: "two origins in one", headers: (origin) => [JSON_TYPE, ["Origin", `${origin} http://evil.example`]], refused: 403 },
  { what: "our origin at a sibling host", headers: (origin) => [JSON_TYPE, ["Origin", origin], ["Sec-Fetch-Site", "same-site"]], refused: 403 },
  { what: "two origins", headers: (origin) => [JSON_TYPE, ["Origin", origin], ["Origin", "http://evil.example"]], refused: 400 },
  { what: "two sites", headers: (origin) => [JSON_TYPE, ["Origin", origin], ["Sec-Fetch-Site", "cross-site"], OURS], refused: 400 },
  { what: "two types", headers: (origin) => [["Origin", origin], JSON_TYPE, ["Content-Type", "text/plain"]], refused: 400 },
  { what: "two hosts", headers: (origin) => [JSON_TYPE, ["Host", new URL(origin).host], ["Host", "evil.example"], ["Origin", origin]], refused: 400 },
  {
    what: "a foreign host, of whose page it comes",
    headers: () => [JSON_TYPE, ["Host", "evil.example"], ["Origin", "http://evil.example"], OURS],
    refused: 421,
  },
  ours("a form", 415, ["Content-Type", "application/x-www-form-urlencoded"]),
  ours("a form with files", 415, ["Content-Type", "multipart/form-data; boundary=x"]),
  ours("text", 415, ["Content-Type", "text/plain"]),
  ours("text that mentions JSON", 415, ["Content-Type", "text/plain; application/json"]),
  ours("a type that begins like JSON", 415, ["Content-Type", "application/json-x"]),
  ours("another kind of JSON", 415, ["Content-Type", "application/csp-report"]),
  ours("no type", 415),
  { ...from("a form that says it puts", ["Origin", "http://evil.example"], ["X-HTTP-Method-Override", "PUT"]), refused: 403 },
  ...["PUT", "PATCH", "DELETE"].map((method): Forgery => ({ ...ours(`the method ${method}`, 405, JSON_TYPE), method })),
];

/** A route that takes a POST, as the build names it, at an address that is there, with a body that it takes. */
export interface WritingRoute {
  readonly of: string;
  readonly path: string;
  readonly body: unknown;
  /** The type of that body, where it is not JSON. */
  readonly type?: string;
}

const TEXT = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: forged, namespace: shop}\n";
const MACHINE = { name: "forged", internalIp: "10.20.99.9", externalIp: "", labels: "", locality: "" };

/** What each route is sent. One that is new in the build and missing here fails the test. */
const SENT: Readonly<Record<string, { readonly path?: string; readonly body: unknown; readonly type?: string }>> = {
  "/api/[...path]": { path: "/api/forged", body: {} },
  "/api/c/[cluster]/accounts/[namespace]/[name]": { path: "/api/c/sandbox/accounts/shop/cart", body: {} },
  "/api/c/[cluster]/group-places": { path: "/api/c/sandbox/group-places", body: {} },
  "/api/c/[cluster]/leftovers/[namespace]/[name]": { path: "/api/c/sandbox/leftovers/shop/cart", body: {} },
  "/api/c/[cluster]/bundles/[namespace]/[name]": {
    path: "/api/c/sandbox/bundles/shop/cart",
    body: {
      ...{ revision: "", clusterId: "", trustDomain: "", meshId: "", rootCertificate: "", gateway: { address: "", way: "resolved", resolved: "" } },
      ...{ account: "default", captureDns: false, autoRegister: true, machines: [MACHINE], seconds: 600, form: "files" },
    },
  },
  "/api/c/[cluster]/commands/[command]/[namespace]/[name]": {
    path: "/api/c/sandbox/commands/create-serviceaccount/shop/forged",
    body: { dryRun: false, resourceVersion: "", input: { text: TEXT } },
  },
  "/api/c/[cluster]/impact/[resource]/[namespace]/[name]": { path: "/api/c/sandbox/impact/workloadgroups/shop/cart", body: {} },
  "/api/c/[cluster]/preflight/[namespace]": { path: "/api/c/sandbox/preflight/shop", body: {} },
  "/api/impact": { body: { entries: [] } },
  "/api/live": { body: { views: [] } },
  "/api/policy-reports": { body: { "csp-report": {} }, type: "application/csp-report" },
  "/api/preview": { body: { cluster: "sandbox", text: TEXT } },
  "/api/session": { body: { token: "forged" } },
  "/api/session/renewal": { body: {} },
  "/api/sign-in": { body: { from: "/" } },
  "/api/sign-out": { body: {} },
};

/** Every route of the build that exports POST. */
export function writingRoutes(): readonly WritingRoute[] {
  const built: Readonly<Record<string, string>> = JSON.parse(readFileSync(".next/app-path-routes-manifest.json", "utf8"));
  const writing = Object.entries(built).filter(([file]) => file.endsWith("/route") && /^export (const|async function|function) POST\b/m.test(sourceOf(file)));
  return writing.map(([, of]) => {
    const sent = SENT[of];
    if (sent === undefined) throw new Error(`${of} takes a POST, and this test does not know of what.`);
    return { of, path: of, ...sent };
  });
}

/** The source of a route; "" = the build made it of a picture. */
function sourceOf(file: string): string {
  const path = `app${file}.ts`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
