import { type AddressBlock, SPECIAL_ADDRESS_BLOCKS } from "@/lib/domain/networks/address-target";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { asItems, asText, fieldValue } from "@/lib/domain/preview/values";
import { addressFamily, addressKind, IPV4_MAPPED_PREFIX, ipBits, isInAddressBlock, parseAddressBlock } from "@/lib/domain/selection/ip-address";

/** The kind of an address with which a caller reaches itself, or a target that only the machine itself should call. */
export type LocalTargetKind = "socket" | "loopback" | "link-local" | "unspecified" | "metadata" | "number";

/** The fixed blocks, and all of 0.0.0.0/8: 96 bits of the mapped prefix and 8 bits of the address. */
const BLOCKS = ([...SPECIAL_ADDRESS_BLOCKS, { first: "0.0.0.0", bits: 104, target: "unspecified" }] satisfies readonly AddressBlock<LocalTargetKind>[]).map(
  (block) => ({ target: block.target, ...parseAddressBlock(block) }),
);

/** IPv6 prefixes before an IPv4 address in the last 32 bits: mapped, compatible, translated (RFC 4291, 6052). */
const WITH_IPV4: readonly bigint[] = [0xffffn << 32n, 0n, 0x64ff9bn << 96n];
const METADATA_NAME = "metadata.google.internal";

/**
 * Returns the kind of an address with which a caller reaches itself or the metadata service of its cloud. Null = the address does not show that it
 * does.
 */
export function localTargetKind(address: string): LocalTargetKind | null {
  if (addressKind(address) === "socket") return "socket";
  return addressFamily(address) === null ? reachOfName(address.toLowerCase().replace(/\.$/, "")) : reachOfIp(ipBits(address));
}

/** Returns the kind of a name. Resolvers read a name whose last part is a number as an address: 127.1 and 0x7f000001 are loopback. */
function reachOfName(name: string): LocalTargetKind | null {
  if (name === "localhost" || name.endsWith(".localhost")) return "loopback";
  if (name === METADATA_NAME) return "metadata";
  return /^(?:\d+|0x[0-9a-f]*)$/.test(name.split(".").at(-1) ?? "") ? "number" : null;
}

function reachOfIp(bits: bigint): LocalTargetKind | null {
  const found = BLOCKS.find((block) => isInAddressBlock(bits, block));
  if (found !== undefined) return found.target;
  const last = bits & 0xffff_ffffn;
  return WITH_IPV4.includes(bits - last) ? (BLOCKS.find((block) => isInAddressBlock(IPV4_MAPPED_PREFIX | last, block))?.target ?? null) : null;
}

/** A path in an object with an address that leads callers to themselves, or to a target that only their own machine should call. */
export interface LocalTarget {
  readonly path: DocumentPath;
  readonly address: string;
  readonly reach: LocalTargetKind;
}

/** The resolutions with which the caller's own sidecar resolves the host name and calls the result (docs/istio.md#resolution). */
const LOOKED_UP: ReadonlySet<string> = new Set(["DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS"]);

/** Returns the local targets of a WorkloadGroup, WorkloadEntry, ServiceEntry or Service. Other kinds have no addresses for callers. */
export function localTargets(kind: string, body: unknown): readonly LocalTarget[] {
  return targetsOf(kind, fieldValue(body, "spec")).flatMap(({ path, address }) => {
    const reach = localTargetKind(address);
    return reach === null ? [] : [{ path, address, reach }];
  });
}

type Target = Pick<LocalTarget, "path" | "address">;

function targetsOf(kind: string, spec: unknown): readonly Target[] {
  switch (kind) {
    case "WorkloadEntry":
      return [{ path: ["spec", "address"], address: asText(fieldValue(spec, "address")) }];
    case "WorkloadGroup":
      return [{ path: ["spec", "template", "address"], address: asText(fieldValue(fieldValue(spec, "template"), "address")) }];
    case "Service":
      return fieldValue(spec, "type") === "ExternalName" ? [{ path: ["spec", "externalName"], address: asText(fieldValue(spec, "externalName")) }] : [];
    case "ServiceEntry":
      return targetsOfEntry(spec);
    default:
      return [];
  }
}

/**
 * Returns the targets of a ServiceEntry: its endpoints, or its host names if it has neither endpoints nor a selector, because sidecars then resolve
 * these.
 */
function targetsOfEntry(spec: unknown): readonly Target[] {
  const endpoints = asItems(fieldValue(spec, "endpoints")).map((one, at) => ({
    path: ["spec", "endpoints", at, "address"],
    address: asText(fieldValue(one, "address")),
  }));
  const isLookedUp = LOOKED_UP.has(asText(fieldValue(spec, "resolution"))) && endpoints.length === 0 && fieldValue(spec, "workloadSelector") === undefined;
  const hosts = asItems(fieldValue(spec, "hosts")).map((host, at) => ({ path: ["spec", "hosts", at], address: asText(host) }));
  return isLookedUp ? hosts : endpoints;
}
