import { isIP } from "node:net";
import type { PeerList } from "./peer-list";

/** No more proxies than this stand one behind the other. */
const MOST_HOPS = 10;

/**
 * The address that a request comes from: that of the connection, or, where a trusted proxy is at its other end, the last one in `X-Forwarded-For` that
 * is no trusted proxy's. Each proxy appends whom it was asked by, so what stands further left is only what that one said. `peer`: as a socket has it.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: PeerList): string {
  let client = plainAddress(peer);
  const hops = (forwardedFor ?? "").split(",").slice(-MOST_HOPS).reverse();
  for (const hop of hops) {
    const address = plainAddress(hop.trim());
    if (!trusted.has(client) || isIP(address) === 0) return client;
    client = address;
  }
  return client;
}

/** One spelling of an address: some proxies append a port, and a socket that takes both kinds has IPv4 addresses within IPv6. */
function plainAddress(text: string): string {
  const bare = /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
  return bare
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "")
    .toLowerCase();
}
