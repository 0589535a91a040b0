import { readFileSync } from "node:fs";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entriesOf } from "./fleet";
import { ADVISORY_REQUESTS } from "./outside/advisory-requests";
import type { AdvisoryRequest } from "./outside/advisory-shape";
import { sendFlight } from "./outside/raw-request";
import { type SecondDashboard, startSecond } from "./second-dashboard";

/* The shapes of requests that advisories about Next.js and React tell of, at a server that people sign in to, by somebody who has not. */

let server: SecondDashboard;
test.beforeAll(async ({ house }) => {
  server = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_SIGN_IN: "token", STOLOS_READ_ONLY: "false", STOLOS_HISTORY: "off" });
});
test.afterAll(() => server.end());

/** What no answer to any of them may hold: a forged word, another site, or what steers Next. */
const FORGED = /forged|evil\.example|169\.254|alert\(1\)|x-middleware-|x-nextjs-rewritten/i;

/** What is wrong with the answer to one of them; "" = nothing. */
async function faultOf(shape: AdvisoryRequest, machines: readonly string[]): Promise<string> {
  const { status, head, body } = await sendFlight(server.address, shape);
  if (status !== shape.status) return `is answered ${status}: ${body.slice(0, 200)}`;
  // What was asked for stands in the way back from the sign-in, encoded.
  const headers = head.replace(/^location: \/sign-in\?from=.*$/im, "");
  if (FORGED.test(headers) || FORGED.test(body.replaceAll(/from=[^"\s]*/g, ""))) return "is told what it brought";
  if (/^location: (?!\/)|^location: \/[/\\]/im.test(headers)) return "is sent elsewhere";
  if (!/\r\ncache-control: [^\r]*(no-store|immutable|max-age=0)/i.test(headers)) return "may be kept";
  return machines.some((name) => body.includes(name)) ? "is told of a machine" : "";
}

test("each is answered as the table says: none passes by the sign-in, none is a fault", async ({ cluster }) => {
  const machines = (await entriesOf(cluster, "shop", "checkout")).map(({ metadata }) => metadata.name);
  expect(machines.length).toBeGreaterThan(0);
  const wrong: string[] = [];
  for (const [at, shape] of ADVISORY_REQUESTS.entries()) {
    const fault = await faultOf(shape, machines);
    if (fault !== "") wrong.push(`${at + 1}. ${shape.advisory}, ${shape.about}: ${fault}`);
  }
  expect(wrong).toEqual([]);
});

test("the pages that they are after do tell of machines, to whoever has signed in", async ({ house, cluster }) => {
  const [machine] = await entriesOf(cluster, "shop", "checkout");
  const { token } = new Cluster(house.kubeconfigOf("admin"));
  const { body } = await sendFlight(server.address, { method: "GET", path: "/entries?ns=shop&q=checkout", headers: [["Authorization", `Bearer ${token}`]] });
  expect(body).toContain(machine?.metadata.name);
});

test("there are at least forty of them, and none was a fault to the server", async () => {
  expect(ADVISORY_REQUESTS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(ADVISORY_REQUESTS.map(({ advisory }) => advisory)).size).toBeGreaterThan(25);
  expect(server.log()).not.toMatch(/"level":"error"|unhandledRejection|uncaughtException|⨯/);
  expect((await fetch(`${server.address}/api/healthz`)).status).toBe(200);
});

test("the build has no Server Action, no rewrite, no other language, no image optimizer, and nothing that is kept in part", () => {
  const built = (name: string) => JSON.parse(readFileSync(`.next/${name}.json`, "utf8"));
  const { node, edge } = built("server/server-reference-manifest");
  expect([node, edge]).toEqual([{}, {}]);
  const { rewrites, i18n, redirects, basePath } = built("routes-manifest");
  expect([rewrites, i18n, basePath]).toEqual([{ beforeFiles: [], afterFiles: [], fallback: [] }, undefined, ""]);
  // The one redirect is Next's own: it takes a slash from the end.
  expect(redirects).toEqual([expect.objectContaining({ source: "/:path+/", destination: "/:path+", internal: true })]);
  expect(built("images-manifest").images.unoptimized).toBe(true);
  const { config } = built("required-server-files");
  expect([config.cacheComponents, config.experimental.ppr, config.i18n, config.poweredByHeader, config.images.unoptimized]).toEqual([
    ...[false, false, null, false, true],
  ]);
});
