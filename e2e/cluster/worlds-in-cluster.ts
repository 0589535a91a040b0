import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { RecordedCluster } from "@/lib/testing/endpoint-recordings";
import type { RawCaller, RawObject, RawWorld } from "@/lib/testing/selection-worlds";
import { gatewayServices, isForAll, type PlacedWorld } from "./placed-worlds";
import type { RealCluster } from "./real-cluster";

const KINDS = "workloadentries,serviceentries,services,endpointslices.discovery.k8s.io,pods,destinationrules,sidecars,peerauthentications";

/**
 * The world without what ends an istiod 1.31: an order by labels of DNS services in several localities. It indexes one list by another. `mesh`: the settings of the
 * istiod, which can have such an order for all services.
 */
export function withoutCrash(world: RawWorld, mesh: RawWorld["mesh"] = {}): RawWorld {
  const text = JSON.stringify(world);
  if (mesh.locality?.failoverPriority !== undefined) return JSON.parse(text.replace(/"DNS\w*"/g, '"STATIC"')) as RawWorld;
  if (!text.includes('"DNS')) return world;
  return JSON.parse(
    text
      .replace(/,?"trafficDistribution":"\w+"/g, "")
      .replace(/,?"failoverPriority":\[[^\]]*\]/g, "")
      .replace(/"Prefer\w+"|"prefer\w+"/g, '"odd"')
      .replace(/\{,/g, "{"),
  ) as RawWorld;
}

/** Puts worlds into the cluster, with gateways that they share, and gives back what of them is there. */
export async function applied(
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
  const isLater = ({ kind }: RawObject) => kind === "ServiceEntry" || kind === "EndpointSlice";
  await apply(cluster, [...gatewayServices(shared.gateways, shared.name), ...all.filter((one) => !isLater(one))]);
  await apply(
    cluster,
    all.filter((one) => "status" in one),
    "status",
  );
  await wait(1_000);
  // istiod keeps the address of an EndpointSlice if its Pod fails after that.
  await apply(
    cluster,
    all.filter(({ kind }) => kind === "EndpointSlice"),
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
export async function apply(cluster: RealCluster, objects: readonly object[], subresource = ""): Promise<void> {
  if (objects.length === 0) return;
  const file = `${cluster.folder}/world.json`;
  writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
  await cluster.kubectl(`apply --server-side --force-conflicts ${subresource && `--subresource=${subresource}`} -f ${file} || true`);
}

/** Written last, and seen by whoever was sent what came before. */
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

/** Is it an object of the world? */
export const isOf = ({ metadata }: RawObject, name: string) =>
  metadata.namespace.startsWith(`${name}-`) || (metadata.namespace === "istio-system" && metadata.name.endsWith(`-${name}`));

/**
 * What a sidecar there is sent. An agent sends three parts of its locality (docs/istio.md#locality): the control plane of the tests sends the rest as part of
 * the subzone.
 */
export async function endpoints(cluster: RealCluster, view: RawCaller): Promise<Readonly<Record<string, RecordedCluster>>> {
  const locality = view.locality.split("/").slice(0, 3).join("/");
  return (await cluster.control("GET", `/endpoints?${new URLSearchParams({ ...view, locality })}`)) as Readonly<Record<string, RecordedCluster>>;
}

/** The hosts that an object defines. */
export function hostsOf({ kind, metadata, spec }: RawObject): readonly string[] {
  if (kind === "ServiceEntry") return spec.hosts as readonly string[];
  return kind === "Service" ? [`${metadata.name}.${metadata.namespace}.svc.cluster.local`] : [];
}

/**
 * Removes worlds from the cluster. The deletion of a namespace can take minutes. So services are deleted first: an istiod that starts with other settings of the mesh
 * must not find them, because an order by labels of DNS services ends it.
 */
export async function removed(cluster: RealCluster, placed: readonly PlacedWorld[], shared: string): Promise<void> {
  const all = placed.flatMap(({ objects }) => objects);
  const first = all.filter(({ kind, metadata }) => metadata.namespace === "istio-system" || kind === "Service" || kind === "ServiceEntry");
  if (first.length > 0) {
    const file = `${cluster.folder}/removed.json`;
    writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: first }));
    await cluster.kubectl(`delete --ignore-not-found --wait=false -f ${file}`);
  }
  await cluster.kubectl(`delete services --all -n ${shared}`);
  const namespaces = placed.flatMap(({ name }) => ["n1", "n2", "n3"].map((one) => `${name}-${one}`));
  await cluster.kubectl(`delete namespace --wait=false ${[...namespaces, shared].join(" ")}`);
}
