import type { RawObject, RawWorld } from "./selection-worlds";

/**
 * A second reading of Istio's rules, on raw objects and without cleverness: whoever asks gets every list computed anew.
 * It shares nothing with the product, so that both are wrong alike only where the rules were read wrongly.
 */
export type Labels = Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, unknown>>;

/** An endpoint of a host in a namespace, whoever asks. */
export interface NaiveEndpoint {
  readonly address: string;
  readonly port: number;
  readonly portName: string;
  readonly portNumber: number | null;
  readonly health: string;
  readonly weight: number;
  readonly locality: string;
  readonly network: string;
  readonly labels: Labels;
  readonly tls: string;
  readonly account: string;
  readonly namespace: string;
  readonly round: boolean;
}

export const get = (object: unknown, ...path: readonly string[]): unknown => path.reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], object);
export const texts = (value: unknown): readonly string[] => (value ?? []) as readonly string[];
export const rows = (value: unknown): readonly Fields[] => (value ?? []) as readonly Fields[];
export const ofKind = (world: RawWorld, kind: string) => world.objects.filter((one) => one.kind === kind);
export const isSeen = (one: RawObject) => one.metadata.labels?.["istio.io/rev"] === undefined || one.metadata.labels["istio.io/rev"] === "default";
export const age = (one: RawObject) => one.metadata.creationTimestamp;
export const has = (labels: Labels, wanted: Labels) => Object.keys(wanted).every((key) => labels[key] === wanted[key]);

function placed(labels: Labels, locality: string, network: string, node = ""): Labels {
  const out: Record<string, string> = { ...labels };
  const keys = ["topology.kubernetes.io/region", "topology.kubernetes.io/zone", "topology.istio.io/subzone"];
  const parts = locality.split("/");
  for (let at = 0; at < 3; at++) if (parts[at]) out[keys[at] as string] = parts[at] as string;
  out["topology.istio.io/cluster"] = "Kubernetes";
  if (node) out["kubernetes.io/hostname"] = node;
  if (network && !out["topology.istio.io/network"]) out["topology.istio.io/network"] = network;
  return out;
}

function labelledLocality(labels: Labels): string {
  const value = labels["topology.istio.io/locality"] ?? labels["istio-locality"] ?? "";
  return value.includes("/") ? value : value.split(".").join("/");
}

export function callerLabels(locality: string, network: string): Labels {
  return placed({}, locality, network);
}

interface Workload extends Omit<NaiveEndpoint, "port" | "portName" | "portNumber" | "round" | "health"> {
  readonly isPod: boolean;
  readonly name: string;
  readonly ports: Readonly<Record<string, number>>;
  readonly own: Labels;
  readonly ready: boolean;
}

function workloadEntry(spec: unknown, meta: { readonly namespace: string; readonly name: string; readonly labels: Labels }): Workload {
  const own = { ...(get(spec, "labels") as Labels | undefined), ...meta.labels };
  const locality = ((get(spec, "locality") as string | undefined) || labelledLocality(own)) ?? "";
  const network = (get(spec, "network") as string | undefined) ?? "";
  const account = (get(spec, "serviceAccount") as string | undefined) ?? "";
  const tls = own["security.istio.io/tlsMode"] ?? (account === "" ? "disabled" : "istio");
  const weight = (get(spec, "weight") as number | undefined) || 1;
  const address = (get(spec, "address") as string | undefined) ?? "";
  const ports = (get(spec, "ports") as Record<string, number> | undefined) ?? {};
  return { ...meta, isPod: false, address, weight, locality, network, own, labels: placed(own, locality, network), tls, account, ports, ready: true };
}

/** Entries that istiod holds: of its revision, and healthy where that is asked. */
function entries(world: RawWorld): readonly Workload[] {
  return ofKind(world, "WorkloadEntry")
    .filter(isSeen)
    .filter(
      (one) =>
        one.metadata.annotations?.["proxy.istio.io/health-checks-enabled"] !== "true" ||
        rows(get(one, "status", "conditions")).some(({ status }) => status === "True"),
    )
    .map((one) => workloadEntry(one.spec, { namespace: one.metadata.namespace, name: one.metadata.name, labels: one.metadata.labels ?? {} }));
}

function pods(world: RawWorld): readonly Workload[] {
  return ofKind(world, "Pod")
    .filter((one) => get(one, "status", "phase") === "Running")
    .map((one) => {
      const own = one.metadata.labels ?? {};
      const network = own["topology.istio.io/network"] ?? world.podNetwork;
      const node = one.spec.nodeName as string;
      const locality = labelledLocality(own) || world.nodeLocality;
      const ports = Object.fromEntries(
        rows(one.spec.containers).flatMap((container) => rows(container.ports).map((port) => [port.name as string, port.containerPort as number])),
      );
      const ready = rows(get(one, "status", "conditions"))[0]?.status === "True";
      const tls = own["security.istio.io/tlsMode"] ?? "disabled";
      const { namespace, name } = one.metadata;
      const address = get(one, "status", "podIP") as string;
      return {
        namespace,
        name,
        address,
        isPod: true,
        weight: 1,
        locality,
        network,
        own,
        labels: placed(own, locality, network, node),
        tls,
        account: "default",
        ports,
        ready,
      };
    });
}

const isName = (address: string) => address !== "" && !/^[\d.:a-f]+$/.test(address);

function chosen(world: RawWorld, entry: RawObject): readonly Workload[] {
  const wanted = (get(entry.spec, "workloadSelector", "labels") as Labels | undefined) ?? {};
  const resolution = entry.spec.resolution as string | undefined;
  const takesNames = resolution === "DNS" || resolution === "DNS_ROUND_ROBIN";
  const ours = [...pods(world).filter(({ ready }) => ready), ...entries(world)].filter(({ namespace }) => namespace === entry.metadata.namespace);
  const taken = ours.filter((one) => has(one.labels, wanted) && (takesNames || !isName(one.address)));
  return taken.sort((a, b) => Number(b.isPod) - Number(a.isPod) || (a.name < b.name ? -1 : 1));
}

function ofEntry(world: RawWorld, entry: RawObject, host: string): readonly NaiveEndpoint[] {
  const { namespace, name } = entry.metadata;
  const written = rows(entry.spec.endpoints);
  const isDns = String(entry.spec.resolution).startsWith("DNS");
  const itself: Workload = { ...workloadEntry({ address: host }, { namespace, name, labels: {} }), labels: {}, tls: "disabled" };
  const inline = written.map((spec, at) => workloadEntry(spec, { namespace, name: `${name}-${at}`, labels: {} }));
  const workloads = entry.spec.workloadSelector ? chosen(world, entry) : written.length === 0 && isDns ? [itself] : inline;
  return workloads.flatMap((one) =>
    rows(entry.spec.ports).map((port) => {
      const isSocket = one.address.startsWith("unix://");
      const number = isSocket ? 0 : one.ports[port.name as string] || (port.targetPort as number | undefined) || (port.number as number);
      const address = isSocket ? one.address.slice(7) : one.address;
      const round = entry.spec.resolution === "DNS_ROUND_ROBIN";
      return {
        ...one,
        address,
        port: number,
        portName: port.name as string,
        portNumber: port.number as number,
        health: one.isPod ? "HEALTHY" : "UNKNOWN",
        round,
      };
    }),
  );
}

function ofService(world: RawWorld, service: RawObject): readonly NaiveEndpoint[] {
  const wanted = (service.spec.selector as Labels | undefined) ?? {};
  if (Object.keys(wanted).length === 0) return [];
  const [port] = rows(service.spec.ports);
  const target = port?.targetPort as string | number | undefined;
  const here = ({ namespace }: Workload) => namespace === service.metadata.namespace;
  const made = (one: Workload, number: number | undefined): readonly NaiveEndpoint[] =>
    number === undefined
      ? []
      : [{ ...one, port: number, portName: "http", portNumber: null, health: one.isPod ? (one.ready ? "HEALTHY" : "UNHEALTHY") : "UNKNOWN", round: false }];
  const ofPods = pods(world)
    .filter((one) => here(one) && has(one.own, wanted))
    .flatMap((one) => made(one, typeof target === "string" ? one.ports[target] : (target ?? 80)));
  if (service.spec.clusterIP === "None") return ofPods;
  const taken = entries(world).filter((one) => here(one) && has(one.labels, wanted) && !isName(one.address));
  return [...ofPods, ...taken.flatMap((one) => made(one, typeof target === "string" ? one.ports[target] : (one.ports.http ?? target ?? 80)))];
}

export const hostOf = (service: RawObject) => `${service.metadata.name}.${service.metadata.namespace}.svc.cluster.local`;

/** Every endpoint that istiod holds for a host in a namespace. */
export function naiveHeld(world: RawWorld, host: string, namespace: string): readonly NaiveEndpoint[] {
  const byAge = (a: RawObject, b: RawObject) => (age(a) + a.metadata.name < age(b) + b.metadata.name ? -1 : 1);
  const objects = ofKind(world, "ServiceEntry")
    .filter((one) => isSeen(one) && one.metadata.namespace === namespace && texts(one.spec.hosts).includes(host))
    .sort(byAge);
  const found: NaiveEndpoint[] = [];
  for (const endpoint of objects.flatMap((one) => ofEntry(world, one, host))) {
    if (!endpoint.round || !found.some(({ portNumber }) => portNumber === endpoint.portNumber)) found.push(endpoint);
  }
  const services = ofKind(world, "Service").filter((one) => one.metadata.namespace === namespace && hostOf(one) === host);
  return [...found, ...services.flatMap((one) => ofService(world, one))];
}
