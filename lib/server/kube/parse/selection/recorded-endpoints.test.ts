import { describe, expect, it } from "vitest";
import { meshSettingsOf } from "@/lib/domain/mesh/mesh-settings";
import type { CallerEndpointList } from "@/lib/domain/selection/destinations";
import type { SelectionCandidate } from "@/lib/domain/selection/reasons";
import type { MeshSettings, SelectionWorld } from "@/lib/domain/selection/world";
import { recordedMeshConfig } from "@/lib/server/kube/parse/recorded-mesh-config.fixture";
import { destinationsOf, type Standing, standingOf } from "@/lib/testing/destinations";
import { type EndpointRecording, endpointRecordings, type RecordedView, sliceRecordings } from "@/lib/testing/endpoint-recordings";
import { meshWorld } from "@/lib/testing/mesh-world";
import { selectionWorldOf } from "@/lib/testing/server/raw-world";
import { callerOf, toldByRecording, toldByUs } from "@/lib/testing/told-destinations";

/** The settings of the recorded istiod. Gateways of Services are read from the objects. */
function meshOf({ objects, usesServiceGatewaysForDns }: EndpointRecording): MeshSettings {
  const world = meshWorld([], recordedMeshConfig(objects));
  const facts = world.meshes.get("default");
  if (facts === undefined) throw new Error("The mesh has a default revision.");
  return { ...meshSettingsOf(facts, world).settings, podNetwork: "", gatewaysServeDns: usesServiceGatewaysForDns };
}

function isExplained(standing: Standing): boolean {
  return standing.is !== "not-taken" || (standing.by.length > 0 && standing.by.every(({ reasons }) => reasons.length > 0));
}

/** Destinations of the hosts that the recorded world itself has: the cluster's own Services were not written down. */
function ours(world: SelectionWorld, view: RecordedView, hosts: ReadonlySet<string>): ReadonlyMap<string, CallerEndpointList> {
  const all = destinationsOf(world, callerOf(view.view)).filter(({ host }) => hosts.has(host));
  return new Map(all.map((one) => [`outbound|${one.port}|${one.subset}|${one.host}`, one]));
}

describe.each([...endpointRecordings(), ...sliceRecordings()])("recording $name: what a real istiod sent", (recording) => {
  const { objects, views } = recording;
  const world = selectionWorldOf(objects, meshOf(recording));
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
    const candidates: readonly SelectionCandidate[] = [
      ...world.entries.map((entry) => ({ kind: "entry", entry }) as const),
      ...world.pods.map((pod) => ({ kind: "pod", pod }) as const),
    ];
    for (const destination of ours(world, view, hosts).values()) {
      const silent = candidates.filter((candidate) => !isExplained(standingOf(candidate, destination, world)));
      expect([destination.host, silent]).toEqual([destination.host, []]);
    }
  });
});
