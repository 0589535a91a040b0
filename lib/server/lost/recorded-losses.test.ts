import { describe, expect, it } from "vitest";
import { parseWhatIf } from "@/lib/contract/views/what-if";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { type LiveFleet, liveFleet } from "@/lib/server/fleet/live-fleet";
import type { HostReader } from "@/lib/server/hosts/host-reader";
import { standInIdentity } from "@/lib/server/kube/parse/identity";
import { field } from "@/lib/server/kube/parse/json";
import { parseServiceEntryObject, parseServiceObject } from "@/lib/server/kube/parse/selecting";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { parseWorkloadPod } from "@/lib/server/kube/parse/workload-pod";
import { destinationsOf } from "@/lib/testing/destinations";
import { type EndpointRecording, endpointRecordings, lossRecordings } from "@/lib/testing/endpoint-recordings";
import { aWorld, NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { aMesh } from "@/lib/testing/selection";
import { selectionWorldOf } from "@/lib/testing/server/raw-world";
import { callerOf, toldByRecording, toldByUs } from "@/lib/testing/told-destinations";
import { WhatIf } from "./what-if";

const SCOPE = hostScope({ nodes: "all" });

/** The fleet of a recorded world before anything was lost. */
function fleetOf(objects: readonly unknown[], { mesh }: SelectionWorld): LiveFleet {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  const told = { namespace: "istio-system", pods: [{ revision: "default", version: "1.31.0", settings: {} }], deployments: [] };
  const nodes = { kind: "known", value: mesh.nodeLocalities, source: "nodes" } as const;
  const namespaces = {
    kind: "known",
    value: new Map([["istio-system", { network: mesh.podNetwork, distribution: null, revision: "" }]]),
    source: "namespaces",
  } as const;
  fleet.store.setWorld(aWorld([], { meshes: meshFactsByRevision({ ...told, configOf: () => ({ kind: "absent" }) }, []), places: { nodes, namespaces } }), NOW);
  for (const source of ["services", "serviceentries", "workload-pods", "endpointslices"] as const)
    fleet.setFreshness(HOSTS_CLUSTER, source, "*", { kind: "live", asOf: NOW });
  for (const [index, raw] of objects.entries()) put(fleet, raw, standInIdentity(raw, index));
  return fleet;
}

function put(fleet: LiveFleet, raw: unknown, identity: ReturnType<typeof standInIdentity>): void {
  switch (field(raw, "kind")) {
    case "WorkloadEntry":
      return void fleet.store.upsertEntry(parseWorkloadEntry(raw, identity, HOSTS_CLUSTER), NOW, "seen");
    case "Service":
      return fleet.tables.services.upsert(parseServiceObject(raw, identity, HOSTS_CLUSTER));
    case "ServiceEntry":
      return fleet.tables.serviceentries.upsert(parseServiceEntryObject(raw, identity, HOSTS_CLUSTER));
    case "Pod":
      return fleet.tables["workload-pods"].upsert(parseWorkloadPod(raw, identity, HOSTS_CLUSTER));
    default:
      return undefined;
  }
}

interface Left {
  readonly fleet: LiveFleet;
  readonly alive: HostReader;
  readonly world: SelectionWorld;
  readonly lost: number;
}

/** What the overlay leaves of a recorded world: its machines and Pods are those that the overlay's hosts still take, and such as no host took before. */
function leftOf({ objects, lost }: EndpointRecording): Left {
  const world = selectionWorldOf(objects, aMesh());
  const fleet = fleetOf(objects, world);
  const { alive, machines, pods } = new WhatIf(fleet, SCOPE, parseWhatIf(new URLSearchParams({ lost: lost ?? "", moment: "after-age" })));
  const all = [...fleet.tables.services.values(), ...fleet.tables.serviceentries.values()].flatMap(({ uid }) => fleet.hosts.byUid(HOSTS_CLUSTER, uid) ?? []);
  const keyOf = ({ namespace, name }: { readonly namespace: string; readonly name: string }) => `${namespace}/${name}`;
  const taken = (reader: HostReader) => new Set(all.flatMap((host) => Array.from(reader.machines(host), (entry) => keyOf(fleet.identityOf(entry)))));
  const takenPods = (reader: HostReader) => new Set(all.flatMap((host) => reader.pods(host).map(keyOf)));
  const [before, after] = [taken(fleet.hosts), taken(alive)];
  const [podsBefore, podsAfter] = [takenPods(fleet.hosts), takenPods(alive)];
  const goneNames = new Set(Array.from(machines.all, (entry) => keyOf(fleet.identityOf(entry))));
  const isLeft = (one: { readonly namespace: string; readonly name: string }) =>
    after.has(keyOf(one)) || (!before.has(keyOf(one)) && !goneNames.has(keyOf(one)));
  const isPodLeft = (one: { readonly namespace: string; readonly name: string }) => podsAfter.has(keyOf(one)) || !podsBefore.has(keyOf(one));
  return {
    ...{ fleet, alive, lost: machines.all.size + pods.all.size },
    world: { ...world, entries: world.entries.filter(isLeft), pods: world.pods.filter(isPodLeft) },
  };
}

/** Worlds of which nothing was lost, and such of which a zone was. */
const NOWHERE = "zone:nowhere/nowhere";
const RECORDINGS = [...endpointRecordings().map((recording) => ({ ...recording, lost: NOWHERE })), ...lossRecordings()];

describe.each(RECORDINGS)("recording $name: what a real istiod sent once $lost was gone", (recording) => {
  const { lost, world } = leftOf(recording);
  const hosts = new Set([
    ...world.services.filter(({ namespace }) => namespace !== "istio-system").map(({ name, namespace }) => `${name}.${namespace}.svc.cluster.local`),
    ...world.serviceEntries.flatMap((entry) => entry.hosts),
  ]);

  it("loses somebody, where anybody stands there", () => {
    expect(lost > 0).toBe(recording.lost !== NOWHERE);
  });

  it.each(recording.views.map((view) => [JSON.stringify(view.view), view] as const))("to %s is what the overlay leaves", (_place, view) => {
    const ours = destinationsOf(world, callerOf(view.view)).filter(({ host }) => hosts.has(host));
    const destinations = new Map(ours.map((one) => [`outbound|${one.port}|${one.subset}|${one.host}`, one]));
    expect([...destinations.keys()].sort()).toEqual(Object.keys(view.clusters).sort());
    for (const [name, recorded] of Object.entries(view.clusters)) {
      const destination = destinations.get(name);
      expect([name, destination && withoutKept(toldByUs(destination, recorded))]).toEqual([name, withoutKept(toldByRecording(recorded))]);
    }
  });
});

/** A host that has lost its last endpoint keeps the identities of those it had (pilot/pkg/model/endpointshards.go, deleteServiceInner): they tell of before. */
function withoutKept<T extends { readonly endpoints: readonly unknown[]; readonly sans?: readonly string[] }>(told: T): T {
  return told.endpoints.length === 0 ? { ...told, sans: [] } : told;
}
