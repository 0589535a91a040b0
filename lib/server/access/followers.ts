import type { Viewer } from "@/lib/domain/source/scope";
import type { Unchecked } from "./viewer";

/** What whoever shows something to a viewer hears of the viewer's rights. */
export interface Following {
  /** They are others than this viewer has: what is shown by them must not be shown any more. Called once, be it at once. */
  changed(): void;
  /**
   * They could not be checked in these clusters, since then (monotonic clock, milliseconds): what is shown of those stands still. Called with what
   * holds at each change; an empty map = all is checked again, and the rights are the same.
   */
  readonly unchecked?: Unchecked | undefined;
}

/** What is known of the rights now. */
export interface RightsNow {
  readonly subject: string;
  /** The keys of scopes that what is shown may have: with the clusters that could not be checked, and without them. */
  readonly scopes: readonly string[];
  readonly heldSince: ReadonlyMap<string, number>;
}

interface Follower {
  readonly viewer: Viewer;
  readonly following: Following;
  /** The clusters that it was told of last, as one text. */
  told: string;
}

/** Those who follow one session. */
export class Followers {
  readonly #all = new Set<Follower>();

  get size(): number {
    return this.#all.size;
  }

  add(viewer: Viewer, following: Following): () => void {
    const follower = { viewer, following, told: "" };
    this.#all.add(follower);
    return () => this.#all.delete(follower);
  }

  /** Tells each what has become of its viewer's rights. */
  tell({ subject, scopes, heldSince }: RightsNow): void {
    for (const follower of [...this.#all]) {
      const { viewer, following } = follower;
      if (viewer.subject !== subject || !scopes.includes(viewer.scope.key)) {
        this.#all.delete(follower);
        following.changed();
        continue;
      }
      const own = new Map([...heldSince].filter(([cluster]) => viewer.scope.clusters.has(cluster)));
      const told = [...own.keys()].sort().join("\n");
      if (told === follower.told) continue;
      follower.told = told;
      following.unchecked?.(own);
    }
  }

  /** Nothing may be shown any more to anybody. */
  end(): void {
    for (const { following } of [...this.#all]) following.changed();
    this.#all.clear();
  }
}
