import { labelOf } from "@/lib/domain/label-set";
import type { CallerService } from "./caller-service";
import type { AddressKind } from "./ip-address";
import type { Machine } from "./machine";
import type { Selector } from "./objects";
import { SESSION_LABEL } from "./selected-by";

/** The properties by which a caller gets one machine and not another, unless `needsEach`. */
export interface MachineProperties {
  readonly network: string;
  /** The locality as istiod stores it. */
  readonly locality: string;
  /** The TLS mode of the machine, from its label or service account: `istio`, `disabled`, or as written. */
  readonly tlsMode: string;
  readonly address: AddressKind;
}

const SAMPLE_ADDRESS = { ip: "192.0.2.1", "host-name": "vm.invalid", socket: "unix:///vm", none: "" } as const satisfies Record<AddressKind, string>;

/** A machine of a namespace with these properties, for `endpointStatuses`. */
export function sampleMachine({ network, locality, tlsMode, address }: MachineProperties, namespace: string): Machine {
  const blank = { labels: new Map<string, string>(), identity: "", weight: 1, ports: new Map<string, number>(), node: "" };
  return { kind: "entry", namespace, name: "", address: SAMPLE_ADDRESS[address], network, locality, tlsMode, ...blank };
}

/** Do the labels, ports or names of machines decide what the caller gets of them? */
export function needsEach({ onlyOne, origin, winner, world }: CallerService): boolean {
  // The owner decides whether draining machines are sent (docs/istio.md#draining), and this object counts them as sent.
  const keepsOtherSessions = winner !== null && winner.origin !== origin && labelOf(origin.labels, SESSION_LABEL) !== undefined;
  // A policy for some machines of the namespace can set DISABLE, or lift the DISABLE of the namespace or mesh (docs/istio.md#mtls-mark).
  const ofSome = world.authentications.some(({ namespace, selector }) => namespace === origin.namespace && selector.length > 0);
  const disables = ofSome && world.authentications.some(({ mode, ports }) => mode === "DISABLE" || ports.some(([, own]) => own === "DISABLE"));
  return onlyOne !== null || keepsOtherSessions || asksByName(origin) || (disables && world.mesh.gateways.length > 0);
}

/** Does a Service ask machines for a port by its name? */
export function asksByName({ kind, ports }: Selector): boolean {
  return kind === "Service" && ports.some(({ target }) => typeof target === "string");
}
