import { setTimeout as wait } from "node:timers/promises";
import { WATCH_TIMINGS } from "@/lib/server/watch/watch-timings";
import { atMost, mustBe, print, told } from "@/lib/testing/figures";
import { type Api, startApi } from "./api";
import { startProduct } from "./product";
import { isSource } from "./source";

const BROWSERS = 50;
const SECONDS = 20;
const DIGEST_MS = 4_000;

/** P14: what the API server is asked for with no browser and with fifty, and what the comparison with its own list costs. */
export async function apiLoad(entries: number): Promise<void> {
  const api = await startApi(entries);
  const base = { part: "P14", entries };
  const product = startProduct(api.url);
  await product.live();
  await wait(1_000);
  const without = await asked(api);
  const readers = Array.from({ length: BROWSERS }, () => product.subscribe());
  await api.events({ events: 100 * SECONDS, perSecond: 100, mix: "hum", bare: false });
  const after = await asked(api);
  for (const kind of ["workloadentries", "workloadgroups"]) {
    const [before, now] = [(purpose: string) => count(without, `${purpose} ${kind}`), (purpose: string) => count(after, `${purpose} ${kind}`)];
    print(atMost(1, { ...base, metric: `watches of ${kind} open at one time, ${BROWSERS} browsers`, value: now("most watch"), unit: "" }));
    print(atMost(0, { ...base, metric: `lists of ${kind} that ${BROWSERS} browsers and ${SECONDS} s added`, value: now("list") - before("list"), unit: "" }));
    // A stream that says nothing for twenty seconds is not believed: it is closed, and goes on from the version held, without a list.
    print(told({ ...base, metric: `watches of ${kind} that were silent and renewed in ${SECONDS} s`, value: now("watch") - before("watch"), unit: "" }));
  }
  const probes = [...after].filter(([purpose]) => purpose.startsWith("probe ")).reduce((sum, [, times]) => sum + times, 0);
  print(told({ ...base, metric: "probes of liveness a second, all kinds", value: probes / SECONDS, unit: "/s" }));
  print(mustBe({ ...base, metric: "final state equals the source", value: await isSource(api, product.fleet) }));
  for (const reader of readers) reader.close();
  await product.stop();
  await digest(api, base);
  api.end();
}

/** CPU of one comparison of everything held with a list of everything there is. */
async function digest(api: Api, base: { readonly part: string; readonly entries: number }): Promise<void> {
  const product = startProduct(api.url, { ...WATCH_TIMINGS, digestMs: DIGEST_MS });
  await product.live();
  const listsBefore = count(await asked(api), "list workloadentries");
  const before = process.cpuUsage();
  await wait(3 * DIGEST_MS);
  const { user, system } = process.cpuUsage(before);
  const lists = count(await asked(api), "list workloadentries") - listsBefore;
  const pages = Math.ceil(base.entries / 500);
  print(told({ ...base, metric: "CPU of one comparison with the server's own list", value: (user + system) / 1_000 / Math.max(1, lists / pages), unit: "ms" }));
  print(told({ ...base, metric: "pause between two comparisons", value: WATCH_TIMINGS.digestMs / 1_000, unit: "s" }));
  await product.stop();
}

function count(purposes: ReadonlyMap<string, number>, purpose: string): number {
  return purposes.get(purpose) ?? 0;
}

async function asked(api: Api): Promise<ReadonlyMap<string, number>> {
  return new Map((await (await fetch(`${api.url}/asked`)).json()) as [string, number][]);
}
