import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { expectAlive } from "./alive";
import type { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { BUTTON, DIALOG, LINK } from "./labels";
import { menuAction } from "./page-menu";
import { giveTeamViews } from "./team-views";
import { expectYaml } from "./yaml-field";

interface RecordedBrowser {
  readonly cookies: Readonly<Record<string, string>>;
  readonly sessionKey: string;
  readonly session: { readonly cookie: string; readonly purpose: string; readonly id: string };
  readonly teamViews: string;
  readonly localStorage: Readonly<Record<string, string>>;
}

/** The cookies and the local storage of a browser after its user changed settings and filled in forms. Stolos uses no other browser storage. */
const RECORDED: RecordedBrowser = JSON.parse(readFileSync("e2e/recorded/browser.json", "utf8"));

/** Names and the reason that the recorded browser holds. */
const RECORDED_VIEWS = { checkout: "Checkout", payments: "Payments at night" };
const RECORDED_REASON = "recorded mute";

test.use({
  houseOptions: {
    // Same tokens as in the recording: the keys of the storage contain a digest of the viewer.
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4", "--max-age", "1000000", "--tokens", "recorded"],
    settings: {
      ...{ STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token" },
      ...{ STOLOS_SESSION_KEY: RECORDED.sessionKey, STOLOS_TEAM_VIEWS: "istio-system/stolos-views" },
    },
  },
});

/** Seals a session cookie in the recorded version's format: AES-256-GCM, as nonce, text and tag. A session lasts twelve hours, so the test seals a new one. */
function sealedSession(token: string): string {
  const { purpose, id } = RECORDED.session;
  const nonce = randomBytes(12);
  const key = createHash("sha256").update(Buffer.from(RECORDED.sessionKey, "base64")).digest();
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
  const text = JSON.stringify({ token, since: Date.now(), id });
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** Puts the recorded cookies and storage into a browser. */
async function restore(context: BrowserContext, page: Page, url: string, cluster: Cluster): Promise<void> {
  const cookies = { ...RECORDED.cookies, [RECORDED.session.cookie]: sealedSession(cluster.token) };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  await page.goto("/icon.svg");
  await page.evaluate((kept) => {
    for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text);
  }, RECORDED.localStorage);
}

test("a recorded browser is signed in, and has its theme, views, drafts, edits, mutes and texts", async ({ page, context, house, cluster }) => {
  await giveTeamViews(cluster, RECORDED.teamViews);
  await restore(context, page, house.address, cluster);

  // The recording has the session and the theme. The namespace selection is that of the last visit.
  await page.goto("/entries");
  await expect(page).toHaveURL(`${house.address}/entries?ns=shop`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expectAlive(page);

  await page.getByRole("button", { name: BUTTON.views }).click();
  const views = page.getByRole("dialog", { name: DIALOG.views });
  await expect(views.getByRole("link", { name: RECORDED_VIEWS.checkout })).toHaveAttribute("href", "/entries?ns=shop&q=checkout");
  await expect(views.getByRole("link", { name: LINK.failingMachines })).toHaveAttribute("href", "/entries?q=state:unhealthy&sort=-age");
  await expect(views.getByRole("textbox")).toHaveValue("half typed");
  await views.getByRole("link", { name: RECORDED_VIEWS.payments }).click();
  await expect(page).toHaveURL(`${house.address}/oncall?ns=payments`);

  const draft = Object.keys(RECORDED.localStorage)
    .find((key) => key.startsWith("stolos.draft:"))
    ?.split(":")[2];
  await page.goto(`/groups/new/describe?cluster=sandbox&namespace=shop&draft=${draft}`);
  await expect(page.getByRole("main").getByRole("textbox").first()).toHaveValue("recorded-draft");
  await expect.poll(() => fieldValues(page)).toContain("http");
  await expectYaml(page, /name: recorded-draft/);

  await page.goto("/groups/new?cluster=sandbox&namespace=shop");
  await expect.poll(() => fieldValues(page)).toContain("recorded.example");

  await page.goto("/c/sandbox/groups/shop/cart/bundle");
  await expect.poll(() => fieldValues(page)).toContain("recorded-mesh");

  await page.goto("/c/sandbox/groups/shop/cart");
  await expectYaml(page, /^# recorded edit\n/);

  await page.goto("/findings?q=rule:STL107");
  await expect(page.getByRole("main")).toContainText(RECORDED_REASON);

  await page.goto("/c/sandbox/entries/shop/cart-10.20.0.24-aws-frankfurt");
  await expectAlive(page);
  await (await menuAction(page, BUTTON.drain)).click();
  await expect.poll(() => fieldValues(page)).toContain("recorded reason");
});

/** Returns the values of all fields of a page, including those in closed sections. */
function fieldValues(page: Page): Promise<readonly string[]> {
  return page.locator("input, textarea").evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
}
