import { expect, type Page } from "@playwright/test";

/** What a page told a screen reader, and when it was marked as stale or not, in milliseconds of its own clock. */
interface Heard {
  readonly said: readonly { readonly words: string; readonly at: number }[];
  readonly marked: readonly { readonly stale: boolean; readonly at: number }[];
}

declare global {
  interface Window {
    heardByEar?: { said: { words: string; at: number }[]; marked: { stale: boolean; at: number }[] };
  }
}

/** From now on, notes each text that appears in a live region, and each turn of the page's mark. */
export function listenByEar(page: Page): Promise<void> {
  return page.evaluate(() => {
    const heard: NonNullable<Window["heardByEar"]> = { said: [], marked: [] };
    window.heardByEar = heard;
    for (const region of document.querySelectorAll("p[role=alert], p[role=status]")) {
      const note = () => {
        const words = region.textContent ?? "";
        if (words !== "") heard.said.push({ words, at: performance.now() });
      };
      new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
    }
    const root = document.documentElement;
    const mark = () => heard.marked.push({ stale: root.hasAttribute("data-stale"), at: performance.now() });
    new MutationObserver(mark).observe(root, { attributeFilter: ["data-stale"] });
  });
}

/** A second is what may lie between what is seen and what is heard; a busy machine may take half of one more to tell it. */
const WITHIN_MS = 1_500;

/** Expects the last turn of the page to have been told with these words: once, and within a second of when it was seen. */
export async function expectTold(page: Page, words: RegExp, stale: boolean): Promise<void> {
  const heard = (): Promise<Heard> => page.evaluate(() => window.heardByEar ?? { said: [], marked: [] });
  const told = (all: Heard) => all.said.filter((one) => words.test(one.words));
  await expect.poll(async () => told(await heard()).length, { message: `${words} is told` }).toBe(1);
  const all = await heard();
  const turned = all.marked.findLast((one) => one.stale === stale);
  const [first] = told(all);
  expect((first?.at ?? 0) - (turned?.at ?? Number.NEGATIVE_INFINITY), `${words}: from the sight to the ear, in ms`).toBeLessThan(WITHIN_MS);
}
