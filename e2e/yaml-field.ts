import { expect, type Locator, type Page } from "@playwright/test";

/** The editor of an object's YAML, once its scripts are here. */
export async function yamlField(page: Page): Promise<Locator> {
  const field = page.locator(".cm-content");
  await expect(field).toBeVisible();
  await expect(field).toHaveAccessibleName("The object as YAML");
  return field;
}

/** What the editor says. */
export async function yamlText(page: Page): Promise<string> {
  return (await yamlField(page)).locator(".cm-line").evaluateAll((lines) => lines.map((line) => line.textContent ?? "").join("\n"));
}

/** Waits until the editor says something. */
export async function expectYaml(page: Page, says: RegExp): Promise<void> {
  await expect.poll(() => yamlText(page)).toMatch(says);
}

/** Types another text in the place of what is there. */
export async function typeYaml(page: Page, text: string): Promise<void> {
  await (await yamlField(page)).fill(text);
  await expect.poll(() => yamlText(page)).toBe(text);
}
