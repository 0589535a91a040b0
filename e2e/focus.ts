import { expect, type Locator, type Page } from "@playwright/test";

/** What has the focus is on the screen and drawn differently from how it is without. */
export function focusIsSeen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return "nothing has the focus";
    const { width, height } = focused.getBoundingClientRect();
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
    const drawn = (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    return width > 0 && height > 0 && drawn ? "seen" : `${focused.tagName} ${focused.textContent?.slice(0, 40)} has no ring`;
  });
}

/** Goes from one control to the next with Tab alone, out of an editor with Escape before it, until one has the focus; each on the way is seen. */
export async function tabTo(page: Page, wanted: Locator, most = 150): Promise<void> {
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < most && !(await isThere()); step++) {
    if (await page.evaluate(() => document.activeElement?.classList.contains("cm-content") === true)) await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await focusIsSeen(page), `on the way to ${wanted}`).toBe("seen");
  }
  await expect(wanted).toBeFocused();
}
