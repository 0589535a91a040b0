import type { StoredPod } from "@/lib/domain/selection/objects";
import { createTables } from "@/lib/server/cluster/tables";
import { identityOf } from "@/lib/server/kube/parse/identity";
import { parseWorkloadPod } from "@/lib/server/kube/parse/workload-pod";
import { TableSink } from "@/lib/server/watch/table-sink";
import { atMost, print, told } from "@/lib/testing/figures";

const PODS = 20_000;
/** Parsed before, and let go of: what is compiled and remembered once is not counted for each Pod. */
const WARM = 1_000;
const CLUSTER = "bench";

/** P12: what a Pod beside the machines takes of the heap, with its table and the watch that holds it. */
export function podHeap(entries: number): void {
  const base = { part: "P12", entries, unit: "B" };
  print(atMost(400, { ...base, metric: `heap per Pod of a Deployment, of ${PODS}`, value: bytesOf((n) => rawPod(n, {})) }));
  const ownLabel = (n: number) => ({ "statefulset.kubernetes.io/pod-name": `pod-${n}` });
  print(told({ ...base, metric: "heap per Pod of a StatefulSet, whose labels are its own", value: bytesOf((n) => rawPod(n, ownLabel(n))) }));
}

function bytesOf(raw: (n: number) => unknown): number {
  for (let n = 0; n < WARM; n++) parsed(raw(PODS + n));
  const table = createTables()["workload-pods"];
  const sink = new TableSink({ table: table as never, cluster: CLUSTER, namespace: "*" }, { freshness: () => undefined });
  const before = heap();
  for (let n = 0; n < PODS; n++) sink.upsert(parsed(raw(n)));
  const bytes = (heap() - before) / PODS;
  if (table.size !== PODS) throw new Error(`There are ${table.size} Pods.`);
  return bytes;
}

function parsed(raw: unknown): StoredPod {
  // As it comes: each text is one of its own.
  const object: unknown = JSON.parse(JSON.stringify(raw));
  const identity = identityOf(object);
  if ("missing" in identity) throw new Error(`A Pod lacks ${identity.missing}.`);
  return parseWorkloadPod(object, identity, CLUSTER);
}

/** Pods of 200 Deployments in 20 namespaces on 200 Nodes, as an API server lists them. */
function rawPod(n: number, labels: Readonly<Record<string, string>>): unknown {
  const app = n % 200;
  const [name, hash] = [`checkout-${app}`, hex(app).slice(0, 9)];
  return {
    metadata: {
      ...{ name: `${name}-${hash}-${hex(n).slice(0, 5)}`, namespace: `team-${app % 20}`, uid: `${hex(n)}-1234-4abc-9def-0000${hex(n + 1)}` },
      ...{
        resourceVersion: String(184_000_000 + n),
        creationTimestamp: `2026-11-${10 + (n % 19)}T00:00:00Z`,
        annotations: { "example.com/long": "x".repeat(500) },
      },
      labels: { app: name, "pod-template-hash": hash, version: "v1", "security.istio.io/tlsMode": "istio", "service.istio.io/canonical-name": name, ...labels },
    },
    spec: {
      ...{ nodeName: `ip-10-0-${app}-11.eu-central-1.compute.internal`, serviceAccountName: name },
      containers: [{ ports: [named("http", 8_080), named("metrics", 9_090)] }],
      initContainers: [{ restartPolicy: "Always", ports: [named("http-envoy-prom", 15_090)] }],
    },
    status: { phase: "Running", podIP: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, conditions: [{ type: "Ready", status: "True" }] },
  };
}

function named(name: string, containerPort: number) {
  return { name, containerPort, protocol: "TCP" };
}

function hex(n: number): string {
  return (Math.imul(n, 2_654_435_761) >>> 0).toString(16).padStart(8, "0");
}

function heap(): number {
  for (let round = 0; round < 4; round++) global.gc?.();
  return process.memoryUsage().heapUsed;
}
