import { mergedLabel } from "@/lib/domain/entry/workload-entry";
import { addressFamily } from "@/lib/domain/selection/ip-address";
import type { MeshService, SelectableEntry } from "@/lib/domain/selection/objects";
import { endpointPath } from "@/lib/domain/selection/through-gateways";
import { TLS_MODE_LABEL } from "@/lib/domain/selection/workload";
import { BARE_SIDECAR_CALLER, DEFAULT_MESH, type NetworkGateway } from "@/lib/domain/selection/world";
import { hasMutualTlsMark } from "./unreachable-reasons";

/**
 * The endpoint that istiod sends one caller for an entry without an address: a gateway of its network, no endpoint, or an empty address with the port
 * (docs/istio.md#empty-address). The effect of an empty address on the caller's proxy was not measured. `by-service`: the services that select the
 * entry have different outcomes.
 */
export const EMPTY_ADDRESS_OUTCOMES = ["gateway", "nothing", "empty-address", "by-service", "not-known"] as const;
export type EmptyAddressOutcome = (typeof EMPTY_ADDRESS_OUTCOMES)[number];

/** The outcome for callers in the network of the entry, for callers in other networks, and for callers without a network. */
export interface EmptyAddressOutcomeByCaller {
  readonly own: EmptyAddressOutcome;
  readonly others: EmptyAddressOutcome;
  readonly none: EmptyAddressOutcome;
}

/** Returns true if istiod sends no caller an endpoint, not even one with an empty address. */
export function givesNoEndpoint({ own, others, none }: EmptyAddressOutcomeByCaller): boolean {
  return [own, others, none].every((outcome) => outcome === "nothing");
}

/** The known gateways of a mesh. `isComplete`: false if the mesh may have gateways that are not visible. */
export interface KnownMeshGateways {
  readonly gateways: readonly NetworkGateway[];
  readonly isComplete: boolean;
  readonly clusterId: string;
}

/** The fields of an entry with an empty address that decide what istiod sends for it. */
export interface EntryWithoutAddress {
  readonly network: string;
  /** True if the entry has the mTLS mark, which gateways require. */
  readonly isMarked: boolean;
}

/** The port of the entry. Its number has no effect, unless it is 0, the port of a socket. */
const ANY_PORT = 80;

/** The way in which callers of a service get its endpoints: as a list from istiod (EDS), or by DNS. */
export type EndpointDiscoveryType = "list" | "dns";

/**
 * Returns the outcomes for an entry without an address over the lookups of all services that select it. Without a service, those for the lookup
 * `list`.
 */
export function emptyAddressOutcomeByCaller(
  entry: EntryWithoutAddress,
  mesh: KnownMeshGateways,
  lookups: readonly EndpointDiscoveryType[],
): EmptyAddressOutcomeByCaller {
  const found = (lookups.length === 0 ? (["list"] as const) : lookups).map((lookup) => reachFor(entry, possibleGateways(entry, mesh, lookup), mesh));
  return each((caller) => common(new Set(found.map((one) => one[caller])), "by-service"));
}

/** Returns the fields that decide what istiod sends for an entry without an address. Null = the entry has an address. */
export function entryWithoutAddress(
  entry: Pick<SelectableEntry, "address" | "network" | "serviceAccount" | "specLabels" | "metadataLabels">,
): EntryWithoutAddress | null {
  if (entry.address !== "") return null;
  return { network: entry.network, isMarked: hasMutualTlsMark({ serviceAccount: entry.serviceAccount, tlsMode: mergedLabel(entry, TLS_MODE_LABEL) }) };
}

/**
 * Returns the lookups that these services use. Services with resolution NONE or DYNAMIC_DNS use none: callers connect to the address that they looked
 * up themselves (docs/istio.md#resolution).
 */
export function endpointDiscoveryTypes(services: readonly MeshService[]): readonly EndpointDiscoveryType[] {
  const lookups = services.flatMap((one): readonly EndpointDiscoveryType[] => {
    if (one.kind === "Service") return ["list"];
    if (one.resolution === "NONE" || one.resolution === "DYNAMIC_DNS") return [];
    return [one.resolution === "STATIC" ? "list" : "dns"];
  });
  return [...new Set(lookups)];
}

function reachFor(entry: EntryWithoutAddress, possible: readonly (readonly NetworkGateway[])[], { clusterId }: KnownMeshGateways): EmptyAddressOutcomeByCaller {
  const elsewhere = `${entry.network}~`;
  const networks = { own: entry.network === "" ? elsewhere : entry.network, others: elsewhere, none: "" };
  return each((caller) =>
    common(new Set(possible.map((gateways) => outcomeOf(entry, networks[caller], { ...DEFAULT_MESH, clusterId, gateways }))), "not-known"),
  );
}

function each(outcome: (caller: keyof EmptyAddressOutcomeByCaller) => EmptyAddressOutcome): EmptyAddressOutcomeByCaller {
  return { own: outcome("own"), others: outcome("others"), none: outcome("none") };
}

function common(outcomes: ReadonlySet<EmptyAddressOutcome>, otherwise: EmptyAddressOutcome): EmptyAddressOutcome {
  const [first] = outcomes;
  return outcomes.size === 1 && first !== undefined ? first : otherwise;
}

function outcomeOf({ network, isMarked }: EntryWithoutAddress, from: string, mesh: typeof DEFAULT_MESH): EmptyAddressOutcome {
  const endpoint = { address: "", port: ANY_PORT, unmarked: isMarked ? null : ("no-account" as const) };
  const path = endpointPath(endpoint, network, { caller: { ...BARE_SIDECAR_CALLER, network: from }, mesh });
  if (path === "direct") return "empty-address";
  return "by" in path ? "gateway" : "nothing";
}

/**
 * Returns the sets of gateways that istiod may use, one for each possible case. DNS services use the addresses in `meshNetworks`. The API does not
 * show whether they also use the gateways of Services (docs/istio.md#dns-gateways). A gateway that is not visible may lead into the entry's network,
 * or into another one.
 */
function possibleGateways(
  { network }: EntryWithoutAddress,
  { gateways, isComplete }: KnownMeshGateways,
  lookup: EndpointDiscoveryType,
): readonly (readonly NetworkGateway[])[] {
  const seen = lookup === "list" ? [gateways] : [gateways.filter(isUsedByDns), gateways];
  if (isComplete) return seen;
  const unseen = { cluster: "", address: "192.0.2.1", port: 15_443 };
  return [...seen, [...gateways, { ...unseen, network: `${network}~~` }], ...(network === "" ? [] : [[...gateways, { ...unseen, network }]])];
}

function isUsedByDns({ cluster, address }: NetworkGateway): boolean {
  return cluster === "" && addressFamily(address) !== null;
}
