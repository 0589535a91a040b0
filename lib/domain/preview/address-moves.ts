import { parseLocality } from "@/lib/domain/locality";
import { addressState, addressStatuses, type CallerService, notSentReason } from "@/lib/domain/selection/caller-service";
import type { Selector } from "@/lib/domain/selection/objects";
import { type SliceAddress, slicePorts } from "@/lib/domain/selection/slice-addresses";
import type { Edit, Moved } from "./compare";
import { NO_STAND, type Stand } from "./stand";

interface AddressParts {
  /** The addresses in the EndpointSlices of an object, as far as they are visible. */
  readonly addressesOf: (selector: Selector) => readonly SliceAddress[];
  /** The object as the default caller gets it, under each of its host names. */
  readonly servicesOf: (selector: Selector) => readonly CallerService[];
}

/**
 * Addresses of EndpointSlices that a Service has before an edit, after it, or both. An edit of the ports or of the name of the Service changes them
 * (docs/istio.md#endpointslices).
 */
export function addressMoves<Ref>({ before, after }: Edit, parts: AddressParts): readonly Moved<Ref>[] {
  const [were, are] = [addressStands(before, parts), addressStands(after, parts)];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((address): readonly Moved<Ref>[] => {
    const [old, now] = [were.get(address), are.get(address)];
    const one = now ?? old;
    if (one === undefined) return [];
    const move = old === undefined ? "comes" : now === undefined ? "goes" : "stays";
    const stands = { before: old?.stand ?? NO_STAND, after: now?.stand ?? NO_STAND };
    return [{ ref: null, kind: "address", namespace: one.namespace, name: address, zone: one.zone, move, ...stands }];
  });
}

interface AddressStand {
  readonly namespace: string;
  readonly zone: string;
  readonly stand: Stand;
}

/** The addresses that have a port of the object. */
function addressStands(selector: Selector | null, { addressesOf, servicesOf }: AddressParts): ReadonlyMap<string, AddressStand> {
  const stands = new Map<string, AddressStand>();
  if (selector === null) return stands;
  const services = servicesOf(selector);
  for (const address of addressesOf(selector)) {
    const ports = slicePorts(selector.ports, address);
    if (ports.every(({ port }) => port === null)) continue;
    const all = services.map((service) => ({ service, statuses: addressStatuses(service, address) }));
    const isHealthy = all.some(({ service, statuses }) => addressState(service, address, statuses) === "healthy");
    const notSent = isHealthy ? null : (all.map(({ statuses }) => notSentReason(statuses)).find((reason) => reason !== null) ?? null);
    stands.set(address.machine.address, {
      namespace: selector.namespace,
      zone: parseLocality(address.machine.locality).zone,
      stand: { is: isHealthy ? "answers" : "silent", ports, reasons: [], notSent, noAddress: null },
    });
  }
  return stands;
}
