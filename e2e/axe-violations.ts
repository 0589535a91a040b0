import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** The rules whose answer may be another in another theme. */
const RULES_OF_COLOUR: readonly string[] = ["color-contrast", "link-in-text-block"];

/** Expects axe to find nothing on a page as it is now: with all its rules, or with these only. */
export async function expectNoViolations(page: Page, what: string, rules: readonly string[] | null = null): Promise<void> {
  const { violations, passes } = await analyse(page, rules);
  expect(
    passes.map(({ id }) => id),
    `axe looked at the text of ${what}`,
  ).toContain("color-contrast");
  const told = violations.map(toldOf);
  // In the first line, which is all that a summary of many journeys keeps of one that failed.
  expect(told, [`axe finds nothing on ${what}`, ...told].join(" · ")).toEqual([]);
}

/** A rule with the first elements that it does not take: where each is, what is written there, and why. */
function toldOf({ id, nodes }: AxeResults["violations"][number]): string {
  const elements = nodes.slice(0, 3).map(({ target, html, failureSummary = "" }) => `${target.join(" ")} ${onOneLine(html)} (${onOneLine(failureSummary)})`);
  return `${id}: ${elements.join(", ")}`;
}

function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 240 ? `${line.slice(0, 240)}…` : line;
}

/** What axe says of a page without frames: with all its rules, or with these only. It is given to a page once, and runs in it. */
async function analyse(page: Page, rules: readonly string[] | null): Promise<Pick<AxeResults, "violations" | "passes">> {
  expect(page.frames(), "the page has no frames, into which axe would have to be put too").toHaveLength(1);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  // What passes is asked for by its rule alone: a selector for each of a thousand elements would take longer than the rules do.
  const options: RunOptions = { resultTypes: ["violations"], ...(rules !== null && { runOnly: { type: "rule", values: [...rules] } }) };
  return page.evaluate(async (how) => {
    const { axe } = window as unknown as { readonly axe: { run(options: RunOptions): Promise<AxeResults> } };
    const { violations, passes } = await axe.run(how);
    return { violations, passes };
  }, options);
}

export const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** All rules on a page in these themes; nothing but its colours hangs on the theme, so that in a second one only the rules of colour are asked. */
export async function expectNothingInThemes(page: Page, what: string, themes: readonly Theme[]): Promise<void> {
  const root = page.locator("html");
  const before = (await root.getAttribute("data-theme")) ?? "system";
  for (const [at, theme] of themes.entries()) {
    await root.evaluate((element, now) => element.setAttribute("data-theme", now), theme);
    await expectNoViolations(page, `${what}, ${theme}`, at === 0 ? null : RULES_OF_COLOUR);
  }
  await root.evaluate((element, then) => element.setAttribute("data-theme", then), before);
}

/** The same of a page that stands in the light theme, in both. */
export async function expectNothingInBothThemes(page: Page, what: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expectNothingInThemes(page, what, THEMES);
}

/** What a browser remembers of a reader who chose a theme. */
export function themeCookie(url: string, theme: Theme) {
  return { name: "stolos-preferences", value: `zone-utc.theme-${theme}`, url };
}
