import { stringify } from "yaml";
import type { ObjectEvents, ObjectYaml } from "@/lib/contract/answers";
import { inScope } from "@/lib/domain/scope";
import { createApiVersions } from "@/lib/server/kube/api-versions";
import type { Answer } from "@/lib/server/kube/kube-error";
import { getObject, listEvents } from "@/lib/server/kube/read-objects";
import { RESOURCES } from "@/lib/server/kube/resources";
import type { Runtime } from "@/lib/server/runtime";
import type { ClusterWatch } from "@/lib/server/watch/cluster-watch";
import { Refusal } from "./problem";

/** The segments of an object's address, as a route hands them over. */
export interface ObjectAddress {
  readonly cluster: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** What of the runtime an object is read with. */
type Watches = Pick<Runtime, "watchOf" | "viewer">;

const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** One object as stored, as YAML, fetched now; managed fields apart. What the viewer may not see does not exist. */
export async function readObjectYaml(runtime: Watches, address: ObjectAddress): Promise<ObjectYaml> {
  const { metadata, ...rest } = await readObject(runtime, address);
  const { managedFields, ...kept } = isRecord(metadata) ? metadata : {};
  const { apiVersion, kind, ...parts } = rest;
  return {
    yaml: stringify({ apiVersion, kind, metadata: kept, ...parts }, { lineWidth: 0 }),
    managedFields: managedFields === undefined ? "" : stringify({ managedFields }, { lineWidth: 0 }),
    resourceVersion: typeof kept.resourceVersion === "string" ? kept.resourceVersion : "",
  };
}

/** The Kubernetes Events of one object, fetched now; none of a group that is gone while its entries are not. */
export async function readObjectEvents(runtime: Watches, address: ObjectAddress): Promise<ObjectEvents> {
  const { client } = watchOf(runtime, address);
  const object = await readObject(runtime, address).catch(nullWhereGone);
  if (object === null) return { events: [] };
  const { metadata } = object;
  const uid = isRecord(metadata) && typeof metadata.uid === "string" ? metadata.uid : "";
  const events = await asked(() => listEvents(client, address.namespace, address.name, uid));
  return { events: events.map((event) => ({ ...event })) };
}

async function readObject(runtime: Watches, address: ObjectAddress): Promise<Readonly<Record<string, unknown>>> {
  const { client } = watchOf(runtime, address);
  const resource = address.resource === "workloadgroups" ? RESOURCES.workloadgroups : RESOURCES.workloadentries;
  const version = await asked(() => createApiVersions(client).versionOf(resource));
  return asked(() => getObject(client, resource, version, address.namespace, address.name));
}

function watchOf(runtime: Watches, { cluster, resource, namespace, name }: ObjectAddress): ClusterWatch {
  if (resource !== "workloadgroups" && resource !== "workloadentries") throw notThere();
  if (!NAME.test(namespace) || !NAME.test(name))
    throw new Refusal(400, "Not a name", "A namespace and a name are lower-case letters, digits, dots and dashes.", "name");
  const watch = runtime.watchOf(cluster);
  if (watch === undefined || !inScope(runtime.viewer().scope, cluster, resource, namespace)) throw notThere();
  return watch;
}

function nullWhereGone(problem: unknown): null {
  if (problem instanceof Refusal && problem.status === 404) return null;
  throw problem;
}

function notThere(): Refusal {
  return new Refusal(404, "Not there", "There is no such object in your sight.");
}

/** Asks, and once more where the connection broke: a kept one may have been closed by the other end just now. */
async function asked<T>(ask: () => Promise<Answer<T>>): Promise<T> {
  const first = await ask();
  return answered(!first.ok && first.error.kind === "unreachable" ? await ask() : first);
}

function answered<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  const { kind, message } = answer.error;
  if (kind === "not-found") throw notThere();
  if (kind === "forbidden") throw new Refusal(403, "Not allowed", message);
  throw new Refusal(502, "The API server gave no answer", message);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
