import { BlockList, isIP } from "node:net";

/** Addresses that requests may come from. */
export interface PeerList {
  /** Is this the address of one of them? `address`: as a socket has it. */
  has(address: string): boolean;
}

/** A range that holds more than this leaves nobody out. Bits of its prefix. */
const SHORTEST_PREFIX = 8;

/** The list of these ranges; each is checked before (`rangeProblem`). */
export function peerList(ranges: readonly string[]): PeerList {
  const list = new BlockList();
  for (const range of ranges) {
    const { address, bits, family } = partsOf(range);
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

/** What is wrong with a range of addresses, as the rest of a sentence that begins with it; null where nothing is. */
export function rangeProblem(range: string): string | null {
  const { address, bits, family } = partsOf(range);
  const most = family === "ipv4" ? 32 : 128;
  if (isIP(address) === 0 || !/^[^/]+\/\d{1,3}$/.test(range) || bits > most) return "is no range of addresses: 10.0.0.7/32, fd00::/64";
  return bits < SHORTEST_PREFIX ? `holds nearly every address: a prefix has ${SHORTEST_PREFIX} bits at least` : null;
}

function partsOf(range: string): { readonly address: string; readonly bits: number; readonly family: "ipv4" | "ipv6" } {
  const [address = "", bits = ""] = range.split("/");
  return { address, bits: Number(bits), family: isIP(address) === 6 ? "ipv6" : "ipv4" };
}
