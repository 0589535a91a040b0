import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { Cluster } from "@/e2e/cluster";
import { expect, test } from "@/e2e/cluster/fixtures";
import type { RealCluster } from "@/e2e/cluster/real-cluster";
import { apply } from "@/e2e/cluster/worlds-in-cluster";
import { arbitraryBundleCase, BUNDLE_REVISIONS, type BundleCase, bundleFeatures } from "@/lib/testing/bundle-cases";
import type { IstioctlRun } from "@/lib/testing/istioctl-files";

const GROUPS = Number(process.env.BUNDLE_GROUPS ?? 80);
const SEED = Number(process.env.BUNDLE_SEED ?? 5);
/** What was recorded is kept there, for the product's own test: `ISTIOCTL_RUNS=.stolos/istioctl-runs npm run unit -- istioctl-bundles`. */
const KEPT = ".stolos/istioctl-runs";
const SYSTEM = "/api/v1/namespaces/istio-system";

/** Random groups, each with a bundle of the real istioctl: `npm run test:cluster` then has the product make the same from what the API server holds. */
test("the bundles that istioctl makes of random groups, and what it read for them", async ({ realCluster, namespace }) => {
  test.setTimeout(10 * 60_000);
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT, { recursive: true });
  const calls = fc.sample(arbitraryBundleCase, { seed: SEED, numRuns: GROUPS }).map((call, at) => ({ ...call, name: `group-${at}` }));
  await prepare(realCluster, namespace, calls);
  const runs: IstioctlRun[] = [];
  for (const call of calls) {
    const run = await configured(realCluster, namespace, call);
    runs.push(run);
    writeFileSync(`${KEPT}/${call.name}.json`, JSON.stringify(run, null, 1));
  }
  await realCluster.kubectl(`delete namespace --wait=false ${namespace}`);
  const coverage = new Map<string, number>();
  for (const feature of calls.flatMap(bundleFeatures)) coverage.set(feature, (coverage.get(feature) ?? 0) + 1);
  const whole = runs.filter(({ done }) => done).length;
  const crashed = runs.filter(({ output }) => output.includes("panic:")).length;
  process.stdout.write(
    `${JSON.stringify({ groups: runs.length, whole, crashed, halfWay: runs.length - whole - crashed, coverage: Object.fromEntries(coverage) })}\n`,
  );
  expect(whole).toBeGreaterThanOrEqual(GROUPS * 0.6);
  // Of 80 each feature in four at least; of fewer in proportion.
  for (const [feature, count] of coverage) expect([feature, count >= GROUPS / 20]).toEqual([feature, true]);
  for (const run of runs) if (!run.done) expect([run.call.name, endOf(run)]).toEqual([run.call.name, expect.any(String)]);
});

/** Why istioctl did not come to its end, as far as that is known; null = for another reason. */
function endOf({ call, output }: IstioctlRun): string | null {
  const features = bundleFeatures(call);
  if (output.includes("nil pointer dereference") && features.includes("without metadata")) return "crashed: no spec.metadata";
  // Its own map is gone where the mesh sets a default configuration without metadata, and an annotation brings some.
  if (output.includes("assignment to entry in nil map") && features.includes("proxy configuration")) return "crashed: metadata by annotation alone";
  return output.includes("resource name may not be empty") && features.includes("without account") ? "half-way: no service account" : null;
}

async function prepare(cluster: RealCluster, namespace: string, calls: readonly BundleCase[]): Promise<void> {
  const core = { apiVersion: "v1", metadata: { namespace: "istio-system" } };
  await apply(cluster, [{ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }]);
  const maps = Object.entries(BUNDLE_REVISIONS).flatMap(([revision, { mesh, clusterId }]) => [
    { ...core, kind: "ConfigMap", metadata: { ...core.metadata, name: `istio-${revision}` }, data: { mesh } },
    {
      ...core,
      kind: "ConfigMap",
      metadata: { ...core.metadata, name: `istio-sidecar-injector-${revision}` },
      data: { values: JSON.stringify({ global: { multiCluster: { clusterName: clusterId } } }) },
    },
  ]);
  await apply(cluster, [
    ...maps,
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "vm", namespace } },
    ...calls.map((call) => groupOf(call, namespace)),
  ]);
  // istiod and the controller manager write theirs when the namespace is there.
  const missing = () =>
    cluster.kubectl(`get configmap/istio-ca-root-cert serviceaccount/default serviceaccount/vm -n ${namespace} -o name 2>&1 | grep -c -v NotFound || true`);
  for (let attempt = 0; attempt < 60 && (await missing()).trim() !== "3"; attempt++) await wait(250);
}

function groupOf({ name, annotations, spec }: BundleCase, namespace: string) {
  return { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata: { name, namespace, annotations }, spec };
}

async function configured(cluster: RealCluster, namespace: string, call: BundleCase): Promise<IstioctlRun> {
  const folder = mkdtempSync(join(cluster.folder, "bundle-"));
  const file = join(cluster.folder, "group.json");
  writeFileSync(file, JSON.stringify(groupOf(call, namespace)));
  const { output, done } = await cluster.istioctl([
    ...["x", "workload", "entry", "configure", "-o", folder, "--tokenDuration", String(call.seconds)],
    ...(call.byFile ? ["-f", file] : ["--name", call.name, "--namespace", namespace]),
    ...(call.revision === "" ? [] : ["--revision", call.revision]),
    ...(call.internalIp === "" ? [] : ["--internalIP", call.internalIp]),
    ...(call.externalIp === "" ? [] : ["--externalIP", call.externalIp]),
    ...(call.ingressIp === "" ? [] : ["--ingressIP", call.ingressIp]),
    ...(call.clusterId === null ? [] : ["--clusterID", call.clusterId]),
    `--autoregister=${call.autoRegister}`,
    `--capture-dns=${call.captureDns}`,
  ]);
  const files = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const suffix = call.revision === "" ? "" : `-${call.revision}`;
  const admin = new Cluster(cluster.kubeconfigOf("admin"));
  const paths = [
    `/apis/networking.istio.io/v1/namespaces/${namespace}/workloadgroups/${call.name}`,
    `${SYSTEM}/configmaps/istio${suffix}`,
    `${SYSTEM}/configmaps/istio-sidecar-injector${suffix}`,
    `/api/v1/namespaces/${namespace}/configmaps/istio-ca-root-cert`,
    `${SYSTEM}/services?limit=500`,
  ];
  const objects = Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await admin.get(path)] as const)));
  return { call, namespace, output, done, files, objects };
}
