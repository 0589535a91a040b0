import type { Answer, KubeError } from "@/lib/server/kube/kube-error";
import { at, field } from "@/lib/server/kube/parse/json";

/** The address of a collection with a query: `?` or `&` as needed, empty values left out. */
export function collectionUrl(path: string, query: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  const text = parameters.toString();
  return text === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${text}`;
}

/** One page of a list. */
export interface Page {
  readonly items: readonly unknown[];
  readonly resourceVersion: string;
  readonly next: string;
}

/** Checks that an answer is a list of Kubernetes; `items: null` is an empty one. */
export function pageOf(answer: Answer<unknown>): Answer<Page> {
  if (!answer.ok) return answer;
  const items = field(answer.value, "items");
  const resourceVersion = at(answer.value, "metadata", "resourceVersion");
  if (!Array.isArray(items) && items !== null) return bad("The answer is not a list: it has no items.");
  if (typeof resourceVersion !== "string" || resourceVersion === "" || resourceVersion === "0") return bad("The list has no version.");
  const next = at(answer.value, "metadata", "continue");
  return { ok: true, value: { items: items ?? [], resourceVersion, next: typeof next === "string" ? next : "" } };
}

function bad(message: string): { ok: false; error: KubeError } {
  return { ok: false, error: { kind: "bad-answer", message } };
}
