import { valueOfLabel } from "@/lib/domain/object/label-set";
import { type CallerService, endpointPorts } from "./caller-service";
import type { HostNameDefinition } from "./definitions";
import { isEndpointOfPort } from "./destinations";
import type { AddressKind } from "./ip-address";
import { PERSISTENT_SESSION_LABEL } from "./matching";
import { type EndpointTls, endpointTls } from "./mutual-tls";
import type { MeshService } from "./objects";
import type { StoredEndpoint } from "./stored-endpoints";
import type { StoredWorkload } from "./workload";

/** A machine as an endpoint of one port of the definition that a caller gets. */
export interface MachinePortEndpoint {
  /** Index of the object's port in `CallerService.ports`. */
  readonly at: number;
  readonly definition: HostNameDefinition;
  readonly machine: StoredWorkload;
  /** The port number of the definition, which callers use. */
  readonly port: number;
  /** The port number on the machine; 0 for a socket. */
  readonly ends: number;
  readonly tls: EndpointTls;
}

/**
 * Returns the endpoints that a machine makes for an object, on each port of the definition that its ports join (docs/istio.md#joined-endpoints). `others`: all
 * endpoints of the host name. They decide the TLS if callers connect to the original destination (`usesOriginalDestination`).
 */
export function machinePortEndpoints(service: CallerService, machine: StoredWorkload, others: readonly StoredEndpoint[] = []): readonly MachinePortEndpoint[] {
  const { world, ports } = service;
  const found = endpointPorts(service, machine);
  return ports.flatMap(({ joins }, at) => {
    const ends = found[at]?.port ?? null;
    if (ends === null) return [];
    return joins.map((join) => {
      const { definition, rule, subset, port } = join;
      const all = others.filter((one) => isEndpointOfPort(one, join));
      const tls = endpointTls({ machine, port: ends }, { definition, rule, subset, port: port.number }, world, all);
      return { at, definition, machine, port: port.number, ends, tls };
    });
  });
}

/**
 * Returns true if callers of the service connect to the original destination on some port. For such a port they use one TLS mode for all endpoints
 * (docs/istio.md#client-tls).
 */
export function usesOriginalDestination({ ports }: CallerService): boolean {
  return ports.some(({ joins }) => joins.some(({ hasList }) => !hasList));
}

/** The properties of a machine that decide whether a caller gets it as an endpoint, unless `dependsOnEachMachine`. */
export interface MachineReachProperties {
  readonly network: string;
  /** The locality as istiod stores it. */
  readonly locality: string;
  /** The TLS mode of the machine, from its label or service account: `istio`, `disabled`, or as written. */
  readonly tlsMode: string;
  readonly address: AddressKind;
}

const SAMPLE_ADDRESS = { ip: "192.0.2.1", "host-name": "vm.invalid", socket: "unix:///vm", none: "" } as const satisfies Record<AddressKind, string>;

/** Returns a machine of a namespace with these properties, for `endpointStatusByPort`. */
export function sampleWorkload({ network, locality, tlsMode, address }: MachineReachProperties, namespace: string): StoredWorkload {
  const blank = { labels: new Map<string, string>(), identity: "", weight: 1, ports: new Map<string, number>(), node: "" };
  return { kind: "entry", namespace, name: "", address: SAMPLE_ADDRESS[address], network, locality, tlsMode, ...blank };
}

/**
 * Returns true if labels, ports or names of single machines decide which of the service's machines a caller gets. Machines with equal
 * `MachineReachProperties` can then differ.
 */
export function dependsOnEachMachine({ onlyOne, origin, winner, world }: CallerService): boolean {
  // The owner decides whether draining machines are sent (docs/istio.md#draining), and this object counts them as sent.
  const keepsOtherSessions = winner !== null && winner.origin !== origin && valueOfLabel(origin.labels, PERSISTENT_SESSION_LABEL) !== undefined;
  // A policy for some machines of the namespace can set DISABLE, or lift the DISABLE of the namespace or mesh (docs/istio.md#mtls-mark).
  const ofSome = world.authentications.some(({ namespace, selector }) => namespace === origin.namespace && selector.length > 0);
  const disables = ofSome && world.authentications.some(({ mode, ports }) => mode === "DISABLE" || ports.some(([, own]) => own === "DISABLE"));
  return onlyOne !== null || keepsOtherSessions || usesNamedTargetPorts(origin) || (disables && world.mesh.gateways.length > 0);
}

/** Returns true if a Service finds a port of its endpoints by name. */
export function usesNamedTargetPorts({ kind, ports }: MeshService): boolean {
  return kind === "Service" && ports.some(({ target }) => typeof target === "string");
}
