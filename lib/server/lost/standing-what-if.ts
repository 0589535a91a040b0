import { formatWhatIf, type WhatIfQuery } from "@/lib/contract/views/what-if";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { SharedReads } from "@/lib/server/fleet/shared-reads";
import { watchLoss } from "./watch-loss";
import { WhatIf } from "./what-if";

/** An answer is made anew no sooner than after so many times what it took, and not before this: nobody reads faster. Milliseconds. */
const PAUSE_TIMES = 8;
const LEAST_PAUSE_MS = 2_000;

/** One question, answered once for all who ask it. */
class StandingWhatIf {
  readonly #listeners = new Set<() => void>();
  readonly #unwatch: () => void;
  #made: { readonly whatIf: WhatIf; readonly due: number } | null = null;
  #isOutdated = false;

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
    private readonly query: WhatIfQuery,
  ) {
    this.#unwatch = watchLoss(fleet, scope, query, () => {
      if (this.#isOutdated) return;
      this.#isOutdated = true;
      for (const listener of this.#listeners) listener();
    });
  }

  /** When it may be made anew, if it is outdated and that is not yet; else null. */
  get waitsUntil(): number | null {
    return this.#isOutdated && this.#made !== null && this.fleet.now() < this.#made.due ? this.#made.due : null;
  }

  /** The answer for the fleet as it is now. */
  now(): WhatIf {
    if (this.#made !== null && !this.#isOutdated) return this.#made.whatIf;
    const begun = performance.now();
    const whatIf = new WhatIf(this.fleet, this.scope, this.query);
    const pause = Math.max(LEAST_PAUSE_MS, PAUSE_TIMES * (performance.now() - begun));
    this.#made = { whatIf, due: whatIf.asOf + pause };
    this.#isOutdated = false;
    return whatIf;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#unwatch();
    this.#made = null;
  }
}

const shared = new SharedReads<StandingWhatIf>();

/** A question of a scope, one for all who ask it, and how to give it back. */
export function standingWhatIf(
  fleet: FleetReader,
  scope: Scope,
  query: WhatIfQuery,
): { readonly standing: Pick<StandingWhatIf, "now" | "waitsUntil" | "listen">; close(): void } {
  const key = `${scope.key}\n${formatWhatIf({ ...query, of: "hosts" })}`;
  const { value: standing, close } = shared.take(fleet, key, () => new StandingWhatIf(fleet, scope, query));
  return { standing, close };
}
