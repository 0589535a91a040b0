import type { CountedIncidents } from "@/lib/contract/views/fleet";
import { listedIncidentState } from "@/lib/contract/views/incidents";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { VisibleIncidents } from "@/lib/server/incidents/visible-incidents";
import { atTurn } from "./at-turn";

const EVERYWHERE = { clusters: [], namespaces: [] };
/** A tier falls with the time. Milliseconds. */
const OLDEST_MS = 60_000;

/** Counts the incidents of a viewer for the navigation. Counts again after a change of incidents, and once a minute, because every page needs the number. */
export class IncidentCounter {
  readonly #visible: VisibleIncidents;
  readonly #turn: ReturnType<typeof atTurn>;
  readonly #unhook: (() => void) | undefined;
  #counted: { readonly at: number; readonly value: CountedIncidents } | null = null;

  /** `changed`: is called when the number may be another one. */
  constructor(
    private readonly fleet: FleetReader,
    scope: Scope,
    changed: () => void,
  ) {
    this.#visible = new VisibleIncidents(fleet, scope);
    const forget = () => {
      this.#counted = null;
      changed();
    };
    this.#turn = atTurn(fleet.now, forget);
    this.#unhook = fleet.incidentMemory?.hook(forget);
  }

  /** Null = incidents are not known. */
  get value(): CountedIncidents | null {
    const { incidentMemory } = this.fleet;
    if (incidentMemory === undefined || incidentMemory.since === null) return null;
    const now = this.fleet.now();
    if (this.#counted === null || now - this.#counted.at > OLDEST_MS) this.#counted = { at: now, value: this.#count() };
    return this.#counted.value;
  }

  close(): void {
    this.#turn.close();
    this.#unhook?.();
  }

  #count(): CountedIncidents {
    const all = this.#visible.now(EVERYWHERE);
    const ends = all.flatMap(({ endsAt }) => endsAt ?? []);
    this.#turn.set(ends.length === 0 ? null : Math.min(...ends));
    const rows = all.map(({ row }) => row).filter((row) => ["open", "recovering"].includes(listedIncidentState(row)) && (row.tier ?? 4) < 4);
    return {
      number: rows.length,
      isUrgent: rows.some(({ tier }) => tier === 1 || tier === 2),
      isKnown: rows.every(({ title }) => title.unknownSince === null),
    };
  }
}
