import { expectAlive } from "./alive";
import { expectNothingInThemes, THEMES } from "./axe-violations";
import { expect, test } from "./fixtures";
import { waysOf } from "./proof-extent";
import { toldByColourAlone } from "./told-by-colour";

test.use({ houseOptions: { sandboxArguments: ["--scenario", "huge", "--entries", "2000"], settings: { STOLOS_BEAT_SECONDS: "1" } }, colorScheme: "light" });

test("axe finds nothing in lists of 2,000 machines, at the top and in the middle", async ({ page }) => {
  for (const [at, path] of ["/entries", "/groups", "/"].entries()) {
    await page.goto(path);
    await expectAlive(page);
    if (path === "/entries") await expect(page.getByRole("table").first()).toHaveAttribute("aria-rowcount", "2001");
    for (const where of ["beginning", "midst"]) {
      if (where === "midst") await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
      if (where === "midst" && path === "/entries") await expect(page.locator("main tr[aria-rowindex='1000']")).toBeVisible();
      await expectNothingInThemes(page, `${path}, ${where}`, waysOf(at * 2 + (where === "midst" ? 1 : 0), THEMES));
      expect(await toldByColourAlone(page), `${path}, ${where}: no state is shown by its colour alone`).toEqual([]);
    }
  }
});
