import { BlockList, isIP } from "node:net";
import { Agent, type Dispatcher, ProxyAgent } from "undici";

/** The proxies for requests to other servers, as the environment names them. */
export interface OutboundProxies {
  /** HTTPS_PROXY, the proxy for https addresses; "" = none. */
  readonly https: string;
  /** HTTP_PROXY, the proxy for http addresses; "" = none. */
  readonly http: string;
  /** NO_PROXY: hosts, domains and ranges that are reached directly. */
  readonly except: readonly string[];
}

export const NO_PROXIES: OutboundProxies = { https: "", http: "", except: [] };

type ProxyVariables = Readonly<Record<"HTTPS_PROXY" | "https_proxy" | "HTTP_PROXY" | "http_proxy", string>> &
  Readonly<Record<"NO_PROXY" | "no_proxy", readonly string[]>>;

/** The proxies by their variables, of which the one in capital letters counts first. */
export function outboundProxies(set: ProxyVariables): OutboundProxies {
  return {
    https: set.HTTPS_PROXY || set.https_proxy,
    http: set.HTTP_PROXY || set.http_proxy,
    except: set.NO_PROXY.length > 0 ? set.NO_PROXY : set.no_proxy,
  };
}

/** Returns the address of a proxy as a variable has it, with http as default scheme. Throws the end of a sentence that begins with the variable. */
export function parseProxy(given: string): string {
  if (given === "") return "";
  const address = given.includes("://") ? given : `http://${given}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new Error("is no address of an HTTP proxy, such as http://proxy.example:3128");
}

/**
 * Returns the proxy for requests to an address, null = none. The rules are those of kubectl and other Go programs (golang.org/x/net/http/httpproxy): this machine is
 * always reached directly; an exception is `*`, a range of addresses, an address, or a domain with its subdomains (after a dot only these), each with an optional
 * port.
 */
export function proxyFor(address: string, { https, http, except }: OutboundProxies): string | null {
  const { protocol, hostname, port: given } = new URL(address);
  const proxy = protocol === "https:" ? https : http;
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = given || (protocol === "https:" ? "443" : "80");
  if (proxy === "" || isThisMachine(host) || except.some((one) => isExcepted(one.toLowerCase(), host, port))) return null;
  return proxy;
}

const LOOPBACK = rangeOf("127.0.0.0/8");

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && LOOPBACK.check(host));
}

function isExcepted(exception: string, host: string, port: string): boolean {
  if (exception === "*") return true;
  if (exception.includes("/")) return isIP(host) !== 0 && rangeOf(exception).check(host, isIP(host) === 4 ? "ipv4" : "ipv6");
  const [, name = exception, ofPort] = /^(?:\[?([^[\]]+?)\]?)(?::(\d+))?$/.exec(isIP(exception) === 6 ? `[${exception}]` : exception) ?? [];
  if (ofPort !== undefined && ofPort !== port) return false;
  if (isIP(host) !== 0) return name === host;
  const domain = name.replace(/^\*?\./, "");
  return host.endsWith(`.${domain}`) || (domain === name && host === domain);
}

/** A list with one range; an empty list if the text is no range. */
function rangeOf(range: string): BlockList {
  const list = new BlockList();
  const [address = "", bits = ""] = range.split("/");
  const family = isIP(address);
  if (family !== 0 && /^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)) list.addSubnet(address, Number(bits), family === 4 ? "ipv4" : "ipv6");
  return list;
}

/** Connections to servers outside the clusters, each by its proxy. */
export interface Outbound {
  to(address: string): Dispatcher;
  close(): Promise<void>;
}

/**
 * Opens connections whose certificates are checked. `ca`: the authority that signs them, as PEM; null = those that Node knows. The check is written here, because
 * otherwise NODE_TLS_REJECT_UNAUTHORIZED could turn it off.
 */
export function outbound(proxies: OutboundProxies, ca: string | null): Outbound {
  const tls = { rejectUnauthorized: true, ...(ca !== null && { ca }) };
  const direct = new Agent({ connect: tls });
  const byProxy = new Map<string, ProxyAgent>();
  return {
    to: (address) => {
      const uri = proxyFor(address, proxies);
      if (uri === null) return direct;
      const known = byProxy.get(uri) ?? new ProxyAgent({ uri, requestTls: tls });
      byProxy.set(uri, known);
      return known;
    },
    close: async () => {
      await Promise.all([direct, ...byProxy.values()].map((agent) => agent.close()));
    },
  };
}
