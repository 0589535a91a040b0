import { stringify } from "yaml";
import type { ObjectEvents, ObjectYaml } from "@/lib/contract/answers/answers";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { isUntypedObject } from "@/lib/domain/preview/values";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import { YAML_KINDS, type YamlKind } from "@/lib/domain/source/source";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import { type ApiVersions, createApiVersions } from "@/lib/server/kube/api-versions";
import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { getObject, listEvents } from "@/lib/server/kube/read-objects";
import { Refusal } from "./problem";

/** The segments of an object's address, as a route hands them over. */
export interface ObjectAddress {
  readonly cluster: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** The rights and clients of a viewer: all that a read as this viewer needs. */
interface Reader {
  readonly scope: Scope;
  clientOf(cluster: string): KubeClient | undefined;
}

/** One object as stored, as YAML, fetched now as the viewer; managed fields apart. What the viewer may not see does not exist. */
export async function readObjectYaml(viewer: Reader, address: ObjectAddress): Promise<ObjectYaml> {
  const { metadata, ...rest } = await readObject(viewer, address);
  const { managedFields, ...kept } = isUntypedObject(metadata) ? metadata : {};
  const { apiVersion, kind, ...parts } = rest;
  return {
    yaml: stringify({ apiVersion, kind, metadata: kept, ...parts }, { lineWidth: 0 }),
    managedFields: managedFields === undefined ? "" : stringify({ managedFields }, { lineWidth: 0 }),
    resourceVersion: typeof kept.resourceVersion === "string" ? kept.resourceVersion : "",
  };
}

/** The Kubernetes Events of one object, fetched now; none of a group that is gone while its entries are not. */
export async function readObjectEvents(viewer: Reader, address: ObjectAddress): Promise<ObjectEvents> {
  const client = clientOf(viewer, address);
  const object = await readObject(viewer, address).catch(nullWhereGone);
  if (object === null) return { events: [] };
  const { metadata } = object;
  const uid = isUntypedObject(metadata) && typeof metadata.uid === "string" ? metadata.uid : "";
  const events = await asked(() => listEvents(client, address.namespace, address.name, uid));
  return { events: events.map((event) => ({ ...event })) };
}

async function readObject(viewer: Reader, address: ObjectAddress): Promise<Readonly<Record<string, unknown>>> {
  const client = clientOf(viewer, address);
  const resource = RESOURCES[kindOf(address)];
  const versions = versionsOf(client);
  const version = await asked(() => versions.versionOf(resource));
  return asked(() => getObject(client, resource, version, address.namespace, address.name)).catch((refusal: unknown) => {
    // The version may not be served any more.
    if (refusal instanceof Refusal && refusal.status === 404) versions.forget(resource.group);
    throw refusal;
  });
}

/** What stands open is read again and again: which version is served is asked once for each viewer's client. */
const known = new WeakMap<KubeClient, ApiVersions>();

function versionsOf(client: KubeClient): ApiVersions {
  const versions = known.get(client) ?? createApiVersions(client);
  known.set(client, versions);
  return versions;
}

function clientOf(viewer: Reader, address: ObjectAddress): KubeClient {
  const { cluster, namespace, name } = address;
  const kind = kindOf(address);
  if (!isObjectName(namespace) || !isObjectName(name))
    throw new Refusal(400, "Not a name", "A namespace and a name are lower-case letters, digits, dots and dashes.", "name");
  const client = viewer.clientOf(cluster);
  if (client === undefined || !isInScope(viewer.scope, cluster, kind, namespace)) throw notThere();
  return client;
}

/** The kind that an address names by its plural: one of which a page opens objects, so that whoever reads has been given the right to. */
function kindOf({ resource }: ObjectAddress): YamlKind {
  const kind = YAML_KINDS.find((one) => one === resource);
  if (kind === undefined) throw notThere();
  return kind;
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
