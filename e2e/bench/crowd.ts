import { setTimeout as wait } from "node:timers/promises";
import { atLeast, atMost, mustBe, percentile, print, told } from "@/lib/testing/figures";
import type { Chromium } from "./devtools";
import type { Inspected } from "./inspected";
import { load, notes } from "./page-figures";
import { sameAsSource } from "./same-as-source";
import { openReader } from "./stream-reader";
import { watchPage } from "./watch-page";
import type { Writer } from "./writer";

const READERS = 49;
const PER_SECOND = 100;
const SECONDS = 20;
const PROBES = 10;

/** What a page of entries asks for. */
const VIEWS = [
  { kind: "shell", query: "", offset: 0, limit: 0 },
  { kind: "entries", query: "", offset: 0, limit: 60 },
];

interface Crowd {
  readonly entries: number;
  readonly address: string;
  readonly chromium: Chromium;
  readonly writer: Writer;
  readonly dashboard: Inspected;
}

/** P4 and P5: one browser and 49 readers of the same views, at 100 changes a second. */
export async function crowd({ entries, address, chromium, writer, dashboard }: Crowd): Promise<void> {
  const tab = await chromium.open([watchPage]);
  await load(tab, `${address}/entries`);
  const readers = await Promise.all(Array.from({ length: READERS }, () => openReader(address)));
  await Promise.all(readers.map((reader) => reader.snapshots(VIEWS)));
  await wait(2_000);
  const before = { cpu: await dashboard.cpuMs(), at: performance.now(), frames: framesOf(readers), bytes: bytesOf(readers) };
  const run = await writer.play(PER_SECOND, SECONDS, PROBES);
  const seconds = (performance.now() - before.at) / 1_000;
  const cpu = ((await dashboard.cpuMs()) - before.cpu) / 1_000 / seconds;
  const frames = (framesOf(readers) - before.frames) / READERS;
  const bytes = (bytesOf(readers) - before.bytes) / READERS;
  await wait(1_000);
  const { seen } = await notes(tab);
  const latencies = [...run.probes].flatMap(([words, sentAt]) => ((seen[words] ?? -1) < 0 ? [] : [(seen[words] ?? 0) - sentAt]));
  // Three of ten changes turn a machine's health; the rest renew a connection, which shows nowhere but in its row.
  const visible = run.writes * 0.3 + run.probes.size * 0.7;
  const [pixel, fan] = [
    { part: "P4", entries },
    { part: "P5", entries },
  ];
  print(told({ ...pixel, metric: "change → pixel, p50", value: percentile(latencies, 0.5), unit: "ms", floor: 45 }));
  print(atMost(80, { ...pixel, metric: `change → pixel, p99 of ${latencies.length}`, value: percentile(latencies, 0.99), unit: "ms", floor: 76 }));
  print(atLeast(0.95 * PER_SECOND, { ...pixel, metric: "changes written a second (fewer: the run is void)", value: run.perSecond, unit: "/s" }));
  print(told({ ...pixel, metric: "probes overwritten or out of sight before a frame", value: run.probes.size - latencies.length, unit: "" }));
  print(atMost(0.25, { ...fan, metric: "dashboard's share of a core, 50 browsers", value: cpu, unit: "" }));
  print(atMost(20, { ...fan, metric: "frames a second and view", value: frames / seconds / VIEWS.length, unit: "/s" }));
  print(atMost(60, { ...fan, metric: "bytes of rows and head per visible change", value: bytes / visible, unit: "B", floor: 20 }));
  print(mustBe({ ...pixel, metric: "final state equals the source", value: await sameAsSource(address, writer) }));
  for (const reader of readers) reader.close();
  await tab.close();
}

function framesOf(readers: readonly { readonly frames: number }[]): number {
  return readers.reduce((sum, { frames }) => sum + frames, 0);
}

function bytesOf(readers: readonly { readonly bytes: number }[]): number {
  return readers.reduce((sum, { bytes }) => sum + bytes, 0);
}
