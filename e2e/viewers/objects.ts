import type { Cluster } from "@/e2e/cluster";
import { COMMAND_NAMES, SENT_COMMANDS } from "@/lib/testing/sent-commands";
import { CLUSTERS, type ClusterName } from "./world";

/** An object of a kind that a command of the dashboard writes, as an administrator reads it. */
export interface StoredObject {
  readonly cluster: string;
  /** As its address names the kind: `workloadgroups`. */
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** All of it but what istiod writes into it at any time. */
  readonly text: string;
}

/** What istiod says of a machine again and again, and what the API server counts of every change. */
const OF_ISTIOD = ["status", "istio.io/workloadController", "istio.io/connectedAt", "istio.io/disconnectedAt", "resourceVersion", "managedFields"];

/** The kind of the object that a command is about. */
export function resourceOf(command: (typeof COMMAND_NAMES)[number]): string {
  const [, resource = ""] = /^\w+ (\w+)/.exec(SENT_COMMANDS[command].writes) ?? [];
  return resource;
}

/** Every object of every kind that a command writes. */
export async function storedObjects(clusters: Readonly<Record<ClusterName, Cluster>>): Promise<readonly StoredObject[]> {
  const resources = [...new Set(COMMAND_NAMES.map(resourceOf))];
  const lists = CLUSTERS.flatMap((cluster) =>
    resources.map(async (resource) => {
      const { items = [] } = await clusters[cluster].get(`${groupPathOf(resource)}/${resource}`);
      return items.map((object): StoredObject => {
        const { namespace = "", name, uid, resourceVersion = "" } = object.metadata;
        const text = JSON.stringify(object, (key, value) => (OF_ISTIOD.includes(key) ? undefined : value));
        return { cluster, resource, namespace, name, uid, resourceVersion, text };
      });
    }),
  );
  return (await Promise.all(lists)).flat();
}

function groupPathOf(resource: string): string {
  return ["services", "serviceaccounts"].includes(resource) ? "/api/v1" : "/apis/networking.istio.io/v1";
}

/** The objects that were made, changed or deleted between two looks. */
export function changedObjects(before: readonly StoredObject[], after: readonly StoredObject[]): readonly StoredObject[] {
  const texts = ([before, after] as const).map((objects) => new Map(objects.map((object) => [addressOf(object), object.text])));
  const isChanged = (object: StoredObject) => texts[0]?.get(addressOf(object)) !== texts[1]?.get(addressOf(object));
  const all = new Map([...before, ...after].map((object) => [addressOf(object), object]));
  return [...all.values()].filter(isChanged);
}

export function addressOf({ cluster, resource, namespace, name }: StoredObject): string {
  return `${cluster}/${resource}/${namespace}/${name}`;
}
