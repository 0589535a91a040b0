import type { JSHandle, Page } from "@playwright/test";

/** A table row with an element that this selector matches, or (null) no row at all. */
export interface Wanted {
  /** The name in the row. */
  readonly row: string;
  readonly has: string | null;
}

const PATIENCE_MS = 45_000;

/**
 * Resolves to the moment (milliseconds) at which a browser first painted a row as wanted. A MutationObserver in the page reports it, because polling
 * from here would add up to a second to every figure. Rejects with the HTML of the row.
 */
export function sighted(page: Page, wanted: Wanted): Promise<number> {
  return page.evaluate(
    ({ row, has, patienceMs }) =>
      new Promise<number>((resolve, reject) => {
        const rowElement = () => [...document.querySelectorAll("tbody tr")].find((found) => found.textContent?.includes(row)) ?? null;
        const look = () => {
          const found = rowElement();
          if (has === null ? found !== null : !found?.querySelector(has)) return;
          observer.disconnect();
          clearTimeout(late);
          requestAnimationFrame(() => resolve(Date.now()));
        };
        const observer = new MutationObserver(look);
        const late = setTimeout(() => {
          observer.disconnect();
          reject(new Error(`The row ${row} never ${has === null ? "left" : `had ${has}`}. It is: ${rowElement()?.innerHTML ?? "(no such row)"}`));
        }, patienceMs);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      }),
    { ...wanted, patienceMs: PATIENCE_MS },
  );
}

/** Watches that a row keeps a state from now on. The returned function lists every other state that the row had. */
export async function lapsesOf(page: Page, row: string, state: string): Promise<() => Promise<readonly string[]>> {
  const lapses: JSHandle<string[]> = await page.evaluateHandle(
    ([name, kept]) => {
      const heard: string[] = [];
      const look = () => {
        const found = [...document.querySelectorAll("tbody tr")].find((one) => one.textContent?.includes(name));
        const shown = found?.querySelector<HTMLElement>("[data-state-word]")?.dataset.stateWord ?? "(no such row)";
        if (shown !== kept) heard.push(shown);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      look();
      return heard;
    },
    [row, state] as const,
  );
  return () => lapses.jsonValue();
}
