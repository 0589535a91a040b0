import type { ShellHead } from "@/lib/contract/views/fleet";
import type { ServiceStatus } from "@/lib/domain/services/service-status";
import type { Scope } from "@/lib/domain/source/scope";
import { keptFindings, type StandingFindings } from "@/lib/server/findings/standing-findings";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { SeenHosts } from "@/lib/server/hosts/list/seen-hosts";

type Counts = Pick<ShellHead, "servicesInTrouble" | "findingErrors">;

const NOTHING: Counts = { servicesInTrouble: null, findingErrors: null };
const EVERYWHERE = { clusters: [], namespaces: [] };
/** Down or degraded. */
const IN_TROUBLE: ReadonlySet<ServiceStatus["kind"]> = new Set(["nobody", "missing"]);

/** The least time from one count to the next, and its share of all time: a count of many services is repeated less often. Milliseconds. */
const LEAST_MS = 1_000;
const REST = 50;
/** Counts of a scope that no page reads are kept for this time, so that a page and its stream share them. Milliseconds. */
const IDLE_MS = 20_000;

interface Shared {
  readonly counter: Counter;
  readonly listeners: Set<() => void>;
  idle: ReturnType<typeof setTimeout> | undefined;
}

const shared = new WeakMap<FleetReader, Map<string, Shared>>();

/**
 * Counts services and findings of a scope for the navigation, once for all of its pages. A frame reads the last numbers and counts nothing, so its cost does not
 * grow with the fleet. `changed`: is called when a number is another one.
 */
export function navigationCounts(fleet: FleetReader, scope: Scope, changed: () => void): { value(): Counts; close(): void } {
  const all = shared.get(fleet) ?? new Map<string, Shared>();
  shared.set(fleet, all);
  const own = all.get(scope.key) ?? share(fleet, scope);
  all.set(scope.key, own);
  clearTimeout(own.idle);
  const listener = () => changed();
  own.listeners.add(listener);
  return {
    value: () => own.counter.value,
    close: () => {
      if (!own.listeners.delete(listener) || own.listeners.size > 0) return;
      own.idle = setTimeout(() => {
        own.counter.close();
        all.delete(scope.key);
      }, IDLE_MS);
      own.idle.unref();
    },
  };
}

function share(fleet: FleetReader, scope: Scope): Shared {
  const listeners = new Set<() => void>();
  const counter = new Counter(fleet, scope, () => {
    for (const listener of listeners) listener();
  });
  return { counter, listeners, idle: undefined };
}

/** Counts again after a change of the services, and looks at the findings from time to time. */
class Counter {
  value: Counts = NOTHING;
  readonly #services: SeenHosts;
  readonly #findings: StandingFindings;
  #areServicesDue = true;
  #timer: ReturnType<typeof setTimeout>;

  constructor(
    fleet: FleetReader,
    scope: Scope,
    private readonly changed: () => void,
  ) {
    this.#services = new SeenHosts(fleet, scope, EVERYWHERE, () => {
      this.#areServicesDue = true;
    });
    this.#findings = keptFindings(fleet, scope);
    this.#timer = setTimeout(() => this.#count(), 0);
    this.#timer.unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#services.close();
    this.#findings.close();
  }

  #count(): void {
    const began = performance.now();
    const before = this.value;
    this.value = { servicesInTrouble: this.#servicesInTrouble(), findingErrors: this.#errors() };
    if (before.servicesInTrouble !== this.value.servicesInTrouble || before.findingErrors !== this.value.findingErrors) this.changed();
    this.#timer = setTimeout(() => this.#count(), Math.max(LEAST_MS, (performance.now() - began) * REST));
    this.#timer.unref();
  }

  #servicesInTrouble(): number | null {
    if (!this.#areServicesDue) return this.value.servicesInTrouble;
    this.#areServicesDue = false;
    return this.#services.now().filter(({ row }) => IN_TROUBLE.has(row.status.kind)).length;
  }

  /** Until all rules were evaluated for the first time, the number is not known. */
  #errors(): number | null {
    const isComplete = this.#findings.caughtUp();
    if (!isComplete && this.value.findingErrors === null) return null;
    const { store, rules } = this.#findings.findings;
    return rules.filter(({ severity }) => severity === "error").reduce((sum, rule) => sum + store.countOf(rule), 0);
  }
}
