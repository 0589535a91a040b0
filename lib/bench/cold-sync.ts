import { monitorEventLoopDelay } from "node:perf_hooks";
import { atMost, middle, mustBe, print, told } from "@/lib/testing/figures";
import { type Api, startApi } from "./api";
import { startProduct } from "./product";
import { isSource } from "./source";

const PATH = "/apis/networking.istio.io/v1/workloadentries";

/** P1: from the start to the first snapshot of all entries, against downloading the list and parsing it at once; in turns, ABBA. */
export async function coldSync(entries: number): Promise<void> {
  const api = await startApi(entries);
  const rounds = entries > 50_000 ? 3 : 7;
  await wholeList(api);
  await synced(api, entries);
  for (const streamed of [true, false]) {
    api.order({ streamed });
    const [reference, own, blocks]: [number[], number[], number[]] = [[], [], []];
    let equal = true;
    for (let round = 0; round < rounds; round++) {
      const arms = [
        async () => reference.push(await wholeList(api)),
        async () => {
          const sync = await synced(api, entries);
          own.push(sync.ms);
          blocks.push(sync.blockMs);
          equal &&= sync.equal;
        },
      ];
      for (const arm of round % 2 === 0 ? arms : arms.reverse()) await arm();
    }
    const ratio = middle(own.map((ms, round) => ms / (reference[round] ?? Number.NaN)));
    const how = streamed ? "streamed list" : "pages of a list";
    const base = { part: "P1", entries };
    print(atMost(entries > 50_000 ? 0.8 : 0.95, { ...base, metric: `cold sync ÷ (download + JSON.parse), ${how}`, ...ratio, unit: "", floor: 1 }));
    print(told({ ...base, metric: `cold sync, ${how}`, ...middle(own), unit: "ms", floor: middle(reference).value }));
    print(atMost(50, { ...base, metric: `longest block of the event loop, ${how}`, ...middle(blocks), unit: "ms" }));
    print(mustBe({ ...base, metric: `final state equals the source, ${how}`, value: equal }));
  }
  api.end();
}

async function wholeList(api: Api): Promise<number> {
  globalThis.gc?.();
  const began = performance.now();
  const answer = await fetch(api.url + PATH);
  const list: { items: unknown[] } = JSON.parse(Buffer.from(await answer.arrayBuffer()).toString());
  if (list.items.length === 0) throw new Error("The list is empty.");
  return performance.now() - began;
}

async function synced(api: Api, entries: number): Promise<{ readonly ms: number; readonly blockMs: number; readonly equal: boolean }> {
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  const product = startProduct(api.url);
  await product.live();
  const reader = product.subscribe();
  const ms = performance.now() - began;
  delay.disable();
  const equal = product.fleet.store.size === entries && reader.frames() > 2 && (await isSource(api, product.fleet));
  reader.close();
  await product.stop();
  return { ms, blockMs: delay.max / 1e6, equal };
}
