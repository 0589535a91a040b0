import { expectAlive } from "./alive";
import { expectNoViolations, RULES_OF_COLOUR } from "./axe-violations";
import { expect, test } from "./fixtures";
import { toldByColourAlone } from "./told-by-colour";

test.use({ houseOptions: { sandboxArguments: ["--scenario", "huge", "--entries", "2000"], settings: { STOLOS_BEAT_SECONDS: "1" } }, colorScheme: "light" });

test("axe finds nothing in lists of two thousand machines, at their beginning and in their midst", async ({ page }) => {
  for (const path of ["/entries", "/groups", "/"]) {
    await page.goto(path);
    await expectAlive(page);
    if (path === "/entries") await expect(page.getByRole("table").first()).toHaveAttribute("aria-rowcount", "2001");
    for (const where of ["beginning", "midst"]) {
      if (where === "midst") await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
      if (where === "midst" && path === "/entries") await expect(page.locator("main tr[aria-rowindex='1000']")).toBeVisible();
      for (const theme of ["light", "dark"] as const) {
        await page.evaluate((to) => document.documentElement.setAttribute("data-theme", to), theme);
        await expectNoViolations(page, `${path}, ${where}, ${theme}`, theme === "light" ? null : RULES_OF_COLOUR);
      }
      expect(await toldByColourAlone(page), `${path}, ${where}: no state is told by its colour alone`).toEqual([]);
    }
  }
});
