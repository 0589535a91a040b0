import { expect, type Locator, type Page } from "@playwright/test";

/** The values of a statement as a test expects them: by field, in camel case. null = the page must not have the value. */
export type ExpectedValues = Readonly<Record<string, string | number | boolean | RegExp | readonly string[] | readonly number[] | null>>;

/** The element that makes a statement of this kind, on a page or inside a part of it. */
export function statementOf(within: Page | Locator, kind: string): Locator {
  return within.locator(`[data-statement="${kind}"]`);
}

/** Expects one visible statement of this kind with these values, and no number in its text that is not one of its values. */
export async function expectStatement(
  within: Page | Locator,
  kind: string,
  values: ExpectedValues = {},
  options: { readonly timeout?: number } = {},
): Promise<void> {
  const element = statementOf(within, kind);
  await expect(async () => {
    const { data, parts, text } = await element.evaluate(readStatement, undefined, { timeout: 2_000 });
    for (const [field, value] of Object.entries(values)) expectValue(data[field], value, `${kind}: ${field}`);
    const known = { ...data, parts: parts.join(" ") };
    expect(strayNumbers(text, known), `numbers in “${text}” that are no value of ${JSON.stringify(known)}`).toEqual([]);
  }).toPass({ timeout: options.timeout ?? 40_000, intervals: [100, 250, 500] });
  await expect(element).toBeVisible();
}

/** The text of an element, its values, and the values of the statements inside it. */
function readStatement(node: Element) {
  const valuesOf = (element: Element) => Object.values({ ...(element as HTMLElement).dataset });
  const parts = [...node.querySelectorAll("[data-statement]")].flatMap(valuesOf);
  return { data: { ...(node as HTMLElement).dataset }, parts, text: node.textContent ?? "" };
}

/** Expects an element to have these `data-*` values, by field in camel case. */
export async function expectValues(element: Locator, values: Readonly<Record<string, string | RegExp>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await expect(element).toHaveAttribute(`data-${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value);
  }
  await expect(element).toBeVisible();
}

/** Expects the h1 to make a statement of this kind with these values. */
export function expectHeading(page: Page, kind: string, values: ExpectedValues = {}, options: { readonly timeout?: number } = {}): Promise<void> {
  return expectStatement(page.getByRole("heading", { level: 1 }).locator("xpath=.."), kind, values, options);
}

function expectValue(actual: string | undefined, expected: ExpectedValues[string], message: string): void {
  if (expected === null) expect(actual, message).toBeUndefined();
  else if (expected instanceof RegExp) expect(actual ?? "", message).toMatch(expected);
  else expect(actual, message).toBe(Array.isArray(expected) ? expected.join(" ") : String(expected));
}

/** Whole numbers of a text, with thousands separators, that no value holds. Names and addresses that are values themselves are cut out first, and times too. */
function strayNumbers(text: string, data: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = Object.values(data).flatMap((value) => (value ?? "").split(" "));
  const names = known.filter((value) => value !== "" && !/^\d+$/.test(value)).sort((a, b) => b.length - a.length);
  const rest = names.reduce((left, name) => left.replaceAll(name, " "), text).replace(TIMES, " ");
  return (rest.match(/\d[\d,]*/g) ?? []).filter((number) => !known.includes(number.replaceAll(",", "")));
}

/** Clock times, dates and spans of time, which journeys compare as moments: "04:08:31", "2026-11-28", "12 min", "15 minutes", "3 h", "0.5 s". */
const TIMES = /\d{4}-\d\d-\d\d|\d\d?:\d\d(?::\d\d)?|\d+(?:\.\d+)? ?(?:ms|s|min|h|d|seconds?|minutes?|hours?|days?)\b/g;
