import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The rules whose answer may be another in another theme. */
export const RULES_OF_COLOUR: readonly string[] = ["color-contrast", "link-in-text-block"];

/** Expects axe to find nothing on a page as it is now: with all its rules, or with these only. */
export async function expectNoViolations(page: Page, what: string, rules: readonly string[] | null = null): Promise<void> {
  // What passes is asked for by its rule alone: a selector for each of a thousand elements would take longer than the rules do.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  const { violations, passes } = await (rules === null ? axe : axe.withRules([...rules])).analyze();
  expect(
    passes.map(({ id }) => id),
    `axe looked at the text of ${what}`,
  ).toContain("color-contrast");
  const told = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(" "))
        .slice(0, 3)
        .join(", ")}`,
  );
  expect(told, `axe finds nothing on ${what}`).toEqual([]);
}

/** All rules on a page in the light theme, and those of colour once it is dark: nothing but its colours hangs on the theme. */
export async function expectNothingInBothThemes(page: Page, what: string): Promise<void> {
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "light");
  await expectNoViolations(page, what);
  await root.evaluate((element) => element.setAttribute("data-theme", "dark"));
  await expectNoViolations(page, `${what}, dark`, RULES_OF_COLOUR);
  await root.evaluate((element) => element.setAttribute("data-theme", "light"));
}

/** What a browser remembers of a reader who chose a theme. */
export function themeCookie(url: string, theme: "light" | "dark") {
  return { name: "stolos-preferences", value: `zone-utc.theme-${theme}`, url };
}
