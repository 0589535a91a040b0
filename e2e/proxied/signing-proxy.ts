import { createServer, request as forward, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "node:querystring";
import type { TokenSigner } from "@/lib/testing/token-signer";

/** Somebody whom the identity provider knows. */
export interface ProxiedPerson {
  readonly sub: string;
  readonly groups: readonly string[];
}

/** A proxy in front of a dashboard that signs people in by a cookie, and sends a signed token of each with every request. */
export interface SigningProxy {
  readonly address: string;
  /** Every token that it has sent. */
  readonly tokens: readonly string[];
  close(): Promise<void>;
}

export const TOKEN_HEADER = "x-forwarded-access-token";
export const ISSUER = "https://idp.example";
export const AUDIENCE = "stolos";

/** A token of this person, as the proxy sends it. */
export function tokenFor(signer: TokenSigner, { sub, groups }: ProxiedPerson, seconds = 300): Promise<string> {
  return signer.sign({ iss: ISSUER, aud: AUDIENCE, sub, groups: [...groups], exp: Math.floor(Date.now() / 1_000) + seconds });
}

/** Starts one. `people`: by the value of the cookie `person`; whoever has none is passed on without a token. */
export async function startSigningProxy(dashboard: string, signer: TokenSigner, people: Readonly<Record<string, ProxiedPerson>>): Promise<SigningProxy> {
  const tokens: string[] = [];
  const target = new URL(dashboard);
  const server = createServer(async (incoming, outgoing) => {
    const person = people[String(parse(incoming.headers.cookie ?? "", "; ").person ?? "")];
    const token = person === undefined ? null : await tokenFor(signer, person);
    if (token !== null) tokens.push(token);
    const headers = { ...withoutTokens(incoming.headers), ...(token === null ? {} : { [TOKEN_HEADER]: token }) };
    const { method, url: path } = incoming;
    const onward = forward({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What a browser sends under the token's name, however it is spelt, goes no further. */
function withoutTokens(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.replaceAll("_", "-") !== TOKEN_HEADER));
}
