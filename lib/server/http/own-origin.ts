import { isLoopbackHost } from "./inbound-headers";
import { isOwnHost } from "./public-url";

/**
 * The origin of this server's own pages, as a browser writes it in `Origin`, for a request to this `Host`; null where the host is not its own.
 * `setting`: STOLOS_PUBLIC_URL, as it stands in the environment.
 */
export function ownOriginOf(host: string | null, setting: string | undefined): string | null {
  if (host === null || !isOwnHost(host, setting)) return null;
  const url = setting ? new URL(setting) : null;
  if (url !== null && (!isLoopbackHost(host) || url.host === host)) return url.origin;
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).origin : null;
}
