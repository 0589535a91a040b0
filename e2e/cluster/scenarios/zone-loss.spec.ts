import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "@/e2e/cluster/fixtures";
import { gatewayServices, isForAll, placedWorld } from "@/e2e/cluster/placed-worlds";
import type { RealCluster } from "@/e2e/cluster/real-cluster";
import { applied, endpoints, hostsOf, isOf, removed, withoutCrash } from "@/e2e/cluster/worlds-in-cluster";
import type { RecordedCluster } from "@/lib/testing/endpoint-recordings";
import { arbitraryRawWorld, type RawCaller, type RawObject } from "@/lib/testing/selection-worlds";

const WORLDS = Number(process.env.LOSS_WORLDS ?? 10);
const SEED = Number(process.env.LOSS_SEED ?? 11);
/** What was recorded is kept there, for the product's own test: `LOSS_RECORDINGS=.stolos/loss-worlds npm run unit -- recorded-losses`. */
const KEPT = ".stolos/loss-worlds";
const LEAST_LOST = 2;
const STILL_MS = 1_500;

/**
 * Random worlds of which a zone is lost: its machines and Pods are removed from the cluster, and what istiod sends then is kept beside the world as it was
 * before. `npm run test:cluster` has the product judge it: its what-if of that zone must leave the same.
 */
test("who answers once a zone's machines and Pods are gone, asked of a real istiod", async ({ realCluster }) => {
  test.setTimeout(10 * 60_000);
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  const worlds = fc.sample(arbitraryRawWorld, { seed: SEED, numRuns: WORLDS * 4 }).filter((world) => lostOf(world.objects).objects.length >= LEAST_LOST);
  const batch = worlds.slice(0, WORLDS);
  expect(batch).toHaveLength(WORLDS);
  const placed = batch.map((world, at) => placedWorld(withoutCrash(world), `l${at}`));
  const gateways = batch[0]?.gateways ?? [];
  const objects = await applied(realCluster, placed, { gateways, name: "l" });
  const ofWorld = placed.map((world) => ({ world, objects: objects.filter((one) => isOf(one, world.name) || isForAll(one)) }));
  const losses = ofWorld.map(({ world, objects: ours }) => ({ world, ours, ...lostOf(ours) }));
  for (const { objects: gone } of losses) await deleted(realCluster, gone);
  await wait(STILL_MS);
  const sent: number[] = [];
  for (const { world, ours, zone, objects: gone } of losses) {
    const hosts = new Set(ours.flatMap(hostsOf));
    const views: { readonly view: RawCaller; readonly clusters: Readonly<Record<string, RecordedCluster>> }[] = [];
    for (const view of world.views) views.push({ view, clusters: ofHosts(await settled(realCluster, view), hosts) });
    const lines = [
      ...[...ours, ...gatewayServices(gateways, "istio-system")].map((object) => ({ object })),
      { lost: `zone:${zone}`, gone: gone.length },
      ...views,
    ];
    writeFileSync(`${KEPT}/${world.name}.ndjson`, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
    sent.push(views.reduce((sum, { clusters }) => sum + Object.values(clusters).flatMap((one) => one.endpoints).length, 0));
  }
  await removed(realCluster, placed, "l");
  process.stdout.write(`${JSON.stringify({ worlds: losses.length, gone: losses.map(({ objects: gone }) => gone.length), endpointsLeft: sent })}\n`);
  // A comparison of nothing with nothing says nothing.
  expect(sent.filter((count) => count > 0).length).toBeGreaterThanOrEqual(WORLDS / 2);
});

/** The zone of a world in which most machines and Pods stand, and these: by their written locality, else the first of their labels that is there. */
function lostOf(objects: readonly RawObject[]): { readonly zone: string; readonly objects: readonly RawObject[] } {
  const byZone = new Map<string, RawObject[]>();
  for (const one of objects) {
    const [region = "", zone = ""] = localityOf(one).split("/");
    if (zone !== "") byZone.set(`${region}/${zone}`, [...(byZone.get(`${region}/${zone}`) ?? []), one]);
  }
  const [largest] = [...byZone].sort((a, b) => b[1].length - a[1].length);
  return { zone: largest?.[0] ?? "", objects: largest?.[1] ?? [] };
}

function localityOf({ kind, metadata, spec }: RawObject): string {
  if (kind !== "WorkloadEntry" && kind !== "Pod") return "";
  if (kind === "WorkloadEntry" && typeof spec.locality === "string" && spec.locality !== "") return spec.locality;
  const own = { ...(kind === "WorkloadEntry" ? (spec.labels as Readonly<Record<string, string>> | undefined) : {}), ...metadata.labels };
  const labelled = own["topology.istio.io/locality"] ?? own["istio-locality"] ?? "";
  return labelled.includes("/") ? labelled : labelled.replaceAll(".", "/");
}

async function deleted(cluster: RealCluster, gone: readonly RawObject[]): Promise<void> {
  for (const [kind, resource] of [
    ["WorkloadEntry", "workloadentries"],
    ["Pod", "pods"],
  ] as const) {
    for (const { metadata } of gone.filter((one) => one.kind === kind))
      await cluster.kubectl(`delete ${resource} ${metadata.name} -n ${metadata.namespace} --force --grace-period=0 --ignore-not-found`);
  }
}

/** An answer counts when the next one is equal: Pods reach istiod by another way than entries. */
async function settled(cluster: RealCluster, view: RawCaller): Promise<Readonly<Record<string, RecordedCluster>>> {
  let last = "";
  for (let attempt = 0; attempt < 20; attempt++) {
    const now = await endpoints(cluster, view);
    const text = JSON.stringify(now);
    if (text === last) return now;
    last = text;
    await wait(STILL_MS);
  }
  throw new Error(`${JSON.stringify(view)} does not come to rest`);
}

function ofHosts(clusters: Readonly<Record<string, RecordedCluster>>, hosts: ReadonlySet<string>): Readonly<Record<string, RecordedCluster>> {
  return Object.fromEntries(Object.entries(clusters).filter(([name]) => name.startsWith("outbound|") && hosts.has(name.split("|")[3] ?? "")));
}
