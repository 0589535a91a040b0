import type { Definition } from "./definitions";
import { ruleFor } from "./destination-rules";
import { type EndpointPort, portForService, portForServiceEntry } from "./endpoint-port";
import type { EndpointTls, SpokenTls } from "./endpoint-tls";
import { entryMachine, type LabelMap, type Machine } from "./machine";
import { type EndpointTlsQuestion, endpointTls, isRefused, takenMode } from "./mutual-tls";
import type { SelectableEntry, Selector } from "./objects";
import { callingNamespace } from "./visibility";
import { A_CALLER, type SelectionWorld } from "./world";

/** One port of a host on one machine: where it ends there, by which rule, and how callers speak to it. */
export interface TakenPort {
  readonly name: string;
  readonly number: number;
  /** As written; null = it is not. */
  readonly target: number | string | null;
  readonly found: EndpointPort;
  /**
   * For callers in a namespace that may call. DestinationRules of other namespaces can differ (docs/istio.md#mtls-mark). Null = it is no endpoint of this port.
   */
  readonly spoken: SpokenTls | null;
  /** The setting behind `spoken`, and whether an east-west gateway routes to it; null = it is no endpoint of this port. */
  readonly tls: EndpointTls | null;
  /** Its sidecar, where it has one, takes something else (docs/istio.md#tls-conflicts). */
  readonly isRefused: boolean;
}

/** One port of an object, by its index, and the port of the owner that decides its TLS; null = its own. */
export interface AskedPort {
  readonly index: number;
  readonly question: EndpointTlsQuestion | null;
}

/**
 * The ports of a host on a machine that its object takes (docs/istio.md#serviceentry-ports, #service-ports, 4.8). `ownLabels`: those that the policies of the
 * machine's sidecar see.
 */
export function takenPorts(
  definition: Definition,
  entry: SelectableEntry,
  ownLabels: LabelMap,
  world: SelectionWorld,
  asked: readonly AskedPort[] = servedPorts(definition.origin),
): readonly TakenPort[] {
  const machine = entryMachine(entry, world.mesh);
  const rule = ruleFor(definition, { ...A_CALLER, namespace: callingNamespace(definition, world.mesh) }, world);
  const all = foundPorts(definition.origin, machine);
  return asked.flatMap(({ index, question: owners }): readonly TakenPort[] => {
    const port = all[index];
    if (port === undefined) return [];
    const { name, number, target, found } = port;
    if (found.port === null) return [{ name, number, target, found, spoken: null, tls: null, isRefused: false }];
    const question = owners ?? { definition, rule, subset: "", port: number };
    const tls = endpointTls({ machine, port: found.port }, question, world);
    const taken = takenMode({ namespace: entry.namespace, labels: ownLabels }, found.port, world);
    return [{ name, number, target, found, spoken: tls.sends, tls, isRefused: isRefused(tls.sends, taken) }];
  });
}

/** Ports for UDP have no endpoints, unless they join a port of another owner (`CallerService.ports`). */
function servedPorts({ ports }: Selector): readonly AskedPort[] {
  return ports.flatMap(({ protocol }, index) => (protocol.toUpperCase() === "UDP" ? [] : [{ index, question: null }]));
}

function foundPorts(origin: Selector, machine: Machine): readonly Pick<TakenPort, "name" | "number" | "target" | "found">[] {
  if (origin.kind === "Service") return origin.ports.map((port) => ({ ...port, found: portForService(port, machine) }));
  return origin.ports.map((port) => ({ ...port, found: portForServiceEntry(port, machine) }));
}
