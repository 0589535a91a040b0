import { setTimeout as wait } from "node:timers/promises";
import { atMost, percentile, print, told } from "@/lib/testing/figures";
import type { Tab } from "./devtools";
import type { Scene } from "./list-table";
import { press, until, untilDifferent } from "./page-figures";
import { watchPage } from "./watch-page";
import type { Written } from "./writer";

const HEADLINE = "main h1";
const NAME = "bench-preview";
const KEYS = 10;

/** An edited selector: from each key to the frame in which the page says who comes and who goes. */
export async function previewTable({ part, entries, address, chromium, writer, cluster }: Scene & { readonly cluster: string }): Promise<void> {
  const { namespace, app, count } = largestOf(await writer.list());
  await writer.createService(namespace, NAME, { app });
  const tab = await chromium.open([watchPage]);
  const from = encodeURIComponent(`${cluster}/services/${namespace}/${NAME}`);
  await tab.send("Page.navigate", { url: `${address}/services/preview?from=${from}` });
  await until(() => tab.run((word) => document.querySelector("textarea")?.value.includes(word) === true, `app: ${app}`), "The object is never shown.");
  await until(() => tab.run((wanted) => document.querySelector(wanted)?.textContent !== "", HEADLINE), "The preview says nothing.");
  await wait(3_000);
  await caretBehind(tab, `app: ${app}`);
  const keys: number[] = [];
  // One letter more and the selector takes nobody; without it, everybody again.
  for (let at = 0; at < KEYS; at++) for (const key of ["9", "Backspace"]) keys.push(await untilDifferent(tab, HEADLINE, () => press(tab, key)));
  const figure = { part, entries, unit: "ms" };
  print(
    atMost(150, { ...figure, metric: `keystroke in the preview of a selector → who comes and goes, p50 (${count} machines)`, value: percentile(keys, 0.5) }),
  );
  print(told({ ...figure, metric: "keystroke in the preview of a selector → who comes and goes, p95", value: percentile(keys, 0.95) }));
  await tab.close();
}

/** Where most machines have one value of the label `app`. */
function largestOf(entries: readonly Written[]): { readonly namespace: string; readonly app: string; readonly count: number } {
  const counts = new Map<string, number>();
  for (const { metadata, spec } of entries) {
    const key = `${metadata.namespace} ${spec?.labels?.app ?? ""}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [[largest, count] = ["", 0]] = [...counts].filter(([key]) => !key.endsWith(" ")).sort((a, b) => b[1] - a[1]);
  const [namespace = "", app = ""] = largest.split(" ");
  if (count === 0) throw new Error("No entry of this fleet has a label app.");
  return { namespace, app, count };
}

async function caretBehind(tab: Tab, words: string): Promise<void> {
  await tab.run((before) => {
    const text = document.querySelector("textarea");
    if (text === null) throw new Error("There is no text.");
    const at = text.value.lastIndexOf(before) + before.length;
    text.focus();
    text.setSelectionRange(at, at);
  }, words);
}
