import type { Cluster, KubeObject } from "./cluster";
import type { House } from "./house";

const ENTRIES = (namespace: string) => `/apis/networking.istio.io/v1/namespaces/${namespace}/workloadentries`;

export const entryPath = (namespace: string, name: string) => `${ENTRIES(namespace)}/${encodeURIComponent(name)}`;
export const groupPage = (namespace: string, name: string) => `/c/sandbox/groups/${namespace}/${name}`;
export const hostPage = (kind: "services" | "serviceentries", namespace: string, name: string) => `/c/sandbox/${kind}/${namespace}/${name}`;
export const entryPage = (namespace: string, name: string) => `/c/sandbox/entries/${namespace}/${name}`;

/** A WorkloadGroup of the demo as Kubernetes stores it, with its declared size. */
interface GroupObject extends Omit<KubeObject, "spec"> {
  readonly spec: {
    readonly template: { readonly serviceAccount: string; readonly network: string };
    readonly probe: { readonly httpGet: { readonly port: number; readonly path: string } };
  };
  /** The annotation stolos.dev/expected-size as written, and as a number. */
  readonly declared: string;
  readonly expected: number;
}

export async function groupObject(cluster: Cluster, namespace: string, name: string): Promise<GroupObject> {
  const group = await cluster.get(`/apis/networking.istio.io/v1/namespaces/${namespace}/workloadgroups/${name}`);
  const declared = group.metadata.annotations?.["stolos.dev/expected-size"] ?? "";
  return { ...(group as unknown as Omit<GroupObject, "declared" | "expected">), declared, expected: Number(declared) };
}

/** The entries of a group, youngest connection first: those are not due to be renewed while a test looks at them. */
export async function entriesOf(cluster: Cluster, namespace: string, group: string): Promise<readonly KubeObject[]> {
  const { items = [] } = await cluster.get(ENTRIES(namespace));
  const since = ({ metadata }: KubeObject) => metadata.annotations?.["istio.io/connectedAt"] ?? "";
  return items
    .filter(({ metadata }) => metadata.annotations?.["istio.io/autoRegistrationGroup"] === group && !metadata.annotations["istio.io/disconnectedAt"])
    .sort((a, b) => since(b).localeCompare(since(a)));
}

/** The names of the entries of a group that istiod marked as disconnected and has not deleted. */
export async function disconnectedOf(cluster: Cluster, namespace: string, group: string): Promise<readonly string[]> {
  const { items = [] } = await cluster.get(ENTRIES(namespace));
  const isDisconnected = ({ annotations = {} }: KubeObject["metadata"]) =>
    annotations["istio.io/autoRegistrationGroup"] === group && annotations["istio.io/disconnectedAt"] !== undefined;
  return items.filter(({ metadata }) => isDisconnected(metadata)).map(({ metadata }) => metadata.name);
}

/** The name of the entry of a group that connected last. */
export async function freshEntry(cluster: Cluster, namespace: string, group: string): Promise<string> {
  const [first] = await entriesOf(cluster, namespace, group);
  if (first === undefined) throw new Error(`No machine of ${namespace}/${group} is connected.`);
  return first.metadata.name;
}

/** Writes an entry by hand, as people do, and its status beside it. What is given is merged into an ordinary one. */
export async function writeEntry(cluster: Cluster, namespace: string, name: string, { metadata = {}, spec = {}, status }: EntryParts = {}): Promise<void> {
  await cluster.create(ENTRIES(namespace), {
    apiVersion: "networking.istio.io/v1",
    kind: "WorkloadEntry",
    metadata: { name, namespace, ...metadata },
    spec: { address: "10.99.0.1", ...spec },
  });
  if (status !== undefined) await cluster.patch(`${entryPath(namespace, name)}/status`, { status });
}

interface EntryParts {
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
}

/** Tells a machine something: `disconnect`, `vanish`, `connect`, or `health` with a problem ("" = well). */
export function tellMachine(house: House, namespace: string, entry: string, verb: "disconnect" | "vanish" | "connect"): Promise<unknown> {
  return house.control("POST", `/vms/${namespace}/${entry}/${verb}`);
}

/** Lets the machine's agent report: "" = healthy, any other text = the failed probe's message. */
export function reportHealth(house: House, namespace: string, entry: string, problem: string): Promise<unknown> {
  return house.control("POST", `/vms/${namespace}/${entry}/health`, { problem });
}
