import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expectAnnounced, recordAnnouncements } from "./announcements";
import { startApiProxy } from "./api-proxy";
import { expectNothingInThemes, THEMES } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { groupPage } from "./fleet";
import { banners } from "./freshness";
import { startDashboard } from "./house";
import { waysOf } from "./proof-extent";
import { startSecond, temporaryFile } from "./second-dashboard";
import { expectHeading } from "./statements";
import { signIn } from "./token-sign-in";
import { toldByColourAlone } from "./told-by-colour";

/* axe reads the on-call pages on a phone, in each of their states. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" });

const GROUP = groupPage("shop", "checkout");

test("axe finds nothing on a phone while the pages are live or stale, and each change is announced at once", { tag: "@axe-phone-pages" }, async ({
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
  for (const each of [page, other]) await recordAnnouncements(each);
  house.pageDoor.cut();
  for (const each of [page, other]) await expectAnnounced(each, "stale");
  for (const each of [page, other]) {
    await expect(banners(each, { kind: "stale" }).first()).toBeVisible({ timeout: 20_000 });
    await expectNothing(each, `stale ${new URL(each.url()).pathname}`);
  }
  house.pageDoor.restore();
  for (const each of [page, other]) await expectAnnounced(each, "live");
});

test("axe finds nothing on a phone on a denied, an empty and a failed page", { tag: "@axe-phone-denied" }, async ({ page, house, complaints }) => {
  complaints.claim(/status of 50\d/);
  const denied = await startDashboard({ KUBECONFIG: house.kubeconfigOf("nobody"), STOLOS_BEAT_SECONDS: "1" });
  await page.goto(`http://127.0.0.1:${denied.port}/oncall`);
  await expect(banners(page, { kind: "denied" }).first()).toBeVisible();
  await expectNothing(page, "denied");
  await page.goto(`${house.address}/oncall?ns=nothing-is-here`);
  await expectAlive(page);
  await expectHeading(page, "fleet-empty", { filtered: true });
  await expectNothing(page, "empty");
  const broken = await startDashboard({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_CONTEXTS: "nowhere", STOLOS_BEAT_SECONDS: "1" });
  await page.goto(`http://127.0.0.1:${broken.port}/oncall`);
  await expect(page.getByRole("main")).toContainText("nowhere");
  await expectNothing(page, "error");
  // An open page repeats its requests, and a dashboard that ends refuses them.
  await page.goto("about:blank");
  await Promise.all([denied, broken].map(({ program }) => program.end()));
});

test("axe finds nothing on a phone while the viewer's permissions cannot be checked and the pages stand still", { tag: "@axe-phone-unchecked" }, async ({
  page,
  house,
  complaints,
}) => {
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
    await expect(banners(each, { kind: "unchecked" })).toBeVisible({ timeout: 20_000 });
    await expectNothing(each, `could not be checked ${path}`);
    expect(await toldByColourAlone(each), `${path} tells no state by its colour alone`).toEqual([]);
    await expect(banners(each, { kind: "unchecked" }), "it stood still all the while").toBeVisible();
  }
  for (const [each] of pages) await each.goto("about:blank");
  await end();
  await api.close();
  file.remove();
});

/** The pages that axe reads here: each in both themes, in a sample in one. */
const LOOKED_AT = [
  ...["live /oncall", `live ${GROUP}`, "the wall", "stale /oncall", `stale ${GROUP}`, "denied", "empty", "error"],
  ...["could not be checked /oncall", `could not be checked ${GROUP}`],
];

async function expectNothing(page: Page, what: string): Promise<void> {
  expect(LOOKED_AT, "it is in the list").toContain(what);
  await expectNothingInThemes(page, what, waysOf(LOOKED_AT.indexOf(what), THEMES));
}
