import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "@/e2e/cluster/fixtures";
import { gatewayServices, isForAll, type PlacedWorld, placedWorld } from "@/e2e/cluster/placed-worlds";
import type { RealCluster } from "@/e2e/cluster/real-cluster";
import { applied, endpoints, hostsOf, isOf, removed, withoutCrash } from "@/e2e/cluster/worlds-in-cluster";
import type { RecordedCluster } from "@/lib/testing/endpoint-recordings";
import { naiveDestinations } from "@/lib/testing/naive-selection";
import { SELECTION_FEATURES, worldFeatures } from "@/lib/testing/selection-features";
import { arbitraryWideWorld, type RawCaller, type RawWorld } from "@/lib/testing/selection-worlds";

const WORLDS = Number(process.env.SELECTION_WORLDS ?? 200);
const AT_ONCE = 20;
const SEED = Number(process.env.SELECTION_SEED ?? 3);
/** What was recorded is kept there, for the product's own test: `ENDPOINT_RECORDINGS=.stolos/selection-worlds npm run unit -- recorded-endpoints`. */
const KEPT = ".stolos/selection-worlds";
/** Of the cluster itself. */
const OWN_GATEWAY = { network: "vpc-1", address: "203.0.113.10" };
/** The network of the cluster and its first zone: pages choose a caller there if nobody names one. */
const DEFAULT_PLACE = { network: "vpc-1", locality: "eu-central-1/eu-central-1a" };

/** Random worlds, twenty at a time in one cluster: what istiod sends is what a second reading of its rules says. */
test("who answers in random worlds, asked of a real istiod", async ({ realCluster }) => {
  test.setTimeout(15 * 60_000);
  mkdirSync(KEPT, { recursive: true });
  const worlds = fc.sample(arbitraryWideWorld, { seed: SEED, numRuns: WORLDS });
  const coverage = new Map<string, number>();
  const differing: string[] = [];
  for (let from = 0; from < worlds.length; from += AT_ONCE) {
    const batch = worlds.slice(from, from + AT_ONCE);
    const placed = batch.map((world, at) => placedWorld(withoutCrash(world), `w${from + at}`));
    const gateways = batch[0]?.gateways ?? [];
    // A gateway that is gone can stay in an istiod that saw it.
    if (from > 0) await restarted(realCluster);
    const objects = await applied(realCluster, placed, { gateways, name: `b${from}` });
    for (const world of placed) {
      const ours = objects.filter((one) => isOf(one, world.name) || isForAll(one));
      const answers: Answer[] = [];
      for (const view of [...world.views, ...defaultCallers(world)])
        answers.push(
          await compared(
            realCluster,
            { objects: ours, gateways: [OWN_GATEWAY, ...gateways], podNetwork: "vpc-1", nodeLocality: "eu-central-1/eu-central-1a/", views: [] },
            { view, differing },
          ),
        );
      for (const feature of worldFeatures(ours, answers)) coverage.set(feature, (coverage.get(feature) ?? 0) + 1);
      keep(world, [...ours, ...gatewayServices(gateways, "istio-system")], answers);
    }
    await removed(realCluster, placed, `b${from}`);
  }
  test.info().annotations.push({ type: "coverage", description: JSON.stringify(Object.fromEntries(coverage)) });
  process.stdout.write(`${JSON.stringify({ worlds: WORLDS, differing: differing.length, coverage: Object.fromEntries(coverage) })}\n`);
  expect(differing).toEqual([]);
  // Of 200 each feature in ten at least; of fewer in proportion.
  for (const [feature, count] of coverage) expect([feature, count >= WORLDS / 20]).toEqual([feature, true]);
  expect([...coverage.keys()].sort()).toEqual([...SELECTION_FEATURES].sort());
});

/** One caller for each namespace with a Service or ServiceEntry. */
function defaultCallers({ objects }: PlacedWorld): readonly RawCaller[] {
  const namespaces = objects.filter(({ kind }) => kind === "Service" || kind === "ServiceEntry").map(({ metadata }) => metadata.namespace);
  return [...new Set(namespaces)].map((namespace) => ({ namespace, ...DEFAULT_PLACE }));
}

/** Ends and starts both istiod replicas, and waits until the first one answers. */
async function restarted(cluster: RealCluster): Promise<void> {
  for (const name of ["a", "b"]) {
    await cluster.control("DELETE", `/replicas/${name}`);
    await cluster.control("POST", `/replicas/${name}`);
  }
}

interface Answer {
  readonly view: RawCaller;
  readonly clusters: Readonly<Record<string, RecordedCluster>>;
}

/** Asks until both agree, a few times: Pods reach istiod by another way than what was written last. */
async function compared(
  cluster: RealCluster,
  world: RawWorld,
  { view, differing }: { readonly view: RawCaller; readonly differing: string[] },
): Promise<Answer> {
  const expected = [...naiveDestinations(world, view)].map(([key, lines]) => [key, lines.map(asRecorded).sort()] as const).sort();
  const hosts = new Set(world.objects.flatMap(hostsOf));
  for (let attempt = 0; ; attempt++) {
    const all = await endpoints(cluster, view);
    const clusters = Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith("outbound|") && hosts.has(name.split("|")[3] ?? "")));
    const told = Object.entries(clusters)
      .map(([name, one]) => [name.replace("outbound|", ""), linesOf(one)] as const)
      .sort();
    const isEqual = JSON.stringify(told) === JSON.stringify(expected);
    if (!isEqual && attempt < 4) {
      await wait(1_500);
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

function keep({ name }: PlacedWorld, objects: readonly object[], answers: readonly Answer[]): void {
  writeFileSync(`${KEPT}/${name}.ndjson`, `${[...objects.map((object) => ({ object })), ...answers].map((line) => JSON.stringify(line)).join("\n")}\n`);
}
