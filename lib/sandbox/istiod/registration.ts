import { entryFromGroup } from "./entry-from-group";
import { connected, connectedMark, controllerMark, isClaimable } from "./entry-marks";
import { goTime } from "./go-time";
import { ApiProblem, isThereAlready, type KubeApi, type KubeObject } from "./kube-api";
import { entryNameOf, type ProxyNode } from "./proxy";
import { updateEntry } from "./update-entry";

/** The words with which istiod refuses a connection, as gRPC carries them to the machine. */
export class Refusal extends Error {}

/** Registers a machine, or claims its hand-written entry, for one replica (docs/istio.md#connect). Throws a `Refusal`. */
export async function register(api: KubeApi, proxy: ProxyNode, controller: string, at: bigint): Promise<void> {
  const name = entryNameOf(proxy);
  if (name === "") return;
  const ref = { kind: "WorkloadEntry", namespace: proxy.namespace, name };
  const existing = await api.get(ref);
  if (existing === null) {
    if (proxy.group === undefined) throw new Refusal(`rpc error: code = Unknown desc = error fetching WorkloadEntry ${proxy.namespace}/${name}: not found`);
    if (await createEntry(api, proxy, controller, at)) return;
  } else if (proxy.group !== undefined) {
    checkIdentity(existing, proxy);
  } else if (!isClaimable(existing)) {
    return;
  }
  await updateEntry(api, ref, (entry) => connected(entry, controller, at));
}

/** False when another replica was faster. */
async function createEntry(api: KubeApi, proxy: ProxyNode, controller: string, at: bigint): Promise<boolean> {
  const failed = `auto-registration WorkloadEntry of ${proxy.name}.${proxy.namespace} failed: `;
  const group = await api.get({ kind: "WorkloadGroup", namespace: proxy.namespace, name: proxy.group ?? "" });
  if (group === null) throw new Refusal(`rpc error: code = FailedPrecondition desc = ${failed}cannot find WorkloadGroup ${proxy.namespace}/${proxy.group}`);
  const entry = entryFromGroup(group, proxy);
  checkIdentity(entry, proxy);
  entry.metadata.annotations = { ...entry.metadata.annotations, [controllerMark]: controller, [connectedMark]: goTime(at) };
  try {
    await api.create(entry);
    return true;
  } catch (problem) {
    if (isThereAlready(problem)) return false;
    if (!(problem instanceof ApiProblem)) throw problem;
    throw new Refusal(`rpc error: code = Unknown desc = ${failed}error creating WorkloadEntry: ${problem.message}`, { cause: problem });
  }
}

function checkIdentity(entry: KubeObject, proxy: ProxyNode): void {
  const wanted = entry.spec?.serviceAccount;
  const actual = proxy.serviceAccount ?? "default";
  if (typeof wanted !== "string" || wanted === "" || wanted === actual) return;
  throw new Refusal(`rpc error: code = Unknown desc = registration of WorkloadEntry service account mismatch: "${actual}" vs "${wanted}"`);
}
