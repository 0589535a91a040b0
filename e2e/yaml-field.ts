import { expect, type Locator, type Page } from "@playwright/test";
import { FIELD } from "./labels";

/** The editor of an object's YAML, once its scripts are here. */
export async function yamlField(page: Page): Promise<Locator> {
  const field = page.locator(".cm-content");
  await expect(field).toBeVisible();
  await expect(field).toHaveAccessibleName(FIELD.yaml);
  return field;
}

/** The text in the editor. */
export async function yamlText(page: Page): Promise<string> {
  return (await yamlField(page)).locator(".cm-line").evaluateAll((lines) => lines.map((line) => line.textContent ?? "").join("\n"));
}

/** Waits until the text in the editor matches. */
export async function expectYaml(page: Page, pattern: RegExp): Promise<void> {
  await expect.poll(() => yamlText(page)).toMatch(pattern);
}

/** Replaces the text in the editor. */
export async function typeYaml(page: Page, text: string): Promise<void> {
  await (await yamlField(page)).fill(text);
  await expect.poll(() => yamlText(page)).toBe(text);
}
