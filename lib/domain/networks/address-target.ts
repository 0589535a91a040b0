import { invalidPartOfDomain } from "@/lib/domain/preview/names";
import { addressFamily, addressKind, ipBits, isInAddressBlock, parseAddressBlock } from "@/lib/domain/selection/ip-address";
import type { KubernetesService } from "@/lib/domain/selection/objects";

/**
 * Targets of an entry's address that are never the machine: the caller itself, the metadata service of the caller's cloud, or a text that Istio
 * cannot read as an address.
 */
export type AddressFault = "loopback" | "unspecified" | "metadata" | "unreadable";
/** Targets of an entry's address that are another host for each caller, and seldom the machine. */
export type AddressDoubt = "link-local" | "docker-bridge";
export type AddressProblem = AddressFault | AddressDoubt;

/** A block of addresses. `bits`: the length of the prefix in an IPv6 address, with IPv4 addresses mapped to IPv6. */
export interface AddressBlock<T extends string> {
  readonly first: string;
  readonly bits: number;
  readonly target: T;
}

/** Addresses at which a cloud returns metadata or credentials to the caller, each with the cloud's own document. */
const METADATA_ADDRESSES: readonly { readonly address: string; readonly service: string; readonly source: string }[] = [
  { address: "169.254.169.254", service: "instance metadata of AWS, Azure, Google Cloud, Oracle Cloud", source: "docs.oracle.com, Getting Instance Metadata" },
  { address: "fd00:ec2::254", service: "instance metadata of AWS", source: "docs.aws.amazon.com, IPv6 on AWS, Supporting Amazon VPC services" },
  { address: "169.254.170.2", service: "task metadata of Amazon ECS", source: "docs.aws.amazon.com, Amazon ECS task metadata endpoint version 2" },
  { address: "169.254.170.23", service: "EKS Pod Identity", source: "aws-config, module ecs: EKS Pod Identity addresses" },
  { address: "fd00:ec2::23", service: "EKS Pod Identity", source: "docs.aws.amazon.com, Set up the Amazon EKS Pod Identity Agent" },
  { address: "100.100.100.200", service: "instance metadata of Alibaba Cloud", source: "alibabacloud.com, Elastic Compute Service, Instance metadata" },
];

const METADATA_BLOCKS = METADATA_ADDRESSES.map(({ address }) => ({ first: address, bits: 128, target: "metadata" as const }));

/** Ranges with one fixed meaning (RFC 1122, 3927, 4291; `METADATA_ADDRESSES`). */
export const SPECIAL_ADDRESS_BLOCKS: readonly AddressBlock<"loopback" | "unspecified" | "metadata" | "link-local">[] = [
  { first: "127.0.0.0", bits: 104, target: "loopback" },
  { first: "::1", bits: 128, target: "loopback" },
  { first: "::", bits: 128, target: "unspecified" },
  ...METADATA_BLOCKS.filter(({ first }) => !first.startsWith("169.254.")),
  { first: "169.254.0.0", bits: 112, target: "link-local" },
  { first: "fe80::", bits: 10, target: "link-local" },
];

/** The blocks with their targets. The first that contains an address counts. Private addresses are not listed, since any machine may have one. */
const BLOCKS = (
  [
    { first: "0.0.0.0", bits: 128, target: "unspecified" },
    ...METADATA_BLOCKS,
    { first: "172.17.0.1", bits: 128, target: "docker-bridge" },
    ...SPECIAL_ADDRESS_BLOCKS,
  ] satisfies readonly AddressBlock<AddressProblem>[]
).map((block) => ({ target: block.target, ...parseAddressBlock(block) }));

const FAULTS: ReadonlySet<AddressProblem> = new Set(["loopback", "unspecified", "metadata", "unreadable"]);

/** Returns the target of an address that cannot be the machine's own. Null = the text of the address shows no fault. */
export function addressProblemOf(address: string): AddressProblem | null {
  const kind = addressKind(address);
  if (kind === "none" || kind === "socket") return null;
  if (kind === "ip") {
    const bits = ipBits(address);
    return BLOCKS.find((block) => isInAddressBlock(bits, block))?.target ?? null;
  }
  const name = address.toLowerCase().replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost")) return "loopback";
  return invalidPartOfDomain(address) === null ? null : "unreadable";
}

/** Returns true if no caller reaches the machine with this target. */
export function isAddressFault(target: AddressProblem): target is AddressFault {
  return FAULTS.has(target);
}

/** Returns the IP address that a text with brackets, a port or leading zeros means; null = the text does not show one. */
export function intendedAddress(text: string): string | null {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text.trim()) ?? [];
  const [, bare = text.trim()] = /^([\d.]+):\d+$/.exec(text.trim()) ?? [];
  const plain = (bracketed ?? bare).replace(/^\d+(?:\.\d+){3}$/, (dotted) => dotted.split(".").map(Number).join("."));
  return plain !== text && addressFamily(plain) !== null ? plain : null;
}

/** Returns a key that is equal for equal IP addresses, such as `::ffff:10.96.0.1` and `10.96.0.1`. Other texts are their own key. */
export function addressKey(address: string): string {
  return addressKind(address) === "ip" ? ipBits(address).toString(16) : address;
}

/** Returns the Services with this cluster IP. kube-proxy sends requests for the address to their Pods. */
export function servicesAtAddress<S extends Pick<KubernetesService, "clusterAddresses">>(address: string, services: readonly S[]): readonly S[] {
  if (addressKind(address) !== "ip") return [];
  const key = addressKey(address);
  return services.filter(({ clusterAddresses = [] }) => clusterAddresses.some((one) => addressKey(one) === key));
}
