import type { EntryIdentity } from "@/lib/domain/history/entry-parts";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

/** An entry from the parts in which it is kept. They were written by this product, after it had parsed the object. */
export function wholeEntry({ cluster, namespace, name, uid, body, moving }: EntryIdentity & { readonly body: string; readonly moving: string }): WorkloadEntry {
  return { ...JSON.parse(body), ...JSON.parse(moving), cluster, namespace, name, uid };
}
