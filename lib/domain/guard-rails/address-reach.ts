import { addressFamily, addressKind } from "@/lib/domain/selection/ip-address";

/** Why a caller that is sent to an address calls itself, or what only its own machine should call. */
export type LocalReach = "socket" | "loopback" | "link-local" | "unspecified" | "metadata" | "number";

interface Block {
  readonly first: string;
  /** How many bits all of its addresses share. */
  readonly bits: number;
  readonly reach: LocalReach;
}

/** RFC 1122, 3927, 4291; and where clouds answer for a machine outside of link-local addresses. IPv4 stands as IPv6 maps it. */
const BLOCKS: readonly Block[] = [
  { first: "::1", bits: 128, reach: "loopback" },
  { first: "::", bits: 128, reach: "unspecified" },
  { first: "fe80::", bits: 10, reach: "link-local" },
  { first: "fd00:ec2::254", bits: 128, reach: "metadata" },
  { first: "127.0.0.0", bits: 104, reach: "loopback" },
  { first: "169.254.0.0", bits: 112, reach: "link-local" },
  { first: "0.0.0.0", bits: 104, reach: "unspecified" },
  { first: "100.100.100.200", bits: 128, reach: "metadata" },
];

/** Prefixes of IPv6 within which the last 32 bits are an IPv4 address: mapped, compatible, translated (RFC 4291, 6052). */
const WITH_IPV4: readonly bigint[] = [0xffffn << 32n, 0n, 0x64ff9bn << 96n];
const METADATA_NAME = "metadata.google.internal";

/** Does a caller that is sent to this address reach itself, or what clouds tell a machine about itself? null = not as far as the address says. */
export function localReachOf(address: string): LocalReach | null {
  if (addressKind(address) === "socket") return "socket";
  return addressFamily(address) === null ? reachOfName(address.toLowerCase().replace(/\.$/, "")) : reachOfIp(bitsOf(address));
}

/** Resolvers read a name whose last part is a number as an address: 127.1 and 0x7f000001 are loopback. */
function reachOfName(name: string): LocalReach | null {
  if (name === "localhost" || name.endsWith(".localhost")) return "loopback";
  if (name === METADATA_NAME) return "metadata";
  return /^(?:\d+|0x[0-9a-f]*)$/.test(name.split(".").at(-1) ?? "") ? "number" : null;
}

function reachOfIp(bits: bigint): LocalReach | null {
  const found = BLOCKS.find((block) => isWithin(bits, block));
  if (found !== undefined) return found.reach;
  const last = bits & 0xffff_ffffn;
  return WITH_IPV4.includes(bits - last) ? (BLOCKS.find((block) => isWithin(MAPPED | last, block))?.reach ?? null) : null;
}

const MAPPED = 0xffffn << 32n;

function isWithin(bits: bigint, { first, bits: shared }: Block): boolean {
  const rest = BigInt(128 - shared);
  return bits >> rest === bitsOf(first) >> rest;
}

/** An IP address as 128 bits; IPv4 as IPv6 maps it. */
function bitsOf(address: string): bigint {
  if (addressFamily(address) === 4) return MAPPED | ipv4Bits(address);
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const [front, back] = [groupsOf(head), groupsOf(tail ?? "")];
  const between = Array.from({ length: tail === undefined ? 0 : 8 - front.length - back.length }, () => 0n);
  return [...front, ...between, ...back].reduce((bits, group) => (bits << 16n) | group, 0n);
}

function groupsOf(half: string): readonly bigint[] {
  return half
    .split(":")
    .filter((group) => group !== "")
    .flatMap((group) => (group.includes(".") ? [ipv4Bits(group) >> 16n, ipv4Bits(group) & 0xffffn] : [BigInt(`0x${group}`)]));
}

function ipv4Bits(address: string): bigint {
  return address.split(".").reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}
