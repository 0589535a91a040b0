import type { SentEndpoint, SentGroup } from "./sent-endpoints";

/** What a client's proxy makes of a list: of equal addresses and ports it keeps the first, in the order of the list (facts 4.5, 5.6; Envoy's source). */
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
