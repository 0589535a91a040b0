import { RULES } from "@/lib/domain/findings/rules";
import type { Scope } from "@/lib/domain/source/scope";
import { pauseWhileArriving } from "@/lib/server/arrivals";
import type { Clock } from "@/lib/server/clock";
import { atMost } from "@/lib/server/derive/evaluations";
import { Slices } from "@/lib/server/derive/slices";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { AnyRule } from "./finding";
import { ScopedFindings } from "./scoped-findings";

/** How long those that nobody reads are kept, so that a page and its stream share the first look at everything. Milliseconds. */
const IDLE_MS = 20_000;

/** A reader evaluates at most `values` itself. After the first `atLeast`, it also stops after `ms` milliseconds. Slices evaluate the rest. */
const READER_WAITS_FOR = { values: 500, atLeast: 50, ms: 20 } as const;

interface Held {
  readonly findings: ScopedFindings;
  /** Evaluate what waits at once, as long as somebody reads. */
  slices: Slices | null;
  readonly listeners: Set<() => void>;
  readers: number;
  /** Those who only look from time to time. */
  keepers: number;
  /** Was somebody told that there may be more? He hears once there is not. */
  isAwaited: boolean;
  idleSince: number;
}

/** Findings that somebody reads. */
export interface StandingFindings {
  readonly findings: ScopedFindings;
  /** Evaluates so many of the values that wait; true once nothing is left. */
  caughtUp(values?: number): boolean;
  /** Returns true when no value is left to evaluate. Otherwise calls `changed` once none is left. Evaluates nothing itself. */
  isSettled(): boolean;
  close(): void;
}

const standing = new WeakMap<FleetReader, Map<string, Held>>();

/** The findings of a scope by some rules, one for all who read them; `changed` hears of every change until they are given back. Who wants some only is given all where these stand. */
export function standingFindings(fleet: FleetReader, scope: Scope, changed: () => void, rules: readonly AnyRule[] = RULES): StandingFindings {
  const all = standing.get(fleet) ?? new Map<string, Held>();
  standing.set(fleet, all);
  forgetIdle(fleet, all);
  // Those that are only looked at from time to time do not stand: one would be told of their changes too late.
  const stands = (all.get(scope.key)?.slices ?? null) !== null;
  const key = `${scope.key}${rules === RULES || stands ? "" : `\n${rules.map(({ code }) => code).join()}`}`;
  const held = all.get(key) ?? hold(fleet, scope, rules);
  all.set(key, held);
  held.readers++;
  held.slices ??= new Slices(told(held), timersOf(fleet), {}, pauseWhileArriving());
  // Several readers may give the same function.
  const listener = () => changed();
  held.listeners.add(listener);
  return {
    findings: held.findings,
    caughtUp: (values) => awaited(held, held.findings.run(fleet.now(), values === undefined ? whileReaderWaits() : atMost(values))),
    isSettled: () => awaited(held, isSettled(held, fleet.now())),
    close: () => {
      if (!held.listeners.delete(listener)) return;
      held.readers--;
      held.idleSince = fleet.now();
      forgetIdle(fleet, all);
      // Also where nobody reads anything again: rules are not evaluated for nobody.
      setTimeout(() => forgetIdle(fleet, all), IDLE_MS + 1_000).unref();
    },
  };
}

/** Findings that somebody looks at from time to time: what changes waits until he does, unless others read them meanwhile. */
export function keptFindings(fleet: FleetReader, scope: Scope): StandingFindings {
  const all = standing.get(fleet) ?? new Map<string, Held>();
  standing.set(fleet, all);
  const held = all.get(scope.key) ?? hold(fleet, scope, RULES);
  all.set(scope.key, held);
  held.keepers++;
  return {
    findings: held.findings,
    caughtUp: (values) => {
      forgetIdle(fleet, all);
      return held.findings.run(fleet.now(), values === undefined ? whileReaderWaits() : atMost(values));
    },
    isSettled: () => isSettled(held, fleet.now()),
    close: () => {
      held.keepers--;
      forgetIdle(fleet, all);
    },
  };
}

/** Resolves once slices have evaluated the findings of a scope, or after `ms`. The findings stay evaluated for a while. */
export async function waitForFindings(fleet: FleetReader, scope: Scope, ms: number, rules?: readonly AnyRule[]): Promise<void> {
  let settle: () => void = () => undefined;
  const standing = standingFindings(fleet, scope, () => standing.isSettled() && settle(), rules);
  if (!standing.isSettled()) {
    await new Promise<void>((resolve) => {
      settle = resolve;
      setTimeout(resolve, ms).unref();
    });
  }
  standing.close();
}

/** Lets all findings of a scope be evaluated, while others are answered in between: for who asks once, and wants all of them. */
export async function settledFindings(fleet: FleetReader, scope: Scope, rules?: readonly AnyRule[]): Promise<void> {
  const standing = standingFindings(fleet, scope, () => undefined, rules);
  while (!standing.caughtUp()) await new Promise((resolve) => setImmediate(resolve));
  standing.close();
}

function isSettled({ findings }: Held, now: number): boolean {
  // Before everything is read for the first time there is nothing to mark.
  if (findings.next !== 0) findings.lookAround(now);
  const { next } = findings;
  return next === null || next > now;
}

function awaited(held: Held, isSettled: boolean): boolean {
  if (!isSettled) held.isAwaited = true;
  return isSettled;
}

function whileReaderWaits(): () => boolean {
  const until = performance.now() + READER_WAITS_FOR.ms;
  let done = 0;
  return () => {
    done++;
    return done < READER_WAITS_FOR.values && (done < READER_WAITS_FOR.atLeast || performance.now() < until);
  };
}

function hold(fleet: FleetReader, scope: Scope, rules: readonly AnyRule[]): Held {
  const findings = new ScopedFindings(fleet, scope, rules);
  const listeners = new Set<() => void>();
  findings.store.hook(() => tell({ listeners }));
  return { findings, slices: null, listeners, readers: 0, keepers: 0, isAwaited: false, idleSince: 0 };
}

function tell({ listeners }: Pick<Held, "listeners">): void {
  for (const listener of listeners) listener();
}

/** The findings for slices: whoever was told that there may be more hears once there is not, also where nothing more was found. */
function told(held: Held): ConstructorParameters<typeof Slices>[0] {
  const { findings } = held;
  return {
    run: (now, mayGoOn) => {
      const isSettled = findings.run(now, mayGoOn);
      if (!isSettled || !held.isAwaited) return isSettled;
      held.isAwaited = false;
      tell(held);
      return true;
    },
    hook: (onWork) => findings.hook(onWork),
    get next() {
      return findings.next;
    },
  };
}

/** What waits goes on beside everything else; nothing of it keeps the process. */
function timersOf(fleet: FleetReader): Clock {
  const setTimer = (call: () => void, ms: number) => {
    const timer = setTimeout(call, ms);
    timer.unref();
    return () => clearTimeout(timer);
  };
  return { now: fleet.now, monotonic: () => performance.now(), setTimer };
}

function forgetIdle(fleet: FleetReader, all: Map<string, Held>): void {
  for (const [key, held] of all) {
    if (held.readers > 0 || fleet.now() - held.idleSince < IDLE_MS) continue;
    held.slices?.stop();
    held.slices = null;
    if (held.keepers > 0) continue;
    held.findings.close();
    all.delete(key);
  }
}
