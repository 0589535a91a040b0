import {
  type EndpointCountStep,
  type EndpointLossState,
  endpointLossOfState,
  hasEndpoint,
  INITIAL_ENDPOINT_LOSS_STATE,
  nextEndpointLossState,
} from "@/lib/domain/history/lost-endpoints";
import type { Clock } from "@/lib/server/clock";
import { type HostMemory, type ServiceName, serviceKey } from "@/lib/server/fleet/host-memory";
import { log, thrownFields } from "@/lib/server/log";
import type { HistoryDatabase } from "./open-database";
import { endpointSteps } from "./queries/lost-endpoints";
import type { EndpointListener } from "./record-hosts";

/** The history is read so soon after a service without endpoints is reported, and again so long after a read that failed. Milliseconds. */
const SOON_MS = 100;
const AGAIN_MS = 10_000;
/** The last reports of a service may not be on disk yet. */
const RECENT = 8;

export interface HostMemoryParts {
  readonly database: Pick<HistoryDatabase, "read">;
  readonly memory: HostMemory;
  readonly clock: Clock;
}

export interface HostMemoryKeeper extends EndpointListener {
  stop(): void;
}

interface Followed {
  readonly service: ServiceName;
  course: EndpointLossState;
  /** The last reports, in order, and how many there were. */
  recent: readonly EndpointCountStep[];
  reports: number;
  /** An endpoint was reported since the recorder started. */
  hadEndpoint: boolean;
  /** The history was read since the recorder started. */
  isRead: boolean;
}

/** Gives the live fleet the services that lost their last endpoint. The history is read once for each service that has none and no known past. */
export function keepHostMemory({ database, memory, clock }: HostMemoryParts): HostMemoryKeeper {
  const followed = new Map<string, Followed>();
  const unread = new Set<Followed>();
  let stopped = false;
  let cancel: (() => void) | null = null;
  const isFollowed = (one: Followed) => !stopped && followed.get(serviceKey(one.service)) === one;
  const wake = (ms: number) => {
    if (!stopped && unread.size > 0) cancel ??= clock.setTimer(() => void read(), ms);
  };
  const read = async () => {
    const asked = [...unread];
    let next = SOON_MS;
    try {
      const services = asked.map(({ service }) => service);
      const steps = new Map((await endpointSteps(database.read, services, clock.now())).map(([service, own]) => [service, own] as const));
      for (const one of asked) {
        unread.delete(one);
        if (isFollowed(one)) take(memory, one, steps.get(one.service) ?? []);
      }
    } catch (error) {
      // The page of a paused history shows that it cannot be read.
      if (!stopped) log("warn", "lost endpoints of services could not be read", thrownFields(error));
      next = AGAIN_MS;
    }
    cancel = null;
    wake(next);
  };
  return {
    endpoints: (service, step) => {
      const key = serviceKey(service);
      const one = followed.get(key) ?? { service, course: INITIAL_ENDPOINT_LOSS_STATE, recent: [], reports: 0, hadEndpoint: false, isRead: false };
      followed.set(key, one);
      one.course = nextEndpointLossState(one.course, step);
      one.recent = [...one.recent, step].slice(-RECENT);
      one.reports++;
      one.hadEndpoint ||= one.course.has === true;
      if (isUnknown(one)) unread.add(one);
      memory.remember(service, unread.has(one) ? null : endpointLossOfState(one.course));
      wake(SOON_MS);
    },
    forget: (service) => {
      const one = followed.get(serviceKey(service));
      if (one !== undefined) unread.delete(one);
      followed.delete(serviceKey(service));
      memory.remember(service, null);
    },
    stop: () => {
      stopped = true;
      cancel?.();
    },
  };
}

/** True without an endpoint if this process saw neither the last one nor a machine before it. */
function isUnknown({ course, hadEndpoint, isRead }: Followed): boolean {
  return !isRead && course.has === false && (course.machinesUntil === null || !hadEndpoint);
}

/** Puts the stored steps before the reported ones. */
function take(memory: HostMemory, one: Followed, stored: readonly EndpointCountStep[]): void {
  // After a start some sources are not listed yet. This is no gap.
  const known = one.recent.findIndex((step) => hasEndpoint(step) !== null);
  const [first, ...later] = known === -1 ? [] : one.recent.slice(known);
  const before = stored.filter(({ at }) => first === undefined || at < first.at);
  // The first report shows what changed while no process ran.
  const begin = first === undefined ? [] : [one.reports > RECENT ? first : { ...first, notBefore: first.notBefore ?? before.at(-1)?.at ?? 0 }];
  one.course = [...before, ...begin, ...later].reduce(nextEndpointLossState, INITIAL_ENDPOINT_LOSS_STATE);
  one.isRead = true;
  memory.remember(one.service, endpointLossOfState(one.course));
}
