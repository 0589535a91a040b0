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
