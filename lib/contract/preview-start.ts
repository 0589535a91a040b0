/** Kinds that a try can begin with, by their plural. */
export const START_RESOURCES = ["services", "serviceentries", "workloadentries", "workloadgroups"] as const;
export type StartResource = (typeof START_RESOURCES)[number];

/** The object that a try begins with: `from=CLUSTER/KIND/NAMESPACE/NAME`. */
export interface PreviewFrom {
  readonly cluster: string;
  readonly resource: StartResource;
  readonly namespace: string;
  readonly name: string;
}

/** Reads `from=`; null where it names no object of such a kind. A cluster's name may hold a slash. */
export function previewFromOf(spelled: string): PreviewFrom | null {
  const parts = spelled.split("/");
  const [name = "", namespace = "", plural = ""] = parts.slice(-3).reverse();
  const cluster = parts.slice(0, -3).join("/");
  const resource = START_RESOURCES.find((one) => one === plural);
  return resource === undefined || cluster === "" || namespace === "" || name === "" ? null : { cluster, resource, namespace, name };
}

/** Spells what `previewFromOf` reads. */
export function formatPreviewFrom({ cluster, resource, namespace, name }: PreviewFrom): string {
  return [cluster, resource, namespace, name].join("/");
}

/** What a try begins with, as the server found it: the object without what the cluster wrote into it. */
export interface PreviewStart {
  readonly clusters: readonly string[];
  readonly cluster: string;
  readonly from: PreviewFrom | null;
  /** The object as it is; "" = none. */
  readonly base: string;
  /** Why the object could not be read; null = it was, or none was asked for. */
  readonly problem: string | null;
}

/** A value of a page's query that stands there once; null where it does not, or several times. */
export function onlyText(value: string | readonly string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
