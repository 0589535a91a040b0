import { setTimeout as wait } from "node:timers/promises";
import { patchFromWire, WirePatch } from "@/lib/contract/views/frames";
import { atMost, print, told } from "@/lib/testing/figures";
import { startApi } from "./api";
import { startProduct } from "./product";
import { HUM } from "./traffic";

const EVENTS = 2_000;
const PER_SECOND = 100;

/** P5 from the inside: what one reader of a page of entries is sent for each change that shows, by part of the frames. */
export async function fanOut(entries: number): Promise<void> {
  const api = await startApi(entries);
  const product = startProduct(api.url);
  await product.live();
  const parts = new Map<string, number>();
  const count = (part: string, bytes: number) => parts.set(part, (parts.get(part) ?? 0) + bytes);
  const reader = product.subscribe((bytes) => countParts(new TextDecoder().decode(bytes), count));
  await wait(500);
  parts.clear();
  await api.events({ events: EVENTS, perSecond: PER_SECOND, mix: "hum", bare: false });
  await wait(200);
  const visible = EVENTS * (1 - HUM.renewed);
  const base = { part: "P5", entries };
  const frames = parts.get("frames") ?? 0;
  print(told({ ...base, metric: "frames of both views a second", value: frames / (EVENTS / PER_SECOND), unit: "/s" }));
  for (const part of ["envelope", "head", "rows that changed", "rows that came", "order", "beats"])
    print(told({ ...base, metric: `bytes per visible change, ${part}`, value: (parts.get(part) ?? 0) / visible, unit: "B" }));
  print(atMost(60, { ...base, metric: "bytes per visible change and reader, one process", value: (parts.get("all") ?? 0) / visible, unit: "B", floor: 20 }));
  reader.close();
  await product.stop();
  api.end();
}

function countParts(event: string, count: (part: string, bytes: number) => void): void {
  const all = Buffer.byteLength(event);
  count("all", all);
  if (event.startsWith("event: ")) return count("beats", all);
  const { head, set, order } = patchFromWire(WirePatch.parse(JSON.parse(event.slice(event.indexOf("[")))));
  const came = sizeOf(order?.filter((item) => typeof item === "object"));
  const parts = { head: sizeOf(head), "rows that changed": sizeOf(set), "rows that came": came, order: sizeOf(order) - came };
  count("frames", 1);
  for (const [part, bytes] of Object.entries(parts)) count(part, bytes);
  count("envelope", all - Object.values(parts).reduce((sum, bytes) => sum + bytes, 0));
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}
