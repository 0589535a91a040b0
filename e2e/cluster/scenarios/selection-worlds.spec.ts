import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "@/e2e/cluster/fixtures";
import { changeNetworks, type MeshConfigMap, meshConfigOf, readMeshConfig, restartWith, type SharedMesh } from "@/e2e/cluster/mesh-in-cluster";
import { gatewayServices, isForAll, type PlacedWorld, placedWorld } from "@/e2e/cluster/placed-worlds";
import type { RealCluster } from "@/e2e/cluster/real-cluster";
import { applied, endpoints, hostsOf, isOf, removed, withoutCrash } from "@/e2e/cluster/worlds-in-cluster";
import type { RecordedCluster } from "@/lib/testing/endpoint-recordings";
import { naiveDestinations } from "@/lib/testing/naive-selection";
import { RARE_FEATURES, SELECTION_FEATURES, worldFeatures } from "@/lib/testing/selection-features";
import { arbitraryMeshWorld, arbitraryWideWorld, type RawCaller, type RawObject, type RawWorld } from "@/lib/testing/selection-worlds";

const WORLDS = Number(process.env.SELECTION_WORLDS ?? 200);
/** Worlds of one batch are in the cluster together and share one istiod. */
const AT_ONCE = 10;
/** Times that a caller asks again if an answer differs, and the time in which a restarted istiod reads all objects. Milliseconds. */
const ATTEMPTS = 5;
const RESTART_MS = 5_000;
const SEED = Number(process.env.SELECTION_SEED ?? 3);
/** The answers, for the product's own tests: `ENDPOINT_RECORDINGS=.stolos/selection-worlds npm run unit -- recorded-endpoints`. */
const KEPT = ".stolos/selection-worlds";
/** Of the cluster itself. */
const OWN_GATEWAY = { network: "vpc-1", address: "203.0.113.10" };
/** The network of the cluster and its first zone: pages choose a caller there if nobody names one. */
const DEFAULT_PLACE = { network: "vpc-1", locality: "eu-central-1/eu-central-1a" };
const CLUSTER = { podNetwork: "vpc-1", nodeLocality: "eu-central-1/eu-central-1a/", views: [] };

interface Batch {
  readonly name: string;
  readonly shared: SharedMesh;
  readonly worlds: readonly PlacedWorld[];
}

/** Batches without settings of the mesh, and with them, in turn. Of those with settings of the mesh, ten share the first settings that have both an order by locality and gateways of `meshNetworks`. */
function batches(): readonly Batch[] {
  const count = Math.ceil(WORLDS / AT_ONCE);
  const plain = fc.sample(arbitraryWideWorld, { seed: SEED, numRuns: Math.ceil(count / 2) * AT_ONCE });
  const meshed = fc.sample(arbitraryMeshWorld, { seed: SEED, numRuns: Math.floor(count / 2) * AT_ONCE });
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor(at / 2) * AT_ONCE;
    const worlds = (at % 2 === 0 ? plain : meshed).slice(from, from + AT_ONCE);
    const usable = worlds.filter(isAccepted);
    const shared = usable.find((world) => at % 2 === 0 || hasRichMesh(world)) ?? usable[0];
    if (shared === undefined) throw new Error("A batch has a world that istiod accepts.");
    const placed = worlds.map((world, index) => placedWorld(withoutCrash(world, shared.mesh), `w${at * AT_ONCE + index}`));
    return { name: `b${at}`, shared, worlds: placed };
  });
}

/** istiod rejects a whole mesh configuration with `failover` and a label of a place in `failoverPriority`. */
function isAccepted({ mesh }: RawWorld): boolean {
  const { failover, failoverPriority } = mesh?.locality ?? {};
  return failover === undefined || !JSON.stringify(failoverPriority ?? []).includes("topology.kubernetes.io/");
}

const hasRichMesh = ({ gateways, mesh }: RawWorld) =>
  gateways.some(({ source }) => source === "meshNetworks") && mesh?.locality !== undefined && mesh.locality.enabled !== false;

/** Random worlds, ten at a time in one cluster. The endpoints that istiod sends are those of a second reading of its rules. */
test("sends callers the endpoints of the second reading in random worlds", async ({ realCluster }) => {
  test.setTimeout(15 * 60_000);
  mkdirSync(KEPT, { recursive: true });
  const coverage = new Map<string, number>();
  const differing: string[] = [];
  const base = await readMeshConfig(realCluster);
  try {
    for (const batch of batches()) {
      for (const features of await played(realCluster, base, { batch, differing })) {
        for (const feature of features) coverage.set(feature, (coverage.get(feature) ?? 0) + 1);
      }
    }
  } finally {
    await restartWith(realCluster, base);
  }
  test.info().annotations.push({ type: "coverage", description: JSON.stringify(Object.fromEntries(coverage)) });
  process.stdout.write(`${JSON.stringify({ worlds: WORLDS, differing: differing.length, coverage: Object.fromEntries(coverage) })}\n`);
  expect(differing).toEqual([]);
  // Of 200 each feature in ten at least, and each rare one in two; of fewer in proportion.
  for (const [feature, count] of coverage) expect([feature, count >= WORLDS / (RARE_FEATURES.includes(feature) ? 100 : 20)]).toEqual([feature, true]);
  expect([...coverage.keys()].sort()).toEqual([...SELECTION_FEATURES].sort());
});

/** Puts a batch into the cluster, compares the answers for each caller, and keeps them. Returns the features of each world. */
async function played(cluster: RealCluster, base: MeshConfigMap, { batch, differing }: { readonly batch: Batch; readonly differing: string[] }) {
  const { name, shared, worlds } = batch;
  const gateways = shared.gateways.filter(({ source }) => source === undefined);
  const before = meshConfigOf(base, shared);
  await restartWith(cluster, before);
  const objects = await applied(cluster, worlds, { gateways, name });
  const changed = () => (shared.sendsDnsToServiceGateways === true ? changeNetworks(cluster, before) : Promise.resolve(before));
  const config = await changed();
  const restart = async () => {
    await restartWith(cluster, before);
    await changed();
    await wait(RESTART_MS);
  };
  const features: (readonly string[])[] = [];
  for (const world of worlds) {
    const ours = objects.filter((one) => isOf(one, world.name) || isForAll(one));
    const raw = { ...shared, objects: ours, gateways: [OWN_GATEWAY, ...shared.gateways], ...CLUSTER };
    const answers: Answer[] = [];
    for (const view of [...world.views, ...defaultCallers(world)]) answers.push(await compared(cluster, raw, { view, differing, restart }));
    features.push(worldFeatures(ours, answers, shared));
    const usesServiceGatewaysForDns = shared.sendsDnsToServiceGateways === true;
    const kept = [...ours, config, ...gatewayServices(gateways, "istio-system")].map((object) => ({ object }));
    // The webhook can refuse every service of a world.
    if (ours.some(isService)) keep(world, [{ usesServiceGatewaysForDns }, ...kept, ...answers]);
  }
  await removed(cluster, worlds, name);
  return features;
}

const isService = ({ kind }: RawObject) => kind === "Service" || kind === "ServiceEntry";

/** One caller for each namespace with a Service or ServiceEntry. */
function defaultCallers({ objects }: PlacedWorld): readonly RawCaller[] {
  const namespaces = objects.filter(isService).map(({ metadata }) => metadata.namespace);
  return [...new Set(namespaces)].map((namespace) => ({ namespace, ...DEFAULT_PLACE }));
}

interface Answer {
  readonly view: RawCaller;
  readonly clusters: Readonly<Record<string, RecordedCluster>>;
}

interface Asked {
  readonly view: RawCaller;
  readonly differing: string[];
  readonly restart: () => Promise<void>;
}

/**
 * Asks until both agree, a few times: Pods reach istiod by another way than what was written last. The last time it asks an istiod that started after all objects:
 * a running process can keep an endpoint whose Pod failed, or an owner of a host name that is not the first any more.
 */
async function compared(cluster: RealCluster, world: RawWorld, { view, differing, restart }: Asked): Promise<Answer> {
  const expected = [...naiveDestinations(world, view)].map(([key, lines]) => [key, lines.map(asRecorded).sort()] as const).sort();
  const hosts = new Set(world.objects.flatMap(hostsOf));
  for (let attempt = 0; ; attempt++) {
    const all = await endpoints(cluster, view);
    const clusters = Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith("outbound|") && hosts.has(name.split("|")[3] ?? "")));
    const told = Object.entries(clusters)
      .map(([name, one]) => [name.replace("outbound|", ""), linesOf(one)] as const)
      .sort();
    const isEqual = JSON.stringify(told) === JSON.stringify(expected);
    if (!isEqual && attempt < ATTEMPTS) {
      if (attempt === ATTEMPTS - 1) await restart();
      else await wait(1_500);
      continue;
    }
    if (!isEqual)
      differing.push(
        JSON.stringify({
          view,
          told,
          expected,
          objects: world.objects.map(({ kind, metadata, spec }) => ({ kind, metadata: { ...metadata, managedFields: undefined }, spec })),
        }),
      );
    return { view, clusters };
  }
}

function linesOf({ endpoints: sent }: RecordedCluster): readonly string[] {
  return sent
    .map((one) =>
      [
        one.address.replace("unix://", ""),
        one.port ?? 0,
        one.health,
        one.weight ?? 0,
        one.locality ?? "",
        one.priority ?? 0,
        one.metadata?.["envoy.transport_socket_match/tlsMode"] ?? "",
      ].join(" "),
    )
    .sort();
}

/** The recorder writes a locality down to the last part that is set, and three at most. */
function asRecorded(line: string): string {
  const fields = line.split(" ");
  const [region = "", zone = "", subzone = ""] = (fields[4] ?? "").split("/");
  fields[4] = `${region}${zone || subzone ? `/${zone}` : ""}${subzone ? `/${subzone}` : ""}`;
  return fields.join(" ");
}

function keep({ name }: PlacedWorld, lines: readonly object[]): void {
  writeFileSync(`${KEPT}/${name}.ndjson`, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
}
