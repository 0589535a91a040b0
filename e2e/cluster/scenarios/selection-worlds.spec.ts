import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "@/e2e/cluster/fixtures";
import { gatewayServices, isForAll, type PlacedWorld, placedWorld } from "@/e2e/cluster/placed-worlds";
import type { RealCluster } from "@/e2e/cluster/real-cluster";
import type { RecordedCluster } from "@/lib/testing/endpoint-recordings";
import { naiveDestinations } from "@/lib/testing/naive-selection";
import { SELECTION_FEATURES, worldFeatures } from "@/lib/testing/selection-features";
import { arbitraryRawWorld, type RawObject, type RawView, type RawWorld } from "@/lib/testing/selection-worlds";

const WORLDS = Number(process.env.SELECTION_WORLDS ?? 200);
const AT_ONCE = 20;
const SEED = Number(process.env.SELECTION_SEED ?? 3);
/** What was recorded is kept there, for the product's own test: `ENDPOINT_RECORDINGS=.stolos/selection-worlds npm run unit -- recorded-endpoints`. */
const KEPT = ".stolos/selection-worlds";
const KINDS = "workloadentries,serviceentries,services,pods,destinationrules,sidecars,peerauthentications";
/** Of the cluster itself. */
const OWN_GATEWAY = { network: "vpc-1", address: "203.0.113.10" };

/** Random worlds, twenty at a time in one cluster: what istiod sends is what a second reading of its rules says. */
test("who answers in random worlds, asked of a real istiod", async ({ realCluster }) => {
  test.setTimeout(15 * 60_000);
  mkdirSync(KEPT, { recursive: true });
  const worlds = fc.sample(arbitraryRawWorld, { seed: SEED, numRuns: WORLDS });
  const coverage = new Map<string, number>();
  const differing: string[] = [];
  for (let from = 0; from < worlds.length; from += AT_ONCE) {
    const batch = worlds.slice(from, from + AT_ONCE);
    const placed = batch.map((world, at) => placedWorld(withoutCrash(world), `w${from + at}`));
    const gateways = batch[0]?.gateways ?? [];
    const objects = await applied(realCluster, placed, { gateways, name: `b${from}` });
    for (const world of placed) {
      const ours = objects.filter((one) => isOf(one, world.name) || isForAll(one));
      const answers: Answer[] = [];
      for (const view of world.views)
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

/** An order by labels of hosts that clients resolve in several localities ends an istiod 1.31: it indexes one list by another. */
function withoutCrash(world: RawWorld): RawWorld {
  const text = JSON.stringify(world);
  if (!text.includes('"DNS')) return world;
  return JSON.parse(
    text
      .replace(/,?"failoverPriority":\[[^\]]*\]/g, "")
      .replace(/"Prefer\w+"|"prefer\w+"/g, '"odd"')
      .replace(/\{,/g, "{"),
  ) as RawWorld;
}

async function applied(
  cluster: RealCluster,
  placed: readonly PlacedWorld[],
  shared: { readonly gateways: RawWorld["gateways"]; readonly name: string },
): Promise<readonly RawObject[]> {
  const namespaces = [...placed.flatMap(({ name }) => ["n1", "n2", "n3"].map((one) => `${name}-${one}`)), shared.name];
  await apply(
    cluster,
    namespaces.map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } })),
  );
  await wait(2_000);
  const all = placed.flatMap(({ objects }, at) => objects.filter((one) => at === 0 || !isForAll(one)));
  await apply(cluster, [...gatewayServices(shared.gateways, shared.name), ...all.filter(({ kind }) => kind !== "ServiceEntry")]);
  await apply(
    cluster,
    all.filter((one) => "status" in one),
    "status",
  );
  // Of two for one host in one namespace the ages decide, and ages are whole seconds.
  for (const turn of turns(all.filter(({ kind }) => kind === "ServiceEntry"))) {
    await apply(cluster, turn);
    await wait(1_100);
  }
  await sentinel(cluster, shared.name);
  await cluster.kubectl(`get ${KINDS} --all-namespaces -o json > "${cluster.folder}/all.json"`);
  const { items } = JSON.parse(readFileSync(`${cluster.folder}/all.json`, "utf8")) as { readonly items: readonly RawObject[] };
  return items.filter((one) => placed.some(({ name }) => isOf(one, name)));
}

function turns(entries: readonly RawObject[]): readonly (readonly RawObject[])[] {
  const byTurn: RawObject[][] = [];
  const claims = new Map<string, number>();
  for (const one of entries) {
    const claim = JSON.stringify([one.metadata.namespace, one.spec.hosts]);
    const turn = claims.get(claim) ?? 0;
    claims.set(claim, turn + 1);
    byTurn[turn] = [...(byTurn[turn] ?? []), one];
  }
  return byTurn;
}

/** What the webhook refuses is not there; the world is what the cluster has. */
async function apply(cluster: RealCluster, objects: readonly object[], subresource = ""): Promise<void> {
  if (objects.length === 0) return;
  const file = `${cluster.folder}/world.json`;
  writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
  await cluster.kubectl(`apply --server-side --force-conflicts ${subresource && `--subresource=${subresource}`} -f ${file} || true`);
}

async function sentinel(cluster: RealCluster, name: string): Promise<void> {
  const host = `sentinel.${name}.test`;
  const spec = {
    hosts: [host],
    ports: [{ number: 1, name: "tcp", protocol: "TCP" }],
    location: "MESH_INTERNAL",
    resolution: "STATIC",
    endpoints: [{ address: "192.0.2.255" }],
  };
  await apply(cluster, [{ apiVersion: "networking.istio.io/v1", kind: "ServiceEntry", metadata: { name: "sentinel", namespace: name }, spec }]);
  const isSeen = async () => `outbound|1||${host}` in (await endpoints(cluster, { namespace: name, network: "", locality: "" }));
  // A Sidecar for all may hide it: then the time must do.
  for (let attempt = 0; attempt < 40 && !(await isSeen()); attempt++) await wait(250);
  await wait(1_000);
}

const isOf = ({ metadata }: RawObject, name: string) =>
  metadata.namespace.startsWith(`${name}-`) || (metadata.namespace === "istio-system" && metadata.name.endsWith(`-${name}`));

async function endpoints(cluster: RealCluster, view: RawView): Promise<Readonly<Record<string, RecordedCluster>>> {
  return (await cluster.control("GET", `/endpoints?${new URLSearchParams({ ...view })}`)) as Readonly<Record<string, RecordedCluster>>;
}

interface Answer {
  readonly view: RawView;
  readonly clusters: Readonly<Record<string, RecordedCluster>>;
}

/** Asks until both agree, a few times: Pods reach istiod by another way than what was written last. */
async function compared(cluster: RealCluster, world: RawWorld, { view, differing }: { readonly view: RawView; readonly differing: string[] }): Promise<Answer> {
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

function hostsOf({ kind, metadata, spec }: RawObject): readonly string[] {
  if (kind === "ServiceEntry") return spec.hosts as readonly string[];
  return kind === "Service" ? [`${metadata.name}.${metadata.namespace}.svc.cluster.local`] : [];
}

function keep({ name }: PlacedWorld, objects: readonly object[], answers: readonly Answer[]): void {
  writeFileSync(`${KEPT}/${name}.ndjson`, `${[...objects.map((object) => ({ object })), ...answers].map((line) => JSON.stringify(line)).join("\n")}\n`);
}

async function removed(cluster: RealCluster, placed: readonly PlacedWorld[], shared: string): Promise<void> {
  const root = placed.flatMap(({ objects }) => objects.filter(({ metadata }) => metadata.namespace === "istio-system"));
  if (root.length > 0) {
    writeFileSync(`${cluster.folder}/root.json`, JSON.stringify({ apiVersion: "v1", kind: "List", items: root }));
    await cluster.kubectl(`delete --ignore-not-found -f ${cluster.folder}/root.json`);
  }
  await cluster.kubectl(`delete services --all -n ${shared}`);
  const namespaces = placed.flatMap(({ name }) => ["n1", "n2", "n3"].map((one) => `${name}-${one}`));
  await cluster.kubectl(`delete namespace --wait=false ${[...namespaces, shared].join(" ")}`);
}
