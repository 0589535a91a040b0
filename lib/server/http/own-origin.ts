import { isLoopbackHost } from "./inbound-headers";

/** The origin of this server's own pages, as a browser writes it in `Origin`, for a request to this `Host`; null where the host is not its own. */
export function ownOriginOf(host: string | null): string | null {
  const address = `http://${host}`;
  return isLoopbackHost(host) && URL.canParse(address) ? new URL(address).origin : null;
}
