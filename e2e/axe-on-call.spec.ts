import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expectTold, listenByEar } from "./announcements";
import { startApiProxy } from "./api-proxy";
import { expectNothingInThemes, THEMES } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { groupPage } from "./fleet";
import { startDashboard } from "./house";
import { waysOf } from "./proof-extent";
import { startSecond, temporaryFile } from "./second-dashboard";
import { signIn } from "./token-sign-in";
import { toldByColourAlone } from "./told-by-colour";

/* The pages of whoever is on call, as axe finds them on a phone in each of their states. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" });

const GROUP = groupPage("shop", "checkout");

test("axe finds nothing on a phone while the pages are live, and when they are stale, which a screen reader hears at once", async ({
  page,
  house,
  complaints,
}) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  const other = await page.context().newPage();
  for (const [each, path] of [
    [page, "/oncall"],
    [other, GROUP],
  ] as const) {
    await each.goto(path);
    await expectAlive(each);
    await expectNothing(each, `live ${path}`);
    expect(await toldByColourAlone(each), `${path} tells no state by its colour alone`).toEqual([]);
  }
  await page.goto("/oncall?display=wall");
  await expectAlive(page);
  await expectNothing(page, "the wall");
  await page.goto("/oncall");
  await expectAlive(page);
  for (const each of [page, other]) await listenByEar(each);
  house.pageDoor.cut();
  for (const each of [page, other]) await expectTold(each, /^Not live/, true);
  for (const each of [page, other]) {
    await expect(each.getByText("Not live").first()).toBeVisible({ timeout: 20_000 });
    await expectNothing(each, `stale ${new URL(each.url()).pathname}`);
  }
  house.pageDoor.restore();
  for (const each of [page, other]) await expectTold(each, /^Live again/, false);
});

test("axe finds nothing on a phone where nothing may be seen, where there is nothing, and where nothing can be read", async ({ page, house, complaints }) => {
  complaints.claim(/status of 50\d/);
  const denied = await startDashboard({ KUBECONFIG: house.kubeconfigOf("nobody"), STOLOS_BEAT_SECONDS: "1" });
  await page.goto(`http://127.0.0.1:${denied.port}/oncall`);
  await expect(page.getByText("Not allowed").first()).toBeVisible();
  await expectNothing(page, "denied");
  await page.goto(`${house.address}/oncall?ns=nothing-is-here`);
  await expectAlive(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No machine here.");
  await expectNothing(page, "empty");
  const broken = await startDashboard({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_CONTEXTS: "nowhere", STOLOS_BEAT_SECONDS: "1" });
  await page.goto(`http://127.0.0.1:${broken.port}/oncall`);
  await expect(page.getByRole("main")).toContainText("nowhere");
  await expectNothing(page, "error");
  // A page that is open asks on, and a server that ends refuses it.
  await page.goto("about:blank");
  await Promise.all([denied, broken].map(({ program }) => program.end()));
});

test("axe finds nothing on a phone while it cannot be checked who looks at the pages, which stand still", async ({ page, house, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  const config = readFileSync(house.kubeconfigOf("dashboard"), "utf8");
  const server = /server: (\S+)/.exec(config)?.[1] ?? "";
  const api = await startApiProxy(server);
  const file = temporaryFile(config.replaceAll(server, api.address));
  const { address, end } = await startSecond({ KUBECONFIG: file.path, STOLOS_SIGN_IN: "token" });
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("viewer")).token, address);
  const other = await page.context().newPage();
  const pages = [
    [page, "/oncall"],
    [other, GROUP],
  ] as const;
  for (const [each, path] of pages) {
    await each.goto(`${address}${path}`);
    await expectAlive(each);
  }
  api.answerAll((answer) => answer.destroy());
  for (const [each, path] of pages) {
    await expect(each.getByText("Could not be checked", { exact: true })).toBeVisible({ timeout: 20_000 });
    await expectNothing(each, `could not be checked ${path}`);
    expect(await toldByColourAlone(each), `${path} tells no state by its colour alone`).toEqual([]);
    await expect(each.getByText("Could not be checked", { exact: true }), "it stood still all the while").toBeVisible();
  }
  for (const [each] of pages) await each.goto("about:blank");
  await end();
  await api.close();
  file.remove();
});

/** What axe looks at here, in both themes; in a sample each in one of them. */
const LOOKED_AT = [
  ...["live /oncall", `live ${GROUP}`, "the wall", "stale /oncall", `stale ${GROUP}`, "denied", "empty", "error"],
  ...["could not be checked /oncall", `could not be checked ${GROUP}`],
];

async function expectNothing(page: Page, what: string): Promise<void> {
  expect(LOOKED_AT, "it has its place among what is looked at").toContain(what);
  await expectNothingInThemes(page, what, waysOf(LOOKED_AT.indexOf(what), THEMES));
}
