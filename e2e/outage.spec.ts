import { expect, test } from "./fixtures";
import { greenElements } from "./green-elements";

for (const [what, door] of [
  ["the way to the server", "pageDoor"],
  ["the server's way to the cluster", "apiDoor"],
] as const) {
  for (const how of ["cut", "stall"] as const) {
    test(`${what}, ${how}: the page says so, keeps nothing green, and is live again by itself`, async ({ page, house, complaints }) => {
      complaints.claim(/ERR_|Failed to load resource|NetworkError/);
      await page.goto("/groups");
      const freshness = page.getByRole("button", { name: /^Freshness/ });
      await expect(freshness).toHaveText(/^live/);
      expect(await greenElements(page)).not.toEqual([]);

      house[door][how]();
      await expect(freshness).toHaveText(/^stale/, { timeout: 45_000 });
      await expect(page.getByText("Not live").first()).toBeVisible();
      await expect.poll(() => greenElements(page)).toEqual([]);

      house[door].restore();
      await expect(freshness).toHaveText(/^live/, { timeout: 45_000 });
      await expect(page.getByText("Not live")).toHaveCount(0);
    });
  }
}
