import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { certificate } from "./certificate";

type Claims = Readonly<Record<string, unknown>>;

/** An OpenID provider that answers whatever a test tells it to, be it wrong. It signs nothing: only an API server would notice. */
export interface StubProvider {
  readonly issuer: string;
  readonly ca: string;
  /** The claims of the next ID tokens beside those of a good one; undefined takes one away. */
  claims: Claims;
  /** What stands in the answer beside the ID token; `id_token: undefined` leaves that out. */
  answer: Claims;
  /** How far the provider's clock is ahead of this machine's. Milliseconds. */
  aheadMs: number;
  /** Requests to the token endpoint, and to the revocation endpoint, so far. */
  readonly tokens: () => number;
  readonly revocations: () => number;
  /** The client's secret of the last request to the token endpoint, "" if it had none. */
  readonly clientSecret: () => string;
  /** Requests for the discovery document so far. */
  readonly discoveries: () => number;
  /** The stub never ends an answer whose address ends with this; null = none. */
  endless: string | null;
  /** Bytes of such answers sent so far. */
  readonly endlessBytes: () => number;
  /** The query with which a browser comes back from `address`. */
  comeBack(address: string, change?: Readonly<Record<string, string>>): string;
  close(): Promise<void>;
}

export async function startStubProvider(): Promise<StubProvider> {
  const { key, cert } = await certificate("localhost", new Date(Date.now() + 86_400_000));
  let nonce: string | undefined;
  let tokens = 0;
  let revocations = 0;
  let discoveries = 0;
  let secret = "";
  let endlessBytes = 0;
  const server = createServer({ key, cert }, (request, response) => {
    response.setHeader("date", new Date(Date.now() + stub.aheadMs).toUTCString());
    response.setHeader("content-type", "application/json");
    if (request.url === "/token") {
      tokens++;
      secret = clientSecretIn(request.headers.authorization ?? "");
    }
    if (request.url === "/revocation") revocations++;
    if (request.url?.endsWith("/openid-configuration")) discoveries++;
    if (stub.endless !== null && request.url?.endsWith(stub.endless)) return sendForEver(response, (bytes) => (endlessBytes += bytes));
    response.end(JSON.stringify(request.url === "/token" ? tokenAnswer(stub, nonce) : metadataOf(stub.issuer)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stub: StubProvider = {
    ...{ issuer: `https://localhost:${(server.address() as AddressInfo).port}`, ca: cert, claims: {}, answer: {}, aheadMs: 0, endless: null },
    tokens: () => tokens,
    revocations: () => revocations,
    clientSecret: () => secret,
    discoveries: () => discoveries,
    endlessBytes: () => endlessBytes,
    comeBack: (address, change = {}) => {
      const asked = new URL(address).searchParams;
      nonce = asked.get("nonce") ?? undefined;
      return `?${new URLSearchParams({ code: "a-code", state: asked.get("state") ?? "", iss: stub.issuer, ...change })}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}

/** The password of HTTP basic authentication. */
function clientSecretIn(authorization: string): string {
  return decodeURIComponent(
    Buffer.from(authorization.replace(/^Basic /, ""), "base64")
      .toString()
      .split(":")[1] ?? "",
  );
}

/** Sends valid JSON without an end, as fast as the client reads. Stops at 64 MiB, which no tested reader should reach. */
function sendForEver(response: ServerResponse, told: (bytes: number) => void): void {
  const part = " ".repeat(65_536);
  let parts = 1_024;
  const more = () => {
    while (parts-- > 0 && !response.destroyed) {
      told(part.length);
      if (!response.write(part)) return void response.once("drain", more);
    }
    response.end();
  };
  more();
}

function metadataOf(issuer: string): Claims {
  return {
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` },
    revocation_endpoint: `${issuer}/revocation`,
    ...{ response_types_supported: ["code"], subject_types_supported: ["public"], id_token_signing_alg_values_supported: ["RS256"] },
    authorization_response_iss_parameter_supported: true,
  };
}

function tokenAnswer({ issuer, claims, answer, aheadMs }: StubProvider, nonce: string | undefined): Claims {
  const now = Math.floor((Date.now() + aheadMs) / 1_000);
  const said = { iss: issuer, aud: "stolos", sub: "jane", iat: now, exp: now + 300, nonce, ...claims };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const token = `${part({ alg: "RS256", kid: "one" })}.${part(said)}.${Buffer.from("no signature").toString("base64url")}`;
  return { access_token: "an-access-token", token_type: "Bearer", expires_in: 300, refresh_token: "a-refresh-token", id_token: token, ...answer };
}
