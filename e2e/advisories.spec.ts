import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures";
import { entriesOf } from "./fleet";
import { ADVISORY_REQUESTS } from "./outside/advisory-requests";
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

for (const [at, shape] of ADVISORY_REQUESTS.entries()) {
  test(`${at + 1}. ${shape.advisory}: ${shape.about} is answered ${shape.status}`, async ({ cluster }) => {
    const { status, head, body } = await sendFlight(server.address, shape);
    expect([status, body.slice(0, 300)], head).toEqual([shape.status, expect.any(String)]);
    const { headers, text } = { headers: head.replace(/^location: \/sign-in\?from=.*$/im, ""), text: body.replaceAll(/from=[^"\s]*/g, "") };
    expect(headers).not.toMatch(FORGED);
    expect(text).not.toMatch(FORGED);
    expect(headers, "nobody is sent elsewhere").not.toMatch(/^location: (?!\/)|^location: \/[/\\]/im);
    expect(headers.toLowerCase(), "nobody keeps it").toMatch(/\r\ncache-control: [^\r]*(no-store|immutable|max-age=0)/);
    const [machine] = await entriesOf(cluster, "shop", "checkout");
    expect(body).not.toContain(machine?.metadata.name ?? "no machine");
  });
}

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
