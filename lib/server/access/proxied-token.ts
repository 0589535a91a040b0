import { PEER_HEADER } from "@/lib/server/http/inbound-headers";
import type { PeerList } from "@/lib/server/http/peer-list";
import { Refusal } from "@/lib/server/http/problem";
import type { Asking } from "./viewer";

/** What has to be so of a request that the proxy passes on. */
export interface ProxyRules {
  /** The header with the signed token, in small letters. */
  readonly header: string;
  readonly peers: PeerList;
  /** Where people sign in; null = not told. */
  readonly signInUrl: string | null;
}

/** The longest token that is taken. Characters: all headers together have 16 KiB at most. */
const LONGEST = 12_288;
/** A token signed in the compact form (RFC 7515): one that came twice is joined with a comma, and is none. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The signed token that the proxy sent. Rejects whatever did not come from the proxy, or not as the proxy sends it, with a sentence. */
export function proxiedToken({ headers }: Asking, { header, peers, signInUrl }: ProxyRules): string {
  for (const name of headers.keys()) {
    // Some servers make one name of the two, and what a proxy takes out of a request may come in by the other.
    if (name.replaceAll("_", "-").toLowerCase() === header && name.toLowerCase() !== header)
      throw new Refusal(400, "Not understood", `A header's name reads like ${header} and is another one.`);
  }
  const value = headers.get(header);
  const where = signInUrl === null ? "through the proxy that signs people in" : `at ${signInUrl}`;
  if (value === null || value === "") throw new Refusal(401, "Not signed in", `Nobody signs in at this address: open Stolos ${where}.`);
  if (!peers.has(headers.get(PEER_HEADER) ?? ""))
    throw new Refusal(403, "Not from the proxy", `This request does not come from the proxy: open Stolos ${where}.`);
  if (value.includes(",")) throw new Refusal(400, "Not understood", `The header ${header} came several times. The proxy must replace what a browser sends.`);
  if (value.length > LONGEST) throw new Refusal(401, "Not signed in", `The proxy's token is longer than ${LONGEST} characters.`);
  if (!COMPACT.test(value)) throw new Refusal(401, "Not signed in", `The header ${header} holds no signed token.`);
  return value;
}
