import { expect, test } from "./fixtures";
import { expectStatement } from "./statements";

const pages = [
  ["/", "fleet-serving"],
  ["/groups", "groups-listed"],
  ["/entries", "entries-listed"],
] as const;

for (const [path, kind] of pages) {
  test(`${path} opens with its own content security policy, the headline ${kind} and a live stream`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}' 'strict-dynamic'/);
    expect(policy).not.toContain("unsafe-");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectStatement(page, kind);
    await expect(page.locator("[data-freshness=live]").first()).toBeVisible();
  });
}

test("returns 421 when the request has a foreign host name", async ({ request, house }) => {
  const answer = await request.get(`${house.address}/`, { headers: { host: "stolos.example.com" } });
  expect(answer.status()).toBe(421);
});

test("every answer has another nonce", async ({ request }) => {
  const policies = await Promise.all(Array.from({ length: 10 }, async () => (await request.get("/")).headers()["content-security-policy"]));
  expect(new Set(policies).size).toBe(10);
});

/** Violations of the content security policy. */
const VIOLATIONS = {
  "a handler within an element": `document.body.insertAdjacentHTML("beforeend", "<details open ontoggle='document.title = /ran/.source'></details>")`,
  "a style at an element": `document.body.insertAdjacentHTML("beforeend", "<p style='color: red'>x</p>")`,
  "an answer from elsewhere": `fetch("http://127.0.0.1:1/").catch(() => 0)`,
  "a picture from elsewhere": `document.body.append(Object.assign(new Image(), { src: "http://127.0.0.1:1/x.png" }))`,
} as const;

for (const [what, violation] of Object.entries(VIOLATIONS)) {
  test(`the browser reports and blocks ${what}`, async ({ page, complaints }) => {
    complaints.claim(/Content Security Policy/);
    await page.goto("/oncall");
    await page.evaluate(violation);
    await expect.poll(() => complaints.heard().join("\n")).toMatch(/Content Security Policy/);
    expect(await page.title()).not.toBe("ran");
  });
}

test("a violation in a new context or an opened window fails the test too", async ({ browser, house, complaints }) => {
  complaints.claim(/Content Security Policy/);
  const own = await browser.newContext();
  const page = await own.newPage();
  await page.goto(`${house.address}/oncall`);
  const [opened] = await Promise.all([own.waitForEvent("page"), page.evaluate("void window.open('/groups')")]);
  await opened.waitForLoadState();
  for (const each of [page, opened]) await each.evaluate(VIOLATIONS["a picture from elsewhere"]);
  for (const path of ["/oncall", "/groups"])
    await expect.poll(() => complaints.heard().filter((what) => what.includes("Content Security Policy") && what.includes(path))).not.toEqual([]);
  await own.close();
});
