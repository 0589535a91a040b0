import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { collectionUrl, pageOf } from "./collection";

const PAGE_SIZE = 500;

/** The light form of a list: identity and versions only. Servers that do not know it send whole objects. */
export const METADATA_ONLY = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

export interface ListOptions {
  readonly client: KubeClient;
  readonly path: string;
  readonly selector: string;
  readonly pageMs: number;
  readonly signal: AbortSignal;
  readonly accept?: string;
  /** Called for each page; `first` is true again when an expired list had to start over. */
  onPage(items: readonly unknown[], first: boolean): Promise<void>;
}

/** Lists a collection consistently in pages of 500 and answers with its version. A token that expires half-way starts it over, twice at most. */
export async function listPages(options: ListOptions): Promise<Answer<{ readonly resourceVersion: string }>> {
  let next = "";
  let restarts = 0;
  for (;;) {
    const url = collectionUrl(options.path, { labelSelector: options.selector, limit: String(PAGE_SIZE), continue: next });
    const accept = options.accept === undefined ? {} : { accept: options.accept };
    const page = pageOf(await options.client.get(url, { signal: options.signal, totalMs: options.pageMs, ...accept }));
    if (!page.ok && page.error.kind === "gone" && next !== "" && restarts < 2) {
      restarts++;
      next = "";
      continue;
    }
    if (!page.ok) return page;
    await options.onPage(page.value.items, next === "");
    next = page.value.next;
    if (next === "") return { ok: true, value: { resourceVersion: page.value.resourceVersion } };
  }
}
