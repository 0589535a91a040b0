import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { serviceSeenByCallers } from "@/lib/domain/findings/service-destinations";
import { destinationRuleForCallers, hostNameDefinitionsOfObject, isUdp, trafficPoliciesByPort } from "@/lib/domain/findings/service-parts";
import { isSameService } from "@/lib/domain/selection/caller-service";
import type { HostNameDefinition } from "@/lib/domain/selection/definitions";
import type { CombinedDestinationRule } from "@/lib/domain/selection/destination-rules";
import { isEndpointOfPort } from "@/lib/domain/selection/destinations";
import { type LocalitySetting, localitySettingOf } from "@/lib/domain/selection/locality-routing";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { TrafficPolicySettings } from "@/lib/domain/selection/policies";
import type { SelectionWorld } from "@/lib/domain/selection/world";

/** The settings that order the endpoints of one service port, for callers of the service's own namespace. */
export interface PortEndpointOrder {
  readonly definition: HostNameDefinition;
  readonly port: number;
  readonly rule: CombinedDestinationRule | null;
  readonly policy: TrafficPolicySettings | null;
  readonly setting: LocalitySetting | null;
  /**
   * The use of localities. "failover": callers prefer near endpoints. "distribute": localities have fixed shares, and failover is off. "none": all
   * endpoints are one pool, by weight (pilot/pkg/networking/core/loadbalancer/loadbalancer.go ApplyLocalityLoadBalancer).
   */
  readonly by: "failover" | "distribute" | "none";
}

/** A cache of `portEndpointOrders`: several rules need the same orders, again with every change of a machine, while the settings stay. */
const made = new WeakMap<SelectionWorld, WeakMap<MeshService, readonly PortEndpointOrder[]>>();

/** Returns the order for each port of each host name of the object, if callers get a list of endpoints for it. */
export function portEndpointOrders(host: ServiceSubject, selection: SelectionWorld): readonly PortEndpointOrder[] {
  const ofSelection = made.get(selection) ?? new WeakMap<MeshService, readonly PortEndpointOrder[]>();
  made.set(selection, ofSelection);
  const known = ofSelection.get(host.selector);
  if (known !== undefined) return known;
  const orders = ordersBy(host, selection);
  ofSelection.set(host.selector, orders);
  return orders;
}

/**
 * Returns the orders of those ports on which callers get endpoints of the object. Another object can define the host name, without such a port
 * (docs/istio.md#joined-endpoints). istiod joins the endpoints of a UDP port to a TCP port of that other object (measured).
 */
export function effectivePortEndpointOrders(host: ServiceSubject, world: FindingsWorld): readonly PortEndpointOrder[] {
  const selection = world.selection();
  const isShared = host.selector.ports.some(isUdp) && host.hosts.some((name) => world.hostsDefining(name).length > 1);
  const ofUdp = isShared ? ordersBy(host, selection, true) : [];
  return [
    ...portEndpointOrders(host, selection).filter(({ definition, port }) => isInForce(host, { name: definition.host, port, ofUdp: false }, world) ?? true),
    ...ofUdp.filter(({ definition, port }) => isInForce(host, { name: definition.host, port, ofUdp: true }, world) ?? false),
  ];
}

/** Returns true if callers get the endpoints of this port from another object that defines the host name. Null = the object itself defines it. */
function isInForce(
  { selector }: ServiceSubject,
  { name, port, ofUdp }: { readonly name: string; readonly port: number; readonly ofUdp: boolean },
  world: FindingsWorld,
): boolean | null {
  const owner = world.hostsDefining(name).length < 2 ? undefined : serviceSeenByCallers(name, selector.namespace, world)?.definition;
  if (owner === undefined || isSameService(owner.origin, selector)) return null;
  const own = selector.ports.filter((one) => one.number === port && isUdp(one) === ofUdp);
  const held = own.map(({ name: portName }) => ({ portName, portNumber: selector.kind === "Service" ? null : port }));
  if (owner.namespace !== selector.namespace || !hasList(owner)) return false;
  const joinable = owner.ports.filter((one) => !isUdp(one));
  return joinable.some((joined) => held.some((one) => isEndpointOfPort(one, { definition: owner, port: joined })));
}

function hasList({ discovery }: HostNameDefinition): boolean {
  return discovery === "EDS" || discovery === "STRICT_DNS";
}

function ordersBy(host: ServiceSubject, selection: SelectionWorld, ofUdp = false): readonly PortEndpointOrder[] {
  return hostNameDefinitionsOfObject(host, selection)
    .filter(hasList)
    .flatMap((definition) => {
      const rule = destinationRuleForCallers(definition, selection);
      return trafficPoliciesByPort(definition, rule, ofUdp).map(({ port, policy }) => {
        const setting = localitySettingOf(definition, policy, selection.mesh);
        return { definition, port, rule, policy, setting, by: orderedBy(setting, definition, policy, selection) };
      });
    });
}

/** Returns the use of localities for one port. The outlier detection of the mesh applies only to services that callers resolve by DNS. */
function orderedBy(
  setting: LocalitySetting | null,
  { discovery }: HostNameDefinition,
  policy: TrafficPolicySettings | null,
  { mesh }: SelectionWorld,
): PortEndpointOrder["by"] {
  if (setting === null) return "none";
  if (setting.by === "zone") return setting.setting.isEnabled ? "failover" : "none";
  if (setting.setting.distribute !== null) return "distribute";
  const isEjecting = (policy !== null && policy.outlier !== null) || (discovery !== "EDS" && mesh.outlierByDefault);
  return setting.isForced || isEjecting ? "failover" : "none";
}
