import { addToList } from "@/lib/domain/object/multimap";
import { allHostNameDefinitions, type HostNameDefinition } from "@/lib/domain/selection/definitions";
import { destinationRuleFor, trafficPolicyFor } from "@/lib/domain/selection/destination-rules";
import { fullHostName, isWildcard } from "@/lib/domain/selection/host-name";
import { localitySettingOf, maxEjectedEndpoints } from "@/lib/domain/selection/locality-routing";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { DestinationRule, TrafficPolicySettings } from "@/lib/domain/selection/policies";
import { endpointOrderReason } from "@/lib/domain/selection/reach";
import type { Caller, SelectionWorld } from "@/lib/domain/selection/world";
import { lostRequestShare, type OutlierDetection, type TrafficEffect, trafficEffectOf, worseTrafficEffect } from "@/lib/domain/what-if/capacity";
import type { LostPart } from "@/lib/domain/what-if/lost-part";
import { mostReducedLocality, networksBehindGateways, type ServiceTrafficEffect, strandedCallerLocalities } from "@/lib/domain/what-if/service-traffic";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { CalledService } from "@/lib/server/hosts/default-callers";
import type { HostReader } from "@/lib/server/hosts/host-reader";
import type { HostLoss } from "./host-losses";
import { NO_STANDINGS, standingsOf } from "./host-standings";
import type { GatewayAfter } from "./lost-gateways";

/** What of a cluster decides where requests go, made ready for many hosts. */
export class TrafficWorld {
  readonly #definitions = new Map<MeshService, HostNameDefinition[]>();
  readonly #exact = new Map<string, DestinationRule[]>();
  readonly #wildcards: DestinationRule[] = [];

  constructor(
    private readonly world: SelectionWorld,
    private readonly parts: readonly LostPart[],
    private readonly gateways: readonly GatewayAfter[],
    private readonly callerOf: (service: CalledService) => Caller,
  ) {
    for (const definition of allHostNameDefinitions(world)) addToList(this.#definitions, definition.origin, definition);
    for (const rule of world.rules) {
      const host = fullHostName(rule.host, rule.namespace, world.mesh.domain);
      if (isWildcard(host)) this.#wildcards.push(rule);
      else addToList(this.#exact, host, rule);
    }
  }

  /** One host name of an object, for its default caller. */
  of(loss: HostLoss, host: string, { fleet, alive }: { readonly fleet: FleetReader; readonly alive: HostReader }): ServiceTrafficEffect {
    const definition = this.#definitions.get(loss.object.selector)?.find((one) => one.host === host);
    const members =
      loss.counts.lost === 0
        ? NO_STANDINGS
        : standingsOf(loss.object, {
            ...{ fleet, alive, parts: this.parts },
            mesh: this.world.mesh,
            sees: { machines: loss.before.machines !== null, pods: loss.before.pods !== null },
          });
    const ports = definition === undefined ? [] : definition.ports.filter(isAsked).map((port) => this.#ofPort(loss, definition, port));
    const told = ports.reduce<PortTraffic | null>(
      (worst, one) => (worst === null || worseTrafficEffect(worst.move, one.move) === one.move ? one : worst),
      null,
    );
    const first = told ?? { ...NO_PORT, move: trafficEffectOf(loss.counts, null) };
    const setting = definition === undefined ? null : localitySettingOf(definition, first.policy, this.world.mesh);
    const { places } = members;
    const left = places.filter(({ after }) => after > 0).map(({ locality }) => locality);
    const move: TrafficEffect = loss.capacity.kind === "unknown" ? { kind: "unknown" } : first.move;
    return {
      ...{ ...first, move },
      lostShare: lostRequestShare({ listed: loss.weight.listed, dead: loss.weight.listed - loss.weight.after }, move),
      listed: loss.counts.listed,
      mostEjected: maxEjectedEndpoints(loss.counts.listed, first.outlier),
      order:
        definition === undefined ? { code: "one-place" } : endpointOrderReason(definition, first.policy, this.world, { localities: places.length, from: null }),
      failover: setting === null ? [] : setting.setting.failover,
      portsDiffer: new Set(ports.map(({ move }) => move.kind)).size > 1,
      places,
      thinned: mostReducedLocality(places),
      stranded: strandedCallerLocalities(setting, { before: places.map(({ locality }) => locality), after: left }),
      crossed: networksBehindGateways(members.networks, this.gateways, this.world.mesh),
    };
  }

  #ofPort(loss: HostLoss, definition: HostNameDefinition, port: HostNameDefinition["ports"][number]): PortTraffic {
    const rules = [...(this.#exact.get(definition.host) ?? []), ...this.#wildcards];
    const caller = this.callerOf({ namespace: definition.namespace, hostName: definition.host, object: definition.origin });
    const rule = destinationRuleFor(definition, caller, { ...this.world, rules });
    const policy = trafficPolicyFor(rule, "", port.number);
    const own = policy?.outlier ?? null;
    const outlier = own ?? (this.world.mesh.outlierByDefault ? MESH_OUTLIER : null);
    return {
      move: trafficEffectOf(loss.counts, outlier),
      ...{ outlier, policy },
      rules: own === null ? [] : (rule?.from.map(({ namespace, name }) => `${namespace}/${name}`) ?? []),
      port: [String(port.number), port.name].filter((part) => part !== "").join(" "),
    };
  }
}

type PortTraffic = Pick<ServiceTrafficEffect, "move" | "outlier" | "rules" | "port"> & { readonly policy: TrafficPolicySettings | null };

const NO_PORT = { outlier: null, policy: null, rules: [], port: "" };
/** Of the mesh's own outlier detection nothing is read but that it is there: Envoy's defaults are taken for the rest. */
const MESH_OUTLIER: NonNullable<OutlierDetection> = { minHealthPercent: 0, maxEjectionPercent: null };

/** A port for UDP has no list of endpoints. */
function isAsked({ protocol }: HostNameDefinition["ports"][number]): boolean {
  return protocol.toUpperCase() !== "UDP";
}
