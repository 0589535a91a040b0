import { setTimeout as wait } from "node:timers/promises";
import { type NamespaceScope, scopeFromPermissions, type Viewer, type WatchedKind } from "@/lib/domain/source/scope";
import { inhabitedNamespaces } from "@/lib/server/fleet/inhabited-namespaces";
import { middle, print, told } from "@/lib/testing/figures";
import { type Api, startApi } from "./api";
import { CLUSTER, type Product, startProduct, VIEWER } from "./product";

const READERS = 40;
const PER_SECOND = 100;
const EVENTS = 800;
const ROUNDS = 3;

/** Who reads: nobody, forty people who see the same, or forty of whom no two do. */
type Arm = "nobody" | "one scope" | "forty scopes";
const ARMS: readonly Arm[] = ["nobody", "one scope", "forty scopes"];

interface Cost {
  /** Share of a core, in percent. */
  readonly cpu: number;
  readonly heapBytes: number;
}

/** P15: what a distinct scope costs, in CPU at 100 changes a second and in memory, against as many readers of one scope; in turns. */
export async function scopes(entries: number): Promise<void> {
  const api = await startApi(entries);
  const product = startProduct(api.url);
  await product.live();
  await measured(api, product, "forty scopes");
  const costs = new Map<Arm, Cost[]>(ARMS.map((arm) => [arm, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const arm of round % 2 === 0 ? ARMS : ARMS.toReversed()) costs.get(arm)?.push(await measured(api, product, arm));
  const of = (arm: Arm, what: keyof Cost) => middle((costs.get(arm) ?? []).map((cost) => cost[what]));
  const base = { part: "P15", entries };
  for (const arm of ARMS) print(told({ ...base, metric: `CPU at ${PER_SECOND} changes a second, readers: ${arm}`, ...of(arm, "cpu"), unit: "%" }));
  const more = (what: keyof Cost) => of("forty scopes", what).value - of("one scope", what).value;
  print(told({ ...base, metric: "CPU of one more distinct scope", value: more("cpu") / (READERS - 1), unit: "%" }));
  print(told({ ...base, metric: "memory of one more distinct scope", value: more("heapBytes") / (READERS - 1) / 1_024, unit: "KiB" }));
  const [whole, apart] = [of("one scope", "cpu").value, of("forty scopes", "cpu").value];
  print(told({ ...base, metric: `CPU of ${READERS} scopes ÷ CPU of ${READERS} readers of one`, value: apart / whole, unit: "" }));
  await product.stop();
  api.end();
}

async function measured(api: Api, product: Product, arm: Arm): Promise<Cost> {
  const heapBefore = heapNow();
  const people = arm === "nobody" ? [] : Array.from({ length: READERS }, (_, at) => (arm === "one scope" ? VIEWER : viewerOf(product, at)));
  if (new Set(people.map(({ scope }) => scope.key)).size !== (arm === "forty scopes" ? READERS : Math.min(1, people.length)))
    throw new Error("The scopes are not as told.");
  const streams = people.map((viewer) => product.subscribe(undefined, viewer));
  // Views are computed in turns.
  await wait(2_000);
  const heapBytes = heapNow() - heapBefore;
  const began = performance.now();
  const before = process.cpuUsage();
  await api.events({ events: EVENTS, perSecond: PER_SECOND, mix: "hum", bare: false });
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 10 / (performance.now() - began);
  if (streams.some((stream) => stream.frames() < EVENTS / PER_SECOND)) throw new Error("A reader was told too little.");
  for (const stream of streams) stream.close();
  await wait(500);
  return { cpu, heapBytes };
}

/** Somebody who sees half of the namespaces, and no other half as anybody else. */
function viewerOf({ fleet }: Product, at: number): Viewer {
  const names = inhabitedNamespaces(fleet, CLUSTER);
  const seen = names
    .filter((_, index) => (index + names.length - (at % names.length)) % names.length < names.length / 2 - Math.floor(at / names.length))
    .sort();
  const kinds = new Map<WatchedKind, NamespaceScope>([
    ["workloadentries", seen],
    ["workloadgroups", seen],
    ["pods", "all"],
    ["namespaces", seen],
  ]);
  return { subject: `somebody ${at}`, scope: scopeFromPermissions(new Map([[CLUSTER, kinds]])), mayWrite: false };
}

function heapNow(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
