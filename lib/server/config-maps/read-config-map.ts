import { encodeSegment } from "@/lib/contract/url/paths";
import { documentWords } from "@/lib/format/document-words";
import type { KubeClient } from "@/lib/server/kube/client";
import type { KubeError } from "@/lib/server/kube/kube-error";
import { at } from "@/lib/server/kube/parse/json";
import { readDocument } from "@/lib/server/preview/read-document";

/** Where a document of a team stands: a key of a ConfigMap, in every cluster the same. */
export interface ConfigMapPlace {
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
}

/** Why a document is not known: `broken` = it is there and cannot be understood. */
export type WhyUnknown = "absent" | "denied" | "unread" | "broken";

/** The document as YAML tells it, or why it is not known, with the reason in words ("" where `why` says it all). */
export type DocumentRead =
  | { readonly kind: "known"; readonly value: unknown }
  | { readonly kind: "unknown"; readonly why: WhyUnknown; readonly reason: string };

type OwnClient = Pick<KubeClient, "get">;

/** Reads a document anew each time it is asked for, with the server's own account: it is for those too who may not read the ConfigMap. */
export function configMapReader(
  { namespace, name, key }: ConfigMapPlace,
  ownClientOf: (cluster: string) => OwnClient | undefined,
): (cluster: string) => Promise<DocumentRead> {
  return async (cluster) => {
    const read = await ownClientOf(cluster)?.get(`/api/v1/namespaces/${encodeSegment(namespace)}/configmaps/${encodeSegment(name)}`);
    if (read === undefined) return unknown("unread", "There is no such cluster.");
    if (!read.ok) return unknown(UNREAD[read.error.kind] ?? "unread", read.error.message);
    const text = at(read.value, "data", key);
    if (typeof text !== "string") return unknown("broken", `It has no ${key}.`);
    const document = readDocument(text);
    return "value" in document ? { kind: "known", value: document.value } : unknown("broken", `Line ${document.line}: ${documentWords(document)}`);
  };
}

/** "ConfigMap istio-system/stolos-guard-rails". */
export function placeWords({ namespace, name }: Pick<ConfigMapPlace, "namespace" | "name">): string {
  return `ConfigMap ${namespace}/${name}`;
}

const UNREAD: { readonly [kind in KubeError["kind"]]?: WhyUnknown } = { "not-found": "absent", forbidden: "denied" };

function unknown(why: WhyUnknown, reason: string): DocumentRead {
  return { kind: "unknown", why, reason };
}
