import { expect, test } from "./fixtures";

const pages = [
  ["/", "Fleet"],
  ["/groups", "Groups"],
  ["/entries", "Entries"],
] as const;

for (const [path, name] of pages) {
  test(`${name} opens with a policy of its own, a heading and a live stream`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}' 'strict-dynamic'/);
    expect(policy).not.toContain("unsafe-");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/^live/).first()).toBeVisible();
  });
}

test("a browser that asks for this machine under a stranger's name is turned away", async ({ request, house }) => {
  const answer = await request.get(`${house.address}/`, { headers: { host: "stolos.example.com" } });
  expect(answer.status()).toBe(421);
});

test("a nonce is never given twice", async ({ request }) => {
  const policies = await Promise.all(Array.from({ length: 10 }, async () => (await request.get("/")).headers()["content-security-policy"]));
  expect(new Set(policies).size).toBe(10);
});

/** What a page may not do by its policy. */
const VIOLATIONS = {
  "a handler within an element": `document.body.insertAdjacentHTML("beforeend", "<details open ontoggle='document.title = /ran/.source'></details>")`,
  "a style at an element": `document.body.insertAdjacentHTML("beforeend", "<p style='color: red'>x</p>")`,
  "an answer from elsewhere": `fetch("http://127.0.0.1:1/").catch(() => 0)`,
  "a picture from elsewhere": `document.body.append(Object.assign(new Image(), { src: "http://127.0.0.1:1/x.png" }))`,
} as const;

for (const [what, violation] of Object.entries(VIOLATIONS)) {
  test(`a violation of the policy is heard, and nothing comes of it: ${what}`, async ({ page, complaints }) => {
    complaints.claim(/Content Security Policy/);
    await page.goto("/oncall");
    await page.evaluate(violation);
    await expect.poll(() => complaints.heard().join("\n")).toMatch(/Content Security Policy/);
    expect(await page.title()).not.toBe("ran");
  });
}

test("it is heard in a context that a test opens by itself, and in a window that one of its pages opens", async ({ browser, house, complaints }) => {
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
