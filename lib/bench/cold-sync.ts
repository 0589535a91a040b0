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
    const [reference, own, blocks]: [Spent[], Spent[], number[]] = [[], [], []];
    let equal = true;
    for (let round = 0; round < rounds; round++) {
      const arms = [
        async () => reference.push(await wholeList(api)),
        async () => {
          const sync = await synced(api, entries);
          own.push(sync.spent);
          blocks.push(sync.blockMs);
          equal &&= sync.equal;
        },
      ];
      for (const arm of round % 2 === 0 ? arms : arms.reverse()) await arm();
    }
    const ratio = (of: keyof Spent) => middle(own.map((spent, round) => spent[of] / (reference[round]?.[of] ?? Number.NaN)));
    const how = streamed ? "streamed list" : "pages of a list";
    const base = { part: "P1", entries };
    print(atMost(entries > 50_000 ? 0.8 : 0.95, { ...base, metric: `cold sync ÷ (download + JSON.parse), ${how}`, ...ratio("ms"), unit: "", floor: 1 }));
    print(told({ ...base, metric: `cold sync, ${how}`, ...middle(own.map(({ ms }) => ms)), unit: "ms", floor: middle(reference.map(({ ms }) => ms)).value }));
    print(told({ ...base, metric: `CPU of a cold sync ÷ CPU of download + JSON.parse, ${how}`, ...ratio("cpuMs"), unit: "" }));
    print(atMost(50, { ...base, metric: `longest block of the event loop, ${how}`, ...middle(blocks), unit: "ms" }));
    print(mustBe({ ...base, metric: `final state equals the source, ${how}`, value: equal }));
  }
  api.end();
}

interface Spent {
  readonly ms: number;
  readonly cpuMs: number;
}

/** What passes on the clock and of CPU time from now until the answer is asked for. */
function stopwatch(): () => Spent {
  globalThis.gc?.();
  const began = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { ms: performance.now() - began, cpuMs: (user + system) / 1_000 };
  };
}

async function wholeList(api: Api): Promise<Spent> {
  const spent = stopwatch();
  const answer = await fetch(api.url + PATH);
  const list: { items: unknown[] } = JSON.parse(Buffer.from(await answer.arrayBuffer()).toString());
  if (list.items.length === 0) throw new Error("The list is empty.");
  return spent();
}

async function synced(api: Api, entries: number): Promise<{ readonly spent: Spent; readonly blockMs: number; readonly equal: boolean }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const stop = stopwatch();
  // Not before: the stopwatch begins with a collection of all garbage, which blocks.
  delay.enable();
  const product = startProduct(api.url);
  await product.live();
  const reader = product.subscribe();
  const spent = stop();
  delay.disable();
  const equal = product.fleet.size === entries && reader.frames() > 2 && (await isSource(api, product.fleet));
  reader.close();
  await product.stop();
  return { spent, blockMs: delay.max / 1e6, equal };
}
