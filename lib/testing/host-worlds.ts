import fc from "fast-check";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import type { World } from "@/lib/domain/mesh/world";
import { type LabelSet, sortedLabelSet } from "@/lib/domain/object/label-set";
import type { StoredMeshService, StoredPod } from "@/lib/domain/selection/objects";
import { anEntry, aReplica, aReport, aWorld } from "./entries";
import { aHostEntry, aService, aTablePod } from "./hosts";

const namespace = fc.constantFrom("shop", "shop", "legacy");
const network = fc.constantFrom("", "vpc-1", "vpc-2");
const few = fc.nat({ max: 5 });

const pairs = (labels: Readonly<Record<string, string | undefined>>): LabelSet =>
  sortedLabelSet(Object.entries(labels).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));

const seldom = <T>(...values: readonly T[]) => fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });

/** Labels that selectors want, and some that decide more. */
const arbitraryLabels = fc
  .record({
    app: fc.constantFrom("a", "a", "b", undefined),
    v: fc.constantFrom("1", undefined),
    "istio.io/draining": seldom("", "yes"),
    "istio.io/rev": seldom("canary", "default"),
    "topology.istio.io/network": seldom("vpc-2", ""),
    "istio-locality": seldom("r2.z2"),
    "topology.istio.io/cluster": seldom("Kubernetes"),
  })
  .map(pairs);

/** A machine of few names and places. */
export const arbitraryHostMachine: fc.Arbitrary<WorkloadEntry> = fc
  .record({
    ...{ uid: few, namespace, network, specLabels: arbitraryLabels, metadataLabels: fc.oneof(fc.constant([]), arbitraryLabels) },
    address: fc.constantFrom("10.0.0.1", "10.0.0.2", "vm.example.org", "unix:///a", ""),
    locality: fc.constantFrom("", "r1/z1", "r1/z2/s1"),
    weight: fc.constantFrom(null, 0, 3),
    gate: fc.constantFrom(null, "true"),
    health: fc.constantFrom(null, "True", "False"),
    controller: fc.constantFrom("istiod-7c9f-a", "gone", ""),
    version: fc.nat({ max: 1_000 }),
  })
  .map(({ uid, health, version, ...own }) =>
    anEntry({ ...own, uid: `vm-${uid}`, name: `vm-${uid}`, resourceVersion: String(version), health: health === null ? null : aReport(health) }),
  );

const selector = fc.constantFrom<LabelSet>(
  [["app", "a"]],
  [["app", "b"]],
  [
    ["app", "a"],
    ["v", "1"],
  ],
  [["topology.kubernetes.io/zone", "z1"]],
  [["topology.istio.io/cluster", "Kubernetes"]],
  [["topology.istio.io/network", "vpc-2"]],
  [],
);
const session = fc.constantFrom<LabelSet>([], [], [["istio.io/persistent-session", "c"]]);

/** A Service of few names. */
export const arbitraryHostService: fc.Arbitrary<StoredMeshService> = fc
  .record({
    ...{ namespace, selector, labels: session },
    name: few,
    type: fc.constantFrom("ClusterIP", "ClusterIP", "ExternalName"),
    version: fc.nat({ max: 1_000 }),
  })
  .chain((own) =>
    fc.record({
      own: fc.constant(own),
      isHeadless: fc.constantFrom(false, false, true),
      publishesUnready: fc.boolean(),
      clusterAddresses: fc.constantFrom<(readonly string[])[]>([], ["10.96.0.1"], ["10.0.0.1"], ["fd00:96::1", "10.0.0.2"]),
    }),
  )
  .map(({ own: { name, version, ...own }, ...more }) => aService({ ...own, ...more, name: `s-${name}` }, String(version)));

/** A ServiceEntry of few names. */
export const arbitraryHostEntry: fc.Arbitrary<StoredMeshService> = fc
  .record({
    ...{ namespace, selector: fc.oneof(selector, fc.constant(null)), name: few, version: fc.nat({ max: 1_000 }) },
    labels: fc.oneof(session, fc.constant<LabelSet>([["istio.io/rev", "canary"]])),
    resolution: fc.constantFrom("STATIC", "STATIC", "DNS", "NONE"),
    inline: fc.constantFrom("10.0.0.1", "10.9.9.9", null),
    network,
  })
  .map(({ name, version, inline, network: at, ...own }) => {
    const endpoint = { address: inline ?? "", network: at, locality: "", serviceAccount: "", weight: 2, ports: [], labels: [] };
    return aHostEntry({ ...own, name: `s-${name}`, endpoints: inline === null ? [] : [endpoint] }, String(version));
  });

/** A Pod of few names, some of which machines have too. */
export const arbitraryHostPod: fc.Arbitrary<StoredPod> = fc
  .record({
    ...{ namespace, labels: arbitraryLabels, name: few, version: fc.nat({ max: 1_000 }) },
    ready: fc.boolean(),
    phase: fc.constantFrom("Running", "Running", "Failed"),
    deletingAt: fc.constantFrom(null, null, 1),
    address: fc.constantFrom("10.1.0.1", ""),
    node: fc.constantFrom("", "node-1"),
  })
  .map(({ name, version, ...own }) => aTablePod({ ...own, name: `vm-${name}` }, String(version)));

/** A world in which the mesh may be another one. */
export const arbitraryHostWorld: fc.Arbitrary<World> = fc
  .record({
    revision: fc.constantFrom("default", "default", "canary"),
    version: fc.constantFrom("1.31.0", "1.29.0", null),
    settings: fc.constantFrom<Readonly<Record<string, string>>[]>(
      {},
      { PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES: "false" },
      { PILOT_ENABLE_WORKLOAD_ENTRY_HEALTHCHECKS: "false", PILOT_DRAINING_LABEL: "v", CLUSTER_ID: "east" },
      { PILOT_ENABLE_SERVICEENTRY_SELECT_PODS: "false", "--domain": "corp.local" },
    ),
    there: fc.boolean(),
  })
  .map(({ revision, version, settings, there }) => {
    const meshes = meshFactsByRevision(
      { namespace: "istio-system", pods: [{ revision, version, settings }], deployments: [], configOf: () => ({ kind: "absent" }) },
      [],
    );
    return aWorld(there ? [aReplica()] : [], { meshes });
  });
