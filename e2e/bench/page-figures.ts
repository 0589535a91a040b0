import { setTimeout as wait } from "node:timers/promises";
import type { Tab } from "./devtools";
import "./watch-page";

/** Runs in the page: what has been noted so far. */
export function notes(tab: Tab) {
  return tab.run(() => window.stolosBench);
}

/** Opens an address and waits until the page has drawn its first row and reads its stream. */
export async function load(tab: Tab, address: string): Promise<void> {
  await tab.send("Page.navigate", { url: address });
  await until(() => tab.run(() => (window.stolosBench?.firstRowAt ?? -1) > 0), `${address} shows no row.`);
  await until(() => tab.run(() => document.querySelector("[data-freshness=live]") !== null), `${address} never becomes live.`);
}

export async function until(isSo: () => Promise<boolean>, otherwise: string, patienceMs = 60_000): Promise<void> {
  for (const began = performance.now(); performance.now() - began < patienceMs; await wait(20)) if (await isSo().catch(() => false)) return;
  throw new Error(otherwise);
}

/** Bytes of heap in use after a collection, of the page and of the worker that holds its stream. */
export async function heapOf(tab: Tab): Promise<number> {
  const worker = await tab.worker();
  let bytes = 0;
  for (const one of worker === null ? [tab] : [tab, worker]) {
    await one.send("HeapProfiler.collectGarbage");
    bytes += Number((await one.send("Runtime.getHeapUsage")).usedSize);
  }
  return bytes;
}

/** The share of its time for which the main thread was busy while something else went on. */
export async function busyDuring<T>(tab: Tab, work: () => Promise<T>): Promise<{ readonly busy: number; readonly result: T }> {
  const before = await taskSeconds(tab);
  const began = performance.now();
  const result = await work();
  const passed = (performance.now() - began) / 1_000;
  return { busy: ((await taskSeconds(tab)) - before) / passed, result };
}

async function taskSeconds(tab: Tab): Promise<number> {
  const { metrics } = await tab.send("Performance.getMetrics");
  return (metrics as readonly { name: string; value: number }[]).find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

/** Presses a key as a person does. */
export async function press(tab: Tab, key: string): Promise<void> {
  const named = key.length > 1 ? { key, code: key, windowsVirtualKeyCode: KEY_CODES[key] ?? 0 } : { key, text: key };
  await tab.send("Input.dispatchKeyEvent", { type: "keyDown", ...named });
  await tab.send("Input.dispatchKeyEvent", { type: "keyUp", ...named });
}

const KEY_CODES: Readonly<Record<string, number>> = { Escape: 27, Backspace: 8, End: 35, Home: 36 };

/** Milliseconds from an act in the page until the frame in which what `words` selects reads differently. */
export async function untilDifferent(tab: Tab, selector: string, act: () => Promise<void>): Promise<number> {
  await tab.run((wanted) => {
    const textOf = () => [...document.querySelectorAll(wanted)].map((element) => element.textContent).join("\n");
    const before = textOf();
    Object.assign(window, {
      stolosAct: new Promise<number>((resolve) => {
        let began: number | null = null;
        const begin = (event: Event) => {
          began ??= event.timeStamp;
        };
        for (const type of ["keydown", "pointerdown", "wheel"]) window.addEventListener(type, begin, { capture: true });
        const look = () => {
          if (began === null || textOf() === before) return requestAnimationFrame(look);
          const from = began;
          return setTimeout(() => resolve(performance.now() - from));
        };
        requestAnimationFrame(look);
      }),
    });
  }, selector);
  await act();
  return Promise.race([
    tab.run(() => (window as unknown as { stolosAct: Promise<number> }).stolosAct),
    wait(20_000).then(() => {
      throw new Error(`Nothing changed in ${selector}.`);
    }),
  ]);
}

/** Clicks the middle of what a selector finds. */
export async function click(tab: Tab, selector: string): Promise<void> {
  const at = await tab.run((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box === undefined ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);
  if (at === null) throw new Error(`There is no ${selector}.`);
  for (const type of ["mousePressed", "mouseReleased"]) await tab.send("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
}
