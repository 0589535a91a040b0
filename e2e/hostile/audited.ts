import { ask, eachOf } from "@/e2e/ask";
import type { Cluster } from "@/e2e/cluster";
import { KEY_VALUE } from "./fields";
import { nameOf, namespaceOf, plainObject } from "./objects";

/** Tries an edit of the groups of these numbers that changes what stands under every hostile key: the audit names the fields that it would change. */
export async function auditEdits(address: string, cluster: Cluster, numbers: readonly number[]): Promise<void> {
  const headers = { "content-type": "application/json", origin: address, "sec-fetch-site": "same-origin" };
  await eachOf(numbers, 4, async (number) => {
    const { collection, object } = plainObject("WorkloadGroup", number);
    const stored = await cluster.get(`${collection}/${nameOf(number)}`);
    const { name, namespace, annotations, uid, resourceVersion } = stored.metadata;
    const edited = { ...object, metadata: { name, namespace, annotations }, spec: stored.spec };
    // JSON is YAML.
    const text = JSON.stringify(edited).replaceAll(JSON.stringify(KEY_VALUE), '"as it would be"');
    const body = JSON.stringify({ dryRun: true, resourceVersion, input: { text, uid } });
    const path = `/api/c/sandbox/commands/edit-workloadgroup/${namespaceOf(number)}/${nameOf(number)}`;
    const answered = await ask(address, { method: "POST", path, headers, body });
    if (answered.status !== 200) throw new Error(`The edit of ${nameOf(number)} was answered with ${answered.status}: ${answered.body}`);
  });
}
