import { setTimeout as wait } from "node:timers/promises";
import { atLeast, atMost, mustBe, percentile, print, told } from "@/lib/testing/figures";
import type { Chromium } from "./devtools";
import type { Inspected } from "./inspected";
import { load, notes } from "./page-figures";
import { processShares } from "./process-shares";
import { startReaders } from "./readers";
import { sameAsSource } from "./same-as-source";
import { watchPage } from "./watch-page";
import type { Writer } from "./writer";

const READERS = 49;
const PER_SECOND = 100;
const SECONDS = 20;
const PROBES = 10;
const VIEWS = 2;
/**
 * The same work before anything is measured: code is compiled while it runs for the first time, and the record asks all rules about all machines
 * once (at 10,000 for some twenty seconds, with a tenth of a core).
 */
const WARM_SECONDS = 30;

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
  // By name: machines that turn ill would come first otherwise, and push the probes out of sight.
  await load(tab, `${address}/entries?sort=name`);
  const readers = await startReaders(address, READERS);
  await writer.play(PER_SECOND, WARM_SECONDS, PROBES);
  await wait(1_000);
  const before = { cpu: await dashboard.cpuMs(), at: performance.now(), ...(await readers.counts()) };
  const sharesSince = processShares();
  const run = await writer.play(PER_SECOND, SECONDS, PROBES);
  const seconds = (performance.now() - before.at) / 1_000;
  const shares = sharesSince();
  const cpu = ((await dashboard.cpuMs()) - before.cpu) / 1_000 / seconds;
  const after = await readers.counts();
  const frames = (after.frames - before.frames) / READERS;
  const bytes = (after.bytes - before.bytes) / READERS;
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
  print(atMost(0.6, { ...pixel, metric: "writer's share of a core (more: the run is void)", value: shares.get("writer") ?? 0, unit: "" }));
  for (const name of ["sandbox", "readers", "browser"]) print(told({ ...pixel, metric: `share of a core: ${name}`, value: shares.get(name) ?? 0, unit: "" }));
  print(told({ ...pixel, metric: "probes overwritten or out of sight before a frame", value: run.probes.size - latencies.length, unit: "" }));
  print(atMost(0.25, { ...fan, metric: "dashboard's share of a core, 50 browsers", value: cpu, unit: "" }));
  print(atMost(20, { ...fan, metric: "frames a second and view", value: frames / seconds / VIEWS, unit: "/s" }));
  print(atMost(60, { ...fan, metric: "bytes of rows and head per visible change", value: bytes / visible, unit: "B", floor: 20 }));
  const beats = (after.beatBytes - before.beatBytes) / READERS / seconds;
  print(told({ ...fan, metric: "bytes of beats a second and browser, whatever changes", value: beats, unit: "B/s" }));
  print(mustBe({ ...pixel, metric: "final state equals the source", value: await sameAsSource(address, writer) }));
  readers.end();
  await tab.close();
}
