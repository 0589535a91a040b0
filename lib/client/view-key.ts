import type { ViewRequest } from "@/lib/contract/views/view";

/** A view that a page wants; its key names it everywhere in the browser. */
export type WantedView = Omit<ViewRequest, "id">;

export function viewKey({ kind, query, offset, limit }: WantedView): string {
  return `${kind}?${query}#${offset}+${limit}`;
}
