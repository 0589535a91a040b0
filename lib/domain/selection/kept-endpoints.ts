import type { SentEndpoint, SentGroup } from "./sent-endpoints";

/** What a client's proxy makes of a list: of equal addresses and ports it keeps the first, in the order of the list (facts 4.5, 5.6; Envoy's source). */
export interface KeptEndpoints {
  readonly groups: readonly SentGroup[];
  /** Endpoints that it drops, each with the one that it has instead. */
  readonly dropped: readonly { readonly endpoint: SentEndpoint; readonly for: SentEndpoint }[];
}

/** Two machines of one address are one to a client, and a gateway that stands in several localities has the priority and weight of the first. */
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
  return { groups: kept, dropped };
}
