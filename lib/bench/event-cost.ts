import { setTimeout as wait } from "node:timers/promises";
import { request } from "undici";
import { atMost, middle, mustBe, print, told } from "@/lib/testing/figures";
import { type Api, startApi } from "./api";
import { fleetOf } from "./fleet-objects";
import { type Product, startProduct } from "./product";
import { isSource } from "./source";
import { HUM, RENEWALS, Traffic } from "./traffic";

const EVENTS = 4_000;
const PER_SECOND = 1_000;
/** Of a plain pipeline without views, on a quiet machine; microseconds. */
const PIPELINE_FLOOR = 52;
const MIXES = { hum: HUM, renewals: RENEWALS } as const;

/** P3: CPU of one event from the API server's socket to the encoded frame, against parsing the same event once. */
export async function eventCost(entries: number): Promise<void> {
  const api = await startApi(entries);
  const product = startProduct(api.url);
  await product.live();
  const reader = product.subscribe();
  const base = { part: "P3", entries };
  // The first rounds compile the code.
  for (const mix of ["hum", "renewals", "hum"] as const) await round(api, product, mix);
  for (const mix of ["hum", "renewals"] as const) {
    const [own, ratios, bareRatios, busy]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let at = 0; at < 3; at++) {
      const before = await bareRound(api, mix);
      const spent = await round(api, product, mix);
      const after = await bareRound(api, mix);
      own.push(spent.microseconds);
      bareRatios.push((2 * spent.microseconds) / (before + after));
      ratios.push(spent.microseconds / parsing(entries, mix));
      busy.push(spent.busy);
    }
    const what = mix === "hum" ? "events of a humming fleet" : "events that show nowhere";
    print(told({ ...base, metric: `CPU per event, ${what}`, ...middle(own), unit: "µs", floor: PIPELINE_FLOOR }));
    print(atMost(mix === "hum" ? 3 : 1.5, { ...base, metric: `CPU per event ÷ JSON.parse of it, ${what}`, ...middle(ratios), unit: "" }));
    print(told({ ...base, metric: `CPU per event ÷ reading its line from a socket and parsing it, ${what}`, ...middle(bareRatios), unit: "" }));
    print(atMost(0.6, { ...base, metric: `share of a core that the sender used, ${what}`, ...middle(busy), unit: "" }));
  }
  print(mustBe({ ...base, metric: "final state equals the source", value: await isSource(api, product.fleet) }));
  reader.close();
  await product.stop();
  api.end();
}

async function round(api: Api, product: Product, mix: keyof typeof MIXES): Promise<{ readonly microseconds: number; readonly busy: number }> {
  globalThis.gc?.();
  const before = process.cpuUsage();
  const { busy } = await api.events({ events: EVENTS, perSecond: PER_SECOND, mix, bare: false });
  await wait(150);
  const { user, system } = process.cpuUsage(before);
  if (product.fleet.size === 0) throw new Error("The fleet is empty.");
  return { microseconds: (user + system) / EVENTS, busy };
}

/** CPU microseconds of a program that reads the same kind of stream, at the same rate, and does nothing but parse its lines. */
async function bareRound(api: Api, mix: keyof typeof MIXES): Promise<number> {
  const { body } = await request(`${api.url}/bare`);
  let rest = "";
  body.setEncoding("utf8");
  body.on("data", (part: string) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) JSON.parse(line);
  });
  body.on("error", () => undefined);
  const before = process.cpuUsage();
  await api.events({ events: EVENTS, perSecond: PER_SECOND, mix, bare: true });
  await wait(150);
  const { user, system } = process.cpuUsage(before);
  body.destroy();
  return (user + system) / EVENTS;
}

/** CPU microseconds of parsing one such event, warm. */
function parsing(entries: number, mix: keyof typeof MIXES): number {
  const traffic = new Traffic(fleetOf(Math.min(entries, 1_000)), 7);
  const lines = Array.from({ length: EVENTS }, () => traffic.line(MIXES[mix]));
  const before = process.cpuUsage();
  for (const line of lines) JSON.parse(line);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / lines.length;
}
