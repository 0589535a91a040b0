import { describe, expect, it } from "vitest";
import { parseLocality } from "@/lib/domain/locality";
import { type Destination, destinationsOf } from "@/lib/domain/selection/destinations";
import type { Candidate } from "@/lib/domain/selection/reasons";
import { type Standing, standingOf } from "@/lib/domain/selection/standing";
import type { Caller, SelectionWorld } from "@/lib/domain/selection/world";
import { endpointRecordings, type RecordedCluster, type RecordedView } from "@/lib/testing/endpoint-recordings";
import { aMesh } from "@/lib/testing/selection";
import { selectionWorldOf } from "./world";

/** The observers of the recordings have an IPv4 address, no labels, and run on no Node. */
function callerOf({ namespace, network = "", locality = "" }: RecordedView["view"]): Caller {
  return { namespace, network, locality, labels: new Map(), node: "", families: [4] };
}

const LABEL_PREFIX = "envoy.transport_socket_match/tlsMode";

/** What both sides say of a destination, in one order. */
function toldByRecording({ discovery, endpoints, localities, sans }: RecordedCluster) {
  const rows = endpoints.map((one) =>
    [
      one.address.replace("unix://", ""),
      one.port ?? 0,
      one.health,
      one.weight ?? 0,
      one.locality ?? "",
      one.priority ?? 0,
      one.metadata?.[LABEL_PREFIX] ?? "",
    ].join(" "),
  );
  const groups = localities?.map((one) => [one.locality, one.priority, one.weight, one.endpoints].join(" ")).sort();
  return { discovery, endpoints: rows.sort(), ...(groups && { groups }), ...(sans && { sans: [...sans].sort() }) };
}

function toldByUs({ discovery, groups, identities }: Destination, recorded: RecordedCluster) {
  const rows = groups.flatMap(({ locality, priority, endpoints }) =>
    endpoints.map((one) => [one.address, one.port, one.health, one.weight, placeOf(locality), priority, one.mark].join(" ")),
  );
  const ours = groups.map(({ locality, priority, weight, endpoints }) =>
    [placeOf(locality), priority, endpoints.length === 0 && weight === 0 ? 0 : weight, endpoints.length].join(" "),
  );
  return { discovery, endpoints: rows.sort(), ...(recorded.localities && { groups: ours.sort() }), ...(recorded.sans && { sans: identities }) };
}

function isExplained(standing: Standing): boolean {
  return standing.is !== "not-taken" || (standing.by.length > 0 && standing.by.every(({ reasons }) => reasons.length > 0));
}

/** As the recorder writes a locality down: its parts to the last that is set. */
function placeOf(text: string): string {
  const { region, zone, subzone } = parseLocality(text);
  return `${region}${zone || subzone ? `/${zone}` : ""}${subzone ? `/${subzone}` : ""}`;
}

/** Destinations of the hosts that the recorded world itself has: the cluster's own Services were not written down. */
function ours(world: SelectionWorld, view: RecordedView, hosts: ReadonlySet<string>): ReadonlyMap<string, Destination> {
  const all = destinationsOf(world, callerOf(view.view)).filter(({ host }) => hosts.has(host));
  return new Map(all.map((one) => [`outbound|${one.port}|${one.subset}|${one.host}`, one]));
}

describe.each(endpointRecordings())("recording $name: what a real istiod sent", ({ objects, views }) => {
  const world = selectionWorldOf(objects, aMesh());
  const hosts = new Set([
    ...world.services.filter(({ namespace }) => namespace !== "istio-system").map(({ name, namespace }) => `${name}.${namespace}.svc.cluster.local`),
    ...world.serviceEntries.flatMap((entry) => entry.hosts),
  ]);

  it.each(views.map((view) => [JSON.stringify(view.view), view] as const))("to %s", (_place, view) => {
    const destinations = ours(world, view, hosts);
    expect([...destinations.keys()].sort()).toEqual(Object.keys(view.clusters).sort());
    for (const [name, recorded] of Object.entries(view.clusters)) {
      const destination = destinations.get(name);
      expect([name, destination && toldByUs(destination, recorded)]).toEqual([name, toldByRecording(recorded)]);
    }
  });

  it.each(views.map((view) => [JSON.stringify(view.view), view] as const))("each machine that is not sent to %s has a reason", (_place, view) => {
    const candidates: readonly Candidate[] = [
      ...world.entries.map((entry) => ({ kind: "entry", entry }) as const),
      ...world.pods.map((pod) => ({ kind: "pod", pod }) as const),
    ];
    for (const destination of ours(world, view, hosts).values()) {
      const silent = candidates.filter((candidate) => !isExplained(standingOf(candidate, destination, world)));
      expect([destination.host, silent]).toEqual([destination.host, []]);
    }
  });
});
