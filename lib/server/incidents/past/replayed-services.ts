import type { GaugeValues } from "@/lib/domain/history/gauge";
import {
  type EndpointLossState,
  endpointLossOfState,
  INITIAL_ENDPOINT_LOSS_STATE,
  type LastEndpointLossWithMachines,
  nextEndpointLossState,
} from "@/lib/domain/history/lost-endpoints";
import type { ObservationOf, ServiceId } from "@/lib/domain/incidents/observation";
import { reasonsAgainst } from "@/lib/domain/selection/matching";
import type { MeshService, StoredMeshService } from "@/lib/domain/selection/objects";
import { areAllStateReasons } from "@/lib/domain/selection/reasons";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { type ServiceName, serviceKey } from "@/lib/server/fleet/host-memory";
import type { HostGauge } from "@/lib/server/history/host-gauges";
import { endpointsIn } from "@/lib/server/history/queries/lost-endpoints";
import { hostsOf } from "@/lib/server/hosts/host-object";
import { selectorOf } from "@/lib/server/hosts/parsed-objects";
import type { GaugeStep } from "./stored-steps";
import type { CommonFacts } from "./stored-versions";

/** The common facts whose last stopped machine is remembered in a namespace. A group has few of them. */
const MOST_STOPS = 2_000;

interface Service {
  readonly name: ServiceName;
  readonly values: Partial<Record<HostGauge, GaugeValues | null>>;
  course: EndpointLossState;
  /** Set while it has no endpoint. */
  down: ServiceId | null;
  /** Its gauges changed at this moment, and not all of them may be read. Null = they did not. */
  changed: { readonly at: number; readonly notBefore: number | null } | null;
}

/** A machine that stopped serving, or left. */
interface MachineStop {
  readonly machineId: string;
  readonly at: number;
}

/** The services of one cluster: their selectors, their endpoints by their gauges, and the last machine that stopped serving. */
export class ReplayedServices {
  readonly #selectors = new Map<string, MeshService>();
  readonly #services = new Map<string, Service>();
  readonly #changed = new Set<Service>();
  readonly #stops = new Map<string, Map<CommonFacts, MachineStop>>();

  constructor(private readonly mesh: MeshSettings) {}

  /** The moment after which all gauges of the changed services are read; infinity = none changed. */
  get nextDueAt(): number {
    for (const { changed } of this.#changed) return (changed?.at ?? 0) + 1;
    return Number.POSITIVE_INFINITY;
  }

  put(service: StoredMeshService): void {
    const selector = selectorOf(service);
    const key = keyOf(service);
    if (selector === null) this.#selectors.delete(key);
    else this.#selectors.set(key, selector);
  }

  delete(service: Pick<StoredMeshService, "cluster" | "kind" | "namespace" | "name">): void {
    this.#selectors.delete(keyOf(service));
  }

  /** A machine stopped serving, or left. */
  stop(namespace: string, common: CommonFacts, stop: MachineStop): void {
    const stops = this.#stops.get(namespace) ?? new Map<CommonFacts, MachineStop>();
    this.#stops.set(namespace, stops);
    stops.delete(common);
    stops.set(common, stop);
    const [oldest] = stops.keys();
    if (stops.size > MOST_STOPS && oldest !== undefined) stops.delete(oldest);
  }

  gauge({ service, counted, values, at, notBefore }: GaugeStep): void {
    const key = serviceKey(service);
    const known = this.#services.get(key) ?? newService(service);
    this.#services.set(key, known);
    known.values[counted] = values;
    known.changed = { at, notBefore: known.changed?.notBefore ?? notBefore };
    this.#changed.add(known);
  }

  /** Returns observations of the services whose gauges changed. */
  takeChanged(): readonly ObservationOf<"service">[] {
    const observations = [...this.#changed].flatMap((service) => this.#observe(service) ?? []);
    this.#changed.clear();
    return observations;
  }

  /** The service has no endpoint since a moment before the replay. */
  setDown(name: ServiceName, lost: LastEndpointLossWithMachines): ObservationOf<"service"> {
    const key = serviceKey(name);
    const known = this.#services.get(key) ?? newService(name);
    this.#services.set(key, known);
    known.course = { has: false, lost, hasMachine: false, machinesUntil: lost.machinesUntil };
    known.down = this.#idOf(name);
    known.changed = null;
    this.#changed.delete(known);
    return this.#observation(known.down, lost.since, 0);
  }

  /** True if a service selects the machines of these facts, in whatever state they are. */
  selects(service: ServiceName, namespace: string, { entry }: CommonFacts): boolean {
    const selector = namespace === service.namespace ? this.#selectors.get(serviceKey(service)) : undefined;
    return selector !== undefined && areAllStateReasons(reasonsAgainst(selector, { kind: "entry", entry }, this.mesh));
  }

  #observe(service: Service): ObservationOf<"service"> | null {
    const { name, values, changed, down } = service;
    service.changed = null;
    if (changed === null) return null;
    // A service without gauges was deleted.
    if (values.machines === null) this.#services.delete(serviceKey(name));
    else service.course = nextEndpointLossState(service.course, { ...changed, ...endpointsIn(name.kind, values) });
    const lost = values.machines === null ? null : endpointLossOfState(service.course);
    if (lost !== null && down === null) {
      service.down = this.#idOf(name);
      return this.#observation(service.down, lost.since, 0);
    }
    if (lost !== null || down === null || (values.machines !== null && service.course.has !== true)) return null;
    service.down = null;
    return this.#observation(down, changed.at, 1);
  }

  #idOf(service: ServiceName): ServiceId {
    const { cluster, namespace, kind, name } = service;
    const selector = this.#selectors.get(serviceKey(service));
    const [host = name] = selector === undefined ? [] : hostsOf(selector, this.mesh.domain);
    return { cluster, namespace, name, kind, host };
  }

  #observation(service: ServiceId, at: number, endpoints: number): ObservationOf<"service"> {
    return { kind: "service", at, notBefore: null, service, endpoints, lastMachineId: this.#lastMachineOf(service), reason: "" };
  }

  #lastMachineOf(service: ServiceName): string | null {
    let last: MachineStop | null = null;
    for (const [common, stop] of this.#stops.get(service.namespace) ?? [])
      if (stop.at >= (last?.at ?? 0) && this.selects(service, service.namespace, common)) last = stop;
    return last?.machineId ?? null;
  }
}

function newService(name: ServiceName): Service {
  return { name, values: {}, course: INITIAL_ENDPOINT_LOSS_STATE, down: null, changed: null };
}

function keyOf({ cluster, kind, namespace, name }: Pick<StoredMeshService, "cluster" | "kind" | "namespace" | "name">): string {
  return serviceKey({ cluster, kind: kind === "services" ? "Service" : "ServiceEntry", namespace, name });
}
