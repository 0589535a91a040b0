import type { JSHandle, Page } from "@playwright/test";

/** A table row that has all these words, or (null) no row at all. */
export interface Wanted {
  /** Words that name the row. */
  readonly row: string;
  readonly words: readonly string[] | null;
}

const PATIENCE_MS = 45_000;

/**
 * Resolves to the moment (milliseconds) at which a browser first painted a row as wanted. An observer in the page tells it:
 * to ask again and again from here would add up to a second to every figure. Rejects with what the row reads instead.
 */
export function sighted(page: Page, wanted: Wanted): Promise<number> {
  return page.evaluate(
    ({ row, words, patienceMs }) =>
      new Promise<number>((resolve, reject) => {
        const rowText = () => [...document.querySelectorAll("tbody tr")].find((found) => found.textContent?.includes(row))?.textContent ?? null;
        const isSeen = (text: string | null) => (words === null ? text === null : text !== null && words.every((word) => text.includes(word)));
        const look = () => {
          if (!isSeen(rowText())) return;
          observer.disconnect();
          clearTimeout(late);
          requestAnimationFrame(() => resolve(Date.now()));
        };
        const observer = new MutationObserver(look);
        const late = setTimeout(() => {
          observer.disconnect();
          reject(new Error(`The row ${row} never read ${words === null ? "nothing" : words.join(", ")}. It reads: ${rowText() ?? "(no such row)"}`));
        }, patienceMs);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    { ...wanted, patienceMs: PATIENCE_MS },
  );
}

/** Watches that a row keeps a word from now on; asked later, it tells every text in which the row had lost it. */
export async function lapsesOf(page: Page, row: string, word: string): Promise<() => Promise<readonly string[]>> {
  const lapses: JSHandle<string[]> = await page.evaluateHandle(
    ([name, kept]) => {
      const heard: string[] = [];
      const look = () => {
        const text = [...document.querySelectorAll("tbody tr")].find((found) => found.textContent?.includes(name))?.textContent ?? "(no such row)";
        if (!text.includes(kept)) heard.push(text);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      look();
      return heard;
    },
    [row, word] as const,
  );
  return () => lapses.jsonValue();
}
