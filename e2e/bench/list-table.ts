import { setTimeout as wait } from "node:timers/promises";
import { atLeast, atMost, mustBe, percentile, print, told } from "@/lib/testing/figures";
import type { CountingDoor } from "./counting-door";
import type { Chromium, Tab } from "./devtools";
import { busyDuring, click, heapOf, load, notes, press, until, untilDifferent } from "./page-figures";
import { sameAsSource } from "./same-as-source";
import { watchPage } from "./watch-page";
import type { Run, Writer } from "./writer";

/** One fleet, seen by one browser through a door that counts. */
export interface Scene {
  readonly part: string;
  readonly entries: number;
  readonly address: string;
  readonly door: CountingDoor;
  readonly chromium: Chromium;
  readonly writer: Writer;
  readonly rounds: number;
}

const MB = 1_000_000;
const ROWS = "tbody tr[aria-rowindex]";
const NAMES = "tbody tr[aria-rowindex] a[href^='/c/']";
const SUMMARY = "main [role=status].tabular-nums";
const SECONDS = 20;

/** The list of entries: loading, typing, standing still, and being changed under the reader's eyes. */
export async function listTable(scene: Scene): Promise<void> {
  const figure = { part: scene.part, entries: scene.entries };
  const tab = await loads(scene, `${scene.address}/entries?sort=state`);
  await wait(3_000);
  const afterLoad = await tab.run(() => performance.now());
  const idle = await busyDuring(tab, () => wait(10_000));
  print(atMost(0.01, { ...figure, metric: "main thread busy, idle fleet", value: idle.busy, unit: "" }));
  const keys: number[] = [];
  await tab.run(() => document.querySelector<HTMLInputElement>("[data-filter]")?.focus());
  for (const key of ["7", "3", "q", "8", "9"]) {
    keys.push(await untilDifferent(tab, SUMMARY, () => press(tab, key)));
    await untilDifferent(tab, SUMMARY, () => press(tab, "Escape"));
  }
  print(atMost(150, { ...figure, metric: "keystroke in the filter → rows", value: percentile(keys, 0.5), unit: "ms" }));
  await changesUnder(scene, tab, 20);
  await changesUnder(scene, tab, 100);
  await visits(scene, tab);
  const late = (await notes(tab)).longTasks.filter(({ at, ms }) => at > afterLoad && ms > 50);
  print(atMost(0, { ...figure, metric: "tasks over 50 ms after load", value: late.length, unit: "" }));
  if (late.length > 0) print(told({ ...figure, metric: "longest task after load", value: Math.max(...late.map(({ ms }) => ms)), unit: "ms" }));
  await tab.close();
  await detail(scene, await scene.chromium.open([watchPage]));
}

/** Loads the page in browsers that know nothing; the last of them stays open. */
async function loads({ part, entries, door, chromium, rounds }: Scene, address: string): Promise<Tab> {
  const figure = { part, entries };
  const seen: { firstRow: number; sent: number; decoded: number; longTotal: number; longest: number; heap: number; shift: number }[] = [];
  let last: Tab | null = null;
  for (let round = 0; round < rounds; round++) {
    await last?.close();
    last = await chromium.open([watchPage]);
    const before = door.sent();
    await load(last, address);
    await wait(2_000);
    const { firstRowAt, longTasks, shifts } = await notes(last);
    const sent = door.sent() - before;
    const unpacked = await last.run(() =>
      ([...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")] as PerformanceResourceTiming[]).reduce(
        (sum, { encodedBodySize, decodedBodySize }) => sum + decodedBodySize - encodedBodySize,
        0,
      ),
    );
    const tasks = longTasks.map(({ ms }) => ms);
    const long = { longTotal: tasks.reduce((sum, ms) => sum + ms, 0), longest: Math.max(0, ...tasks) };
    seen.push({ firstRow: firstRowAt ?? Number.NaN, sent, decoded: sent + unpacked, ...long, heap: await heapOf(last), shift: shifts.value });
  }
  const median = (name: keyof (typeof seen)[number]) =>
    percentile(
      seen.map((one) => one[name]),
      0.5,
    );
  print(atMost(1_000, { ...figure, metric: "navigation → first row of the entries list, cold", value: median("firstRow"), unit: "ms" }));
  print(atMost(0.6, { ...figure, metric: "transferred, stream and all", value: median("sent") / MB, unit: "MB" }));
  print(atMost(2, { ...figure, metric: "decoded", value: median("decoded") / MB, unit: "MB" }));
  print(atMost(30, { ...figure, metric: "JS heap after load, page and worker", value: median("heap") / MB, unit: "MB" }));
  print(atMost(300, { ...figure, metric: "long tasks while loading, total", value: median("longTotal"), unit: "ms" }));
  print(atMost(100, { ...figure, metric: "long tasks while loading, longest", value: median("longest"), unit: "ms" }));
  print(atMost(0.01, { ...figure, metric: "layout shift while loading", value: median("shift"), unit: "" }));
  if (last === null) throw new Error("At least one round is needed.");
  return last;
}

/** The writer at work for a while: what the page shows of it, how soon, and what that costs. */
async function changesUnder({ part, entries, writer }: Scene, tab: Tab, perSecond: number): Promise<void> {
  const figure = { part, entries };
  const worker = await tab.worker();
  let streams = 0;
  await worker?.send("Network.enable");
  worker?.on("Network.requestWillBeSent", ({ request }) => {
    const { method, url } = request as { method: string; url: string };
    if (method === "GET" && url.endsWith("/api/live")) streams++;
  });
  const { busy, result: run } = await busyDuring(tab, () => writer.play(perSecond, SECONDS));
  await wait(1_500);
  const { seen } = await notes(tab);
  const latencies = latenciesOf(run, seen);
  const at = `at ${perSecond}/s`;
  print(atLeast(0.95 * perSecond, { ...figure, metric: `changes written a second, ${at} (fewer: the run is void)`, value: run.perSecond, unit: "/s" }));
  print(atMost(perSecond === 20 ? 0.05 : 0.1, { ...figure, metric: `main thread busy ${at}`, value: busy, unit: "" }));
  print(atMost(100, { ...figure, metric: `change → visible row ${at}, p50`, value: percentile(latencies, 0.5), unit: "ms" }));
  print(atMost(200, { ...figure, metric: `change → visible row ${at}, p95`, value: percentile(latencies, 0.95), unit: "ms" }));
  print(atMost(0, { ...figure, metric: `probes never seen ${at}, of ${run.probes.size}`, value: run.probes.size - latencies.length, unit: "" }));
  print(atMost(30, { ...figure, metric: `JS heap after ${SECONDS} s of changes ${at}`, value: (await heapOf(tab)) / MB, unit: "MB" }));
  print(atMost(0, { ...figure, metric: `streams opened again ${at}`, value: streams, unit: "" }));
}

function latenciesOf(run: Run, seen: Readonly<Record<string, number>>): number[] {
  return [...run.probes].flatMap(([words, sentAt]) => {
    const seenAt = seen[words];
    return seenAt === undefined || seenAt < 0 ? [] : [seenAt - sentAt];
  });
}

/** P9: a reader at work on the list while a hundred changes a second go on. */
export async function reading(scene: Scene): Promise<void> {
  const { part, entries, address, chromium, writer } = scene;
  const tab = await chromium.open([watchPage]);
  await load(tab, `${address}/entries?sort=state`);
  await wait(3_000);
  const from = await tab.run(() => performance.now());
  const [run] = await Promise.all([writer.play(100, SECONDS), visits(scene, tab)]);
  const late = (await notes(tab)).longTasks.filter(({ at, ms }) => at > from && ms > 50);
  print(atLeast(95, { part, entries, metric: "changes written a second meanwhile (fewer: the run is void)", value: run.perSecond, unit: "/s" }));
  print(atMost(0, { part, entries, metric: "tasks over 50 ms after load", value: late.length, unit: "" }));
  print(mustBe({ part, entries, metric: "final state equals the source", value: await sameAsSource(address, writer) }));
  await tab.close();
}

/** Sorting, a facet, scrolling and a jump to the end, each until its rows are there. */
async function visits({ part, entries }: Scene, tab: Tab): Promise<void> {
  const figure = { part, entries };
  const acts: readonly (readonly [string, () => Promise<number>])[] = [
    ["sort by name", () => untilDifferent(tab, NAMES, () => click(tab, "th:nth-of-type(2) button"))],
    ["sort the other way", () => untilDifferent(tab, NAMES, () => click(tab, "th:nth-of-type(2) button"))],
    ["pick a facet", () => untilDifferent(tab, SUMMARY, () => click(tab, "section[aria-label='Filter by zone'] button"))],
    ["leave it", () => untilDifferent(tab, SUMMARY, () => click(tab, "section[aria-label='Filter by zone'] button"))],
  ];
  for (const [what, act] of acts) print(atMost(150, { ...figure, metric: `${what} → list`, value: await act(), unit: "ms" }));
  const dropped = await scroll(tab);
  print(atMost(0.02, { ...figure, metric: "frames dropped in 10 s of scrolling", value: dropped, unit: "" }));
  const began = performance.now();
  await tab.run(() => scrollTo(0, document.documentElement.scrollHeight));
  await until(
    () =>
      tab.run(({ rows, total }) => [...document.querySelectorAll(rows)].some((row) => Number(row.getAttribute("aria-rowindex")) >= total), {
        rows: ROWS,
        total: entries - 5,
      }),
    "The end of the list never came.",
  );
  print(atMost(300, { ...figure, metric: "jump to the end → rows", value: performance.now() - began, unit: "ms" }));
  print(atMost(60, { ...figure, metric: "row elements", value: await tab.run((rows) => document.querySelectorAll(rows).length, ROWS), unit: "" }));
  print(mustBe({ ...figure, metric: "still live", value: await tab.run(() => document.querySelector("[data-freshness=live]") !== null) }));
}

/** Scrolls for ten seconds; the share of frames that came late, against the frames of the same page at rest. */
async function scroll(tab: Tab): Promise<number> {
  return tab.run(async () => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let [late, all] = [0, 0];
    let last = await frame();
    for (const began = last; last - began < 10_000; ) {
      scrollBy(0, 40);
      const now = await frame();
      all++;
      if (now - last > 25) late += Math.round((now - last) / 16.7) - 1;
      last = now;
    }
    return late / Math.max(1, all + late);
  });
}

/** The page of one machine: its content, and how soon a change shows there. */
async function detail(scene: Scene, tab: Tab): Promise<void> {
  const { part, entries, chromium, writer, address, rounds } = scene;
  const figure = { part, entries };
  const [probe] = writer.probed;
  if (probe === undefined) throw new Error("The writer has no probe.");
  const cluster = await clusterOf(tab, address);
  // A list that is live beside it is not what a reader of this page pays for.
  await tab.close();
  const page = `${address}/c/${encodeURIComponent(cluster)}/entries/${probe.metadata.namespace}/${probe.metadata.name}`;
  const content: number[] = [];
  let last: Tab | null = null;
  for (let round = 0; round < rounds; round++) {
    await last?.close();
    last = await chromium.open([watchPage]);
    await load(last, page);
    content.push((await notes(last)).firstRowAt ?? Number.NaN);
  }
  print(atMost(800, { ...figure, metric: "detail page of one entry: content", value: percentile(content, 0.5), unit: "ms" }));
  // What is written before the page has its stream is told together, as one state.
  await wait(2_000);
  const sent = new Map<string, number>();
  for (let at = 0; at < 40; at++) {
    const words = `bench-99-${at}.`;
    sent.set(words, Date.now());
    await writer.probeOne(words);
    await wait(150);
  }
  await wait(500);
  const latencies = last === null ? [] : latenciesOf({ probes: sent, writes: 0, perSecond: 0 }, (await notes(last)).seen);
  print(atMost(57, { ...figure, metric: "change → detail page, p50", value: percentile(latencies, 0.5), unit: "ms" }));
  print(atMost(78, { ...figure, metric: "change → detail page, p95", value: percentile(latencies, 0.95), unit: "ms" }));
  print(atMost(0, { ...figure, metric: "changes never seen on the detail page, of 40", value: 40 - latencies.length, unit: "" }));
  await last?.close();
}

/** The cluster's name, as the pages' own links have it. */
async function clusterOf(tab: Tab, address: string): Promise<string> {
  await load(tab, `${address}/entries?sort=state`);
  return tab.run(() => decodeURIComponent(document.querySelector("tbody a[href^='/c/']")?.getAttribute("href")?.split("/")[2] ?? ""));
}
