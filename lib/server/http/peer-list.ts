import { BlockList, isIP } from "node:net";
import { mappedIpv4 } from "./ip-address";

/** Addresses that requests may come from. */
export interface PeerList {
  /** Is this the address of one of them? `address`: as a socket has it. */
  has(address: string): boolean;
}

/** A range of addresses, as it is asked for: within IPv6, IPv4 addresses (`::ffff:0:0/96`) are IPv4's. */
interface Range {
  readonly address: string;
  readonly bits: number;
  readonly family: "ipv4" | "ipv6";
}

/** A range that holds more than this leaves nobody out. Bits of its prefix. */
const SHORTEST_PREFIX = 8;
/** Ranges that together hold as much as this many of the widest leave too few out. Of IPv6 the internet uses no more than 32. */
const MOST_OF_THE_WIDEST = 16;
const MAPPED_BITS = 96;

/** The list of these ranges; they are checked before (`rangesProblem`). */
export function peerList(ranges: readonly string[]): PeerList {
  const list = new BlockList();
  for (const range of ranges) {
    const { address, bits, family } = rangeOf(range);
    list.addSubnet(address, bits, family);
  }
  return {
    has: (given) => {
      // A socket that takes both kinds has IPv4 addresses within IPv6.
      const address = given.replace(/^::ffff:(?=\d+\.)/i, "");
      const kind = isIP(address);
      return kind !== 0 && list.check(address, kind === 4 ? "ipv4" : "ipv6");
    },
  };
}

/** What is wrong with ranges of addresses, a sentence that begins with the range; null where nothing is. */
export function rangesProblem(ranges: readonly string[]): string | null {
  for (const range of ranges) {
    const problem = rangeProblem(range);
    if (problem !== null) return `${range} ${problem}`;
  }
  for (const family of ["ipv4", "ipv6"] as const) {
    const sizes = [...new Set(ranges)].map(rangeOf).flatMap((range) => (range.family === family ? [2 ** (SHORTEST_PREFIX - range.bits)] : []));
    if (sizes.reduce((total, size) => total + size, 0) >= MOST_OF_THE_WIDEST)
      return `${ranges.join(", ")}: together these hold so many addresses that they leave too few out`;
  }
  return null;
}

function rangeProblem(range: string): string | null {
  const { address, bits, family } = rangeOf(range);
  const most = family === "ipv4" ? 32 : 128;
  if (isIP(address) === 0 || !/^[^/%]+\/\d{1,3}$/.test(range) || bits > most) return "is no range of addresses: 10.0.0.7/32, fd00::/64";
  if (bits < SHORTEST_PREFIX)
    return `holds nearly every address: a prefix has ${SHORTEST_PREFIX} bits at least (${MAPPED_BITS + SHORTEST_PREFIX} of IPv4 written as IPv6)`;
  return family === "ipv6" && holdsIpv4({ address, bits, family }) ? "holds every IPv4 address, which is written as IPv6 too" : null;
}

function rangeOf(range: string): Range {
  const [address = "", text = ""] = range.split("/");
  const bits = Number(text);
  const isV6 = isIP(address) === 6;
  const mapped = isV6 && bits >= MAPPED_BITS && bits <= 128 ? mappedIpv4(address) : null;
  return mapped === null ? { address, bits, family: isV6 ? "ipv6" : "ipv4" } : { address: mapped, bits: bits - MAPPED_BITS, family: "ipv4" };
}

function holdsIpv4({ address, bits, family }: Range): boolean {
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return list.check("::ffff:192.0.2.1", "ipv6") && list.check("::ffff:10.0.0.1", "ipv6");
}
