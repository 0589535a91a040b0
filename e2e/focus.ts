import { expect, type Locator, type Page } from "@playwright/test";

const NOTHING_FOCUSED = "nothing has the focus";

/** What has the focus is on the screen and drawn differently from how it is without. */
export function focusIsSeen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return "nothing has the focus";
    const { width, height } = focused.getBoundingClientRect();
    const isOutlined = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
    };
    // Where a control is drawn by what it stands in, such as an editor, so is its ring.
    const around: Element[] = [];
    for (let element: Element | null = focused; element !== null && around.length < 6; element = element.parentElement) around.push(element);
    const drawn = around.some(isOutlined) || getComputedStyle(focused).boxShadow !== "none";
    return width > 0 && height > 0 && drawn ? "seen" : `${focused.tagName} ${focused.textContent?.slice(0, 40)} has no ring`;
  });
}

/** Goes from one control to the next with Tab alone, out of an editor with Escape before it, until one has the focus; each on the way is seen. */
export async function tabTo(page: Page, wanted: Locator, most = 150): Promise<void> {
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < most && !(await isThere()); step++) {
    if (await page.evaluate(() => document.activeElement?.classList.contains("cm-content") === true)) await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    // An editor draws its ring a moment later. Behind the last control are those of the browser, and then the first again.
    await expect.poll(async () => (await focusIsSeen(page)).replace(NOTHING_FOCUSED, "seen"), { message: `on the way to ${wanted}` }).toBe("seen");
  }
  await expect(wanted).toBeFocused();
}
