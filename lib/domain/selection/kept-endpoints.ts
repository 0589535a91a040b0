import type { Machine } from "./machine";
import type { Selector } from "./objects";
import type { SentEndpoint, SentGroup } from "./sent-endpoints";

/**
 * What a client's proxy makes of a list: of equal addresses and ports it keeps the first, in the order of the list
 * (docs/istio.md#equal-addresses, #gateway-weights; Envoy's source).
 */
export interface KeptEndpoints {
  readonly groups: readonly SentGroup[];
  /** Endpoints that it drops, each with the first copy in the list. */
  readonly dropped: readonly { readonly endpoint: SentEndpoint; readonly for: SentEndpoint }[];
}

/**
 * Two machines of one address are one to a client. A gateway in several localities has the priority and weight of the first,
 * and routes to the machines of all of them.
 */
export function keptEndpoints(groups: readonly SentGroup[]): KeptEndpoints {
  const first = new Map<string, SentEndpoint>();
  const dropped: { endpoint: SentEndpoint; for: SentEndpoint }[] = [];
  const kept = groups.map((group) => ({
    ...group,
    endpoints: group.endpoints.filter((endpoint) => {
      const key = JSON.stringify([endpoint.address, endpoint.port]);
      const before = first.get(key);
      if (before === undefined) first.set(key, endpoint);
      else dropped.push({ endpoint, for: before });
      return before === undefined;
    }),
  }));
  return { groups: kept.map((group) => ({ ...group, endpoints: group.endpoints.map((endpoint) => withCopies(endpoint, dropped)) })), dropped };
}

/** A gateway with its machines and those of its dropped copies. */
function withCopies(endpoint: SentEndpoint, dropped: KeptEndpoints["dropped"]): SentEndpoint {
  const { stands } = endpoint;
  if (stands.for !== "gateway") return endpoint;
  const further = dropped.flatMap(({ endpoint: copy, for: first }) => (first === endpoint && copy.stands.for === "gateway" ? copy.stands.machines : []));
  return { ...endpoint, stands: { ...stands, machines: [...stands.machines, ...further] } };
}

/** A machine that a caller's proxy keeps on no port, and the endpoint of the same object that it keeps for its address and port. */
export interface MachineCopy {
  readonly origin: Selector;
  readonly machine: Machine;
  readonly of: Machine;
}

/** The copies in the lists of all ports of a host name. */
export function machineCopies(lists: readonly KeptEndpoints[]): readonly MachineCopy[] {
  const keyOf = ({ kind, namespace, name }: Machine) => JSON.stringify([kind, namespace, name]);
  const heldBy = ({ stands }: SentEndpoint) => (stands.for === "machine" ? stands.held : null);
  const dropped = lists.flatMap((list) => list.dropped);
  if (dropped.length === 0) return [];
  const kept = new Set(
    lists.flatMap(({ groups }) => groups.flatMap(({ endpoints }) => endpoints.map(heldBy))).map((held) => (held === null ? "" : keyOf(held.machine))),
  );
  const copies = new Map<string, MachineCopy>();
  for (const { endpoint, for: first } of dropped) {
    const [own, other] = [heldBy(endpoint), heldBy(first)];
    if (own === null || other === null || own.origin !== other.origin || kept.has(keyOf(own.machine))) continue;
    if (!copies.has(keyOf(own.machine))) copies.set(keyOf(own.machine), { origin: own.origin, machine: own.machine, of: other.machine });
  }
  return [...copies.values()];
}
