import { isLoopbackHost } from "./inbound-headers";

/** The one address under which browsers know this server: where it is set, redirects and cookies are made from it, never from what a request says. */
export interface PublicUrl {
  /** `https://stolos.example.com`: no slash at its end. */
  readonly origin: string;
  /** As a browser's `Host` header has it: without the default port. */
  readonly host: string;
  /** https. */
  readonly isSecure: boolean;
  /** Only this machine's own browsers know it. */
  readonly isLoopback: boolean;
}

/** Reads STOLOS_PUBLIC_URL: null where it is empty. Throws a sentence where it is no origin that browsers may sign in at. */
export function parsePublicUrl(text: string): PublicUrl | null {
  if (text === "") return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error("is no address of https: https://stolos.example.com");
  if (url.username !== "" || url.password !== "") throw new Error("holds a user or a password: leave them out");
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || /[?#]/.test(text)) {
    throw new Error("has a path, a query or a fragment: set the origin alone, such as https://stolos.example.com");
  }
  const isLoopback = isLoopbackHost(url.host);
  const isSecure = url.protocol === "https:";
  if (!isSecure && !isLoopback) throw new Error("is plain HTTP, over which cookies can be read on their way: it is https, unless its host is localhost");
  return { origin: url.origin, host: url.host, isSecure, isLoopback };
}

/** Is the name in `Host` one of this machine's own, or the one of STOLOS_PUBLIC_URL (`setting`, as it stands in the environment)? */
export function isOwnHost(host: string | null, setting: string | undefined): boolean {
  if (isLoopbackHost(host)) return true;
  if (host === null || !setting) return false;
  const url = URL.canParse(setting) ? new URL(setting) : null;
  if (url === null || url.host === "") return false;
  const defaultPort = url.protocol === "https:" ? /:443$/ : /:80$/;
  return host.toLowerCase().replace(defaultPort, "") === url.host;
}
