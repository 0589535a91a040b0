import type { IncomingMessage } from "node:http";
import { clientAddress } from "./client-address";
import type { FrontSettings } from "./front-settings";
import { PEER_HEADER } from "./inbound-headers";
import { countedNetwork } from "./ip-address";
import { RateLimit } from "./rate-limit";
import type { Refused } from "./refused-request";

type Asked = Pick<IncomingMessage, "headers" | "socket">;

/**
 * How much may be asked, pages and files included: by each viewer who is known by what he was signed in with before, and by each address of everybody
 * else, of IPv6 by each network of 64 bits. People behind one address do not wait for each other once they are signed in. The limit begins anew where the
 * settings say another rate.
 */
export function frontLimit(settings: () => FrontSettings): (client: string) => Refused | null {
  let rate = settings().ofAddress;
  let limit = new RateLimit(rate, () => performance.now());
  return (client) => {
    const set = settings();
    if (set.ofAddress !== rate) {
      rate = set.ofAddress;
      limit = new RateLimit(rate, () => performance.now());
    }
    const retryAfterSeconds = limit.take(client);
    const who = client.startsWith(OF_ADDRESS) ? "this address" : "you";
    const detail = `More requests come from ${who} than one address or viewer may send (STOLOS_REQUESTS_PER_ADDRESS).`;
    return retryAfterSeconds === 0 ? null : { status: 429, title: "Too many requests", detail, retryAfterSeconds };
  };
}

const OF_ADDRESS = "address ";

/** Returns the client that limits count: the signed-in viewer, else the address (an IPv6 network of 64 bits). */
export function clientOf(request: Asked, settings: FrontSettings): string {
  const viewer = settings.knownViewer({ headers: headersOf(request) });
  return viewer === null ? `${OF_ADDRESS}${countedNetwork(addressOf(request, settings))}` : `viewer ${viewer}`;
}

/** The address of whoever asks, past the proxies that are trusted. */
export function addressOf({ headers, socket }: Asked, { trustedProxies }: Pick<FrontSettings, "trustedProxies">): string {
  const forwardedFor = headers["x-forwarded-for"];
  return clientAddress(socket.remoteAddress ?? "", Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor, trustedProxies);
}

/** The headers as the door is given them: where the request comes from is what the connection says. */
function headersOf({ headers, socket }: Asked): Headers {
  const told = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  told.set(PEER_HEADER, socket.remoteAddress ?? "");
  return told;
}
