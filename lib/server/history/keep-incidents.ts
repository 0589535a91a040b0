import { randomInt } from "node:crypto";
import { IncidentEngine, type StoredEngine, type TroubledMachine } from "@/lib/domain/incidents/engine";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { MachinePopulation, MaintenanceWindow, Observation } from "@/lib/domain/incidents/observation";
import { withRenamedIncidentKeys, withRestoredIncidents } from "@/lib/domain/incidents/stored-engine";
import { log, thrownFields } from "@/lib/server/log";
import type { IncidentStore } from "./store-incidents";

/** The number of the engine's state. A change of its form needs another one. An engine that finds another one begins anew, with the stored incidents. */
const FORMAT = 1;
/** The letters of keys: no vowels, so that they form no words, and none that look alike. */
const KEY_LETTERS = "bcdfghjkmnpqrstvwxz23456789";
const KEY_LENGTH = 6;
/** Machines that fail and recover are stored with the next save, at the latest after this time. After a kill they are found again. Milliseconds. */
const FAILURES_MS = 60_000;

interface KeeperParts {
  readonly store: IncidentStore;
  readonly cluster: string;
  /** The numbers of machines now. */
  readonly population: MachinePopulation;
  /** Returns a new key. Missing = random. */
  readonly newKey?: () => string;
  /** Receives the incidents that changed, and the keys that were replaced by those of another replica. */
  readonly onChange?: (changed: readonly Incident[], renamed: Iterable<string>) => void;
  /** The incidents of an older history and the state of their engine, if none were ever stored. */
  readonly past?: { readonly engine: StoredEngine; readonly incidents: readonly Incident[] } | null;
}

/** Runs the engine of incidents for one cluster, and stores what it finds. The caller calls `save` again after a failure. */
export class IncidentKeeper {
  #engine: IncidentEngine;
  /** The incidents that changed since they were stored. */
  #unsaved = new Map<string, Incident>();
  /** The engine took a change of an object, or a start, since its state was stored. */
  #isStateNew = false;
  #savedTo: number;
  #saving: Promise<void> = Promise.resolve();

  private constructor(
    private readonly parts: Omit<Required<KeeperParts>, "past">,
    stored: StoredEngine | undefined,
    unsaved: readonly Incident[] = [],
  ) {
    this.#engine = new IncidentEngine(parts, stored);
    this.#savedTo = this.processedTo;
    for (const incident of unsaved) this.#unsaved.set(incident.key, incident);
    this.storeAgain();
  }

  /** Continues from the stored state. Rejects while the database is not open. */
  static async start({ newKey = newIncidentKey, onChange = () => undefined, past = null, ...parts }: KeeperParts): Promise<IncidentKeeper> {
    const { engine, open } = await parts.store.restore(parts.cluster);
    const all = { ...parts, newKey, onChange };
    if (engine === null && open.length === 0 && past !== null) return new IncidentKeeper(all, past.engine, past.incidents);
    const stored = engine?.format === FORMAT ? readState(engine.body, all) : null;
    if (stored !== null) return new IncidentKeeper(all, withRestoredIncidents(stored, open));
    return new IncidentKeeper(all, open.length === 0 ? undefined : withRestoredIncidents(new IncidentEngine(all).stored, open));
  }

  /** Incidents that are not over, and those that ended within the last hour. */
  get incidents(): readonly Incident[] {
    return this.#engine.incidents;
  }

  /** The machines that the engine knows not to serve. */
  get troubled(): readonly TroubledMachine[] {
    return this.#engine.troubled;
  }

  /** The maintenance windows that are not over. */
  get windows(): readonly MaintenanceWindow[] {
    return this.#engine.windows;
  }

  /** The moment up to which the engine processed everything, in milliseconds; 0 = it has processed nothing. */
  get processedTo(): number {
    return this.#engine.processedTo;
  }

  /** The next moment at which time alone changes something, in milliseconds; infinity = none. */
  get nextDecisionAt(): number {
    return this.#engine.nextDecisionAt;
  }

  /** True if `save` has something to store. */
  get isUnsaved(): boolean {
    return this.#unsaved.size > 0 || this.#isStateNew;
  }

  /** Takes observations in order of time, and makes all decisions that are due at `now`. Milliseconds. */
  passTo(now: number, observations: readonly Observation[]): void {
    this.#engine.take(observations);
    this.#engine.passTo(now);
    const isFailure = ({ kind }: Observation) => kind === "machine" || kind === "settled" || kind === "service";
    const isLate = observations.length > 0 && now - this.#savedTo >= FAILURES_MS;
    this.#isStateNew ||= isLate || observations.some((observation) => !isFailure(observation));
    this.#collect();
  }

  /** Stores all open incidents with the next call of `save`: the database may be another one. */
  storeAgain(): void {
    for (const incident of this.#engine.incidents) if (incident.state !== "over") this.#unsaved.set(incident.key, incident);
  }

  /** Stores the changes and the engine's state. Rejects while the database does not accept writes: the changes are part of the next call. */
  save(): Promise<void> {
    const saved = this.#saving.then(() => this.#save());
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  async #save(): Promise<void> {
    const { store, cluster } = this.parts;
    while (this.isUnsaved) {
      const unsaved = this.#unsaved;
      this.#unsaved = new Map();
      this.#isStateNew = false;
      try {
        const stored = this.#engine.stored;
        const engine = { format: FORMAT, body: JSON.stringify(stored) };
        const renamed = await store.save({ cluster, asOf: stored.now, incidents: [...unsaved.values()], engine });
        this.#savedTo = stored.now;
        if (renamed.size > 0) this.#rename(renamed, unsaved);
      } catch (thrown) {
        this.#unsaved = new Map([...unsaved, ...this.#unsaved]);
        this.#isStateNew = true;
        throw thrown;
      }
    }
  }

  /** Other replicas opened these incidents first. They and all changes since are stored again under the new keys. */
  #rename(keys: ReadonlyMap<string, string>, unsaved: ReadonlyMap<string, Incident>): void {
    this.#engine = new IncidentEngine(this.parts, withRenamedIncidentKeys(this.#engine.stored, keys));
    const changed = new Set([...unsaved.keys(), ...this.#unsaved.keys()].map((key) => keys.get(key) ?? key));
    const current = this.#engine.incidents.filter(({ key }) => changed.has(key));
    this.#unsaved = new Map(current.map((incident) => [incident.key, incident]));
    this.parts.onChange(current, keys.keys());
  }

  #collect(): void {
    const changed = this.#engine.takeChanged();
    for (const incident of changed) this.#unsaved.set(incident.key, incident);
    this.parts.onChange(changed, []);
  }
}

/** Returns the stored state if an engine can continue from it. Otherwise the stored incidents are all that is known. */
function readState(body: string, world: ConstructorParameters<typeof IncidentEngine>[0]): StoredEngine | null {
  try {
    return new IncidentEngine(world, JSON.parse(body)).stored;
  } catch (thrown) {
    log("warn", "the stored state of the incidents could not be read", thrownFields(thrown));
    return null;
  }
}

/** Returns a new random key. */
export function newIncidentKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join("");
}
