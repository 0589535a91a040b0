import type { PatchFrame } from "@/lib/contract/views/frames";
import { applyPatch } from "./apply-frame";
import type { ViewUpdate } from "./live-views";
import { viewKey, type WantedView } from "./view-key";

/**
 * A page's own copy of what the worker tells: whole views once, patches after that. What a patch does not name keeps its identity, and is
 * not drawn again; a state that was sent whole with every frame would be new to the page from its head to its last row.
 */
export class RelayedViews {
  readonly #told = new Map<string, ViewUpdate>();

  take(key: string, update: ViewUpdate): ViewUpdate {
    this.#told.set(key, update);
    return update;
  }

  /** Returns the view after a patch. Null if the page has no such view: then the worker sends it whole. Throws if the patch does not fit. */
  patch(key: string, patch: PatchFrame): ViewUpdate | null {
    const told = this.#told.get(key);
    return told?.kind === "state" ? this.take(key, { kind: "state", state: applyPatch(told.state, patch) }) : null;
  }

  /** Forgets all but these: what is wanted anew comes anew. */
  keep(views: readonly WantedView[]): void {
    const keys = new Set(views.map(viewKey));
    for (const key of this.#told.keys()) if (!keys.has(key)) this.#told.delete(key);
  }
}
