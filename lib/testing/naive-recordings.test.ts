import { expect, it } from "vitest";
import { type EndpointRecording, endpointRecordings, type RecordedView, sliceRecordings } from "./endpoint-recordings";
import { get, ofKind, rows } from "./naive-held";
import { objectHosts, ROOT } from "./naive-owners";
import { naiveDestinations } from "./naive-selection";
import type { RawObject, RawWorld } from "./selection-worlds";

const recordings = [...endpointRecordings(), ...sliceRecordings()];

const NETWORK = "topology.istio.io/network";
const GATEWAY_PORT = "networking.istio.io/gatewayPort";

/** The second reading has one egress listener without a port, and no VirtualService. Sidecars of these namespaces have more. */
const OTHER_SIDECARS = ["sc-d", "sc-f"];

/** Not read: two ports with one number, and a Pod that was ending. */
const OTHER_HOSTS = ["twoports.kube.svc.cluster.local", "sessions.kube.test"];

/** A labelled Service is a gateway for sidecars if it has the port of its label, or 15443. */
function serviceGateways(service: RawObject): RawWorld["gateways"] {
  const network = service.metadata.labels?.[NETWORK];
  const port = Number(service.metadata.labels?.[GATEWAY_PORT] ?? 15443);
  if (network === undefined || !rows(service.spec.ports).some((one) => one.port === port)) return [];
  const ingress = rows(get(service, "status", "loadBalancer", "ingress")).map(({ ip }) => ip as string);
  const external = (service.spec.externalIPs ?? []) as readonly string[];
  return [...ingress, ...external].map((address) => ({ network, address, port }));
}

/** A recording as a world. Objects without an age are as old as their position, because they were applied in that order. */
function recordedWorld({ objects }: EndpointRecording): RawWorld {
  const raw = (objects as readonly RawObject[]).map((one, at) => {
    const creationTimestamp = one.metadata.creationTimestamp ?? new Date(Date.parse("2026-01-01T00:00:00Z") + at).toISOString();
    return { ...one, spec: one.spec ?? {}, metadata: { ...one.metadata, creationTimestamp } };
  });
  const world = { objects: raw, gateways: [], podNetwork: "", nodeLocality: "", views: [] };
  const gateways = ofKind(world, "Service").flatMap(serviceGateways);
  const root = raw.find((one) => one.kind === "Namespace" && one.metadata.name === ROOT);
  const locality = ({ metadata: { labels = {} } }: RawObject) =>
    [labels["topology.kubernetes.io/region"], labels["topology.kubernetes.io/zone"], labels["topology.istio.io/subzone"]].map((one) => one ?? "").join("/");
  const nodeLocalities = Object.fromEntries(ofKind(world, "Node").map((one) => [one.metadata.name, locality(one)]));
  return { ...world, gateways, podNetwork: root?.metadata.labels?.[NETWORK] ?? "", nodeLocalities };
}

/** The recorder prints a locality up to its last part that is set, and three parts at most. */
function printedLocality(locality: string): string {
  const [region = "", zone = "", subzone = ""] = locality.split("/");
  return `${region}${zone || subzone ? `/${zone}` : ""}${subzone ? `/${subzone}` : ""}`;
}

const printed = (line: string) =>
  line
    .split(" ")
    .map((field, at) => (at === 4 ? printedLocality(field) : field))
    .join(" ");

function recordedLines({ clusters }: RecordedView, hosts: ReadonlySet<string>): Readonly<Record<string, readonly string[]>> {
  const own = Object.entries(clusters).filter(([name]) => name.startsWith("outbound|") && hosts.has(name.split("|")[3] ?? ""));
  return Object.fromEntries(
    own.map(([name, { endpoints }]) => [
      name.replace("outbound|", ""),
      endpoints
        .map(({ address, port = 0, health, weight = 0, locality = "", priority = 0, metadata }) =>
          [address.replace("unix://", ""), port, health, weight, locality, priority, metadata?.["envoy.transport_socket_match/tlsMode"] ?? ""].join(" "),
        )
        .sort(),
    ]),
  );
}

/** Services and ServiceEntries, without those of the control plane: the recorder left them out. */
const recordedObjects = ({ objects }: RawWorld) =>
  objects.filter(({ kind, metadata }) => kind === "ServiceEntry" || (kind === "Service" && metadata.namespace !== ROOT));

it.each(recordings)("sends what a real istiod sent in the recording $name", (recording) => {
  const world = recordedWorld(recording);
  const hosts = new Set(
    recordedObjects(world)
      .flatMap(objectHosts)
      .filter((host) => !OTHER_HOSTS.includes(host)),
  );
  const views = recording.views.filter(({ view }) => !OTHER_SIDECARS.includes(view.namespace));
  expect(views.length).toBeGreaterThan(0);
  for (const recorded of views) {
    const view = { network: "", locality: "", ...recorded.view };
    const sent = [...naiveDestinations(world, view)].filter(([key]) => hosts.has(key.split("|")[2] ?? ""));
    const lines = Object.fromEntries(sent.map(([key, all]) => [key, all.map(printed).sort()]));
    expect([view, lines]).toEqual([view, recordedLines(recorded, hosts)]);
  }
});
