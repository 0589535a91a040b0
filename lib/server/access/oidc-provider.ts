import * as openid from "openid-client";
import { type Response as UndiciResponse, fetch as undiciFetch } from "undici";
import { clockSkewWords } from "@/lib/format/clock-skew-words";
import type { Clock } from "@/lib/server/clock";
import { boundedText } from "@/lib/server/http/bounded-text";
import { outbound } from "@/lib/server/http/outbound-proxy";
import { log } from "@/lib/server/log";
import { type Claims, claimsIn } from "./oidc-claims";
import type { OidcConfig } from "./oidc-settings";
import { NoIdToken, ProviderFailures, type ProviderStep, providerRefusal } from "./provider-refusal";
import { isToken } from "./token";

/** What a browser's sign-in was begun with: its answer has to match. */
export interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What a provider gave. */
export interface Granted {
  readonly idToken: string;
  readonly claims: Claims;
  /** Null where it gave none. */
  readonly refreshToken: string | null;
}

/** One OpenID provider. Every method rejects with a refusal that says what went wrong. */
export interface OidcProvider {
  begin(): Promise<Begun & { readonly address: string }>;
  /** Takes the code of a browser that came back to `current`. */
  exchange(current: URL, begun: Begun): Promise<Granted>;
  renew(refreshToken: string): Promise<Granted>;
  /** Has the provider take no such refresh token any more; does nothing where it revokes none. */
  revoke(refreshToken: string): Promise<void>;
  /** Asks what the provider says of itself before anybody needs it, and again every minute while it cannot be used. A failure is in the log. */
  meet(): Promise<void>;
  /** Why nobody can sign in: the provider did not answer the last request, or cannot be used. Null = one can. */
  problem(): string | null;
  /** Where people sign out at the provider; null where it has no such page, or has said nothing of itself yet. */
  signOutAddress(): string | null;
  /** The provider's clock minus ours in milliseconds, by its last answer; null before the first. */
  skewMs(): number | null;
  close(): Promise<void>;
}

/** Clocks may differ by so much. Seconds. */
export const SKEW_SECONDS = 60;
const ANSWER_SECONDS = 10;
/** The longest accepted answer. */
const MOST_BYTES = 256 * 1024;
/** What the provider says of itself is asked for again after this, when somebody begins to sign in. Milliseconds. */
const METADATA_MS = 60_000;

const NOTHING: () => void = () => undefined;

interface ProviderParts {
  /** Where the provider sends browsers back to, to the letter. */
  readonly redirectUri: string;
  /** The clock of this server. */
  readonly clock: Clock;
  /** Writes a line of the log; the default is the log of the process. */
  readonly write?: typeof log;
  /** An API server's clock minus ours in milliseconds; null where it is not known. */
  readonly clusterSkewMs: () => number | null;
  /** The secret of the client, as its setting has it now; null = a public client. */
  readonly clientSecret: () => string | null;
}

/** The provider that the settings name. */
export function oidcProvider(config: OidcConfig, { redirectUri, clock, clusterSkewMs, clientSecret, write = log }: ProviderParts): OidcProvider {
  const connections = outbound(config.proxies, config.ca);
  const { now } = clock;
  const failures = new ProviderFailures(clock, write);
  let skewMs: number | null = null;
  const ask: openid.CustomFetch = async (url, options) => {
    const response = await undiciFetch(url, { ...(options as object), dispatcher: connections.to(String(url)) });
    const date = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(date)) skewMs = date + 500 - now();
    return bounded(response);
  };
  const metadata = providerMetadata(config, { now, clientSecret, ask });
  const { found } = metadata;
  const tried = async <T>(step: ProviderStep, work: () => Promise<T>): Promise<T> => {
    try {
      const done = await work();
      failures.answered();
      return done;
    } catch (thrown) {
      const refusal = providerRefusal(thrown, step, clockSkewWords({ providerMs: skewMs, clusterMs: clusterSkewMs() }));
      failures.failed(thrown, step, refusal);
      throw refusal;
    }
  };
  const meet = () => tried("begin", () => found(METADATA_MS)).then(NOTHING, NOTHING);
  return {
    meet: () => {
      failures.askAgain(meet);
      return meet();
    },
    problem: () => failures.problem,
    begin: () =>
      tried("begin", async () => {
        const configuration = await found(METADATA_MS);
        const [verifier, state, nonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()];
        const challenge = await openid.calculatePKCECodeChallenge(verifier);
        const asked = { redirect_uri: redirectUri, scope: config.scopes, state, nonce, code_challenge: challenge, code_challenge_method: "S256" };
        return { state, nonce, verifier, address: openid.buildAuthorizationUrl(configuration, asked).href };
      }),
    exchange: (current, { state, nonce, verifier }) =>
      tried("exchange", async () => {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
        return granted(await openid.authorizationCodeGrant(await found(Number.POSITIVE_INFINITY), current, checks));
      }),
    renew: (refreshToken) => tried("renew", async () => granted(await openid.refreshTokenGrant(await found(Number.POSITIVE_INFINITY), refreshToken))),
    revoke: (refreshToken) =>
      tried("revoke", async () => {
        const configuration = await found(Number.POSITIVE_INFINITY);
        if (configuration.serverMetadata().revocation_endpoint !== undefined)
          await openid.tokenRevocation(configuration, refreshToken, { token_type_hint: "refresh_token" });
      }),
    signOutAddress: () => {
      const address = metadata.known()?.serverMetadata().end_session_endpoint;
      return address === undefined || !isHttps(address) ? null : withClient(address, config.clientId);
    },
    skewMs: () => skewMs,
    close: () => {
      failures.stop();
      return connections.close();
    },
  };
}

interface MetadataParts {
  readonly now: () => number;
  readonly clientSecret: () => string | null;
  readonly ask: openid.CustomFetch;
}

/** What the provider says of itself, with the client's secret that is valid now. `found`: requests it if it is older than `mostMs`. */
function providerMetadata(config: OidcConfig, { now, clientSecret, ask }: MetadataParts) {
  let known: { readonly found: openid.Configuration; readonly at: number; readonly secret: string | null } | null = null;
  /** The running discovery request, shared by all callers. */
  let finding: Promise<openid.Configuration> | null = null;
  const find = async () => {
    const secret = clientSecret();
    try {
      const found = await discovered(config, secret, ask);
      known = { found, at: now(), secret };
      return found;
    } finally {
      finding = null;
    }
  };
  return {
    found: async (mostMs: number): Promise<openid.Configuration> => {
      if (known !== null && now() - known.at < mostMs && known.secret === clientSecret()) return known.found;
      finding ??= find();
      return finding;
    },
    known: () => known?.found ?? null,
  };
}

/** Returns the same answer with its body read. Rejects when the body is larger than the limit. */
async function bounded({ status, headers, body }: UndiciResponse): Promise<Response> {
  const text = await boundedText(body, MOST_BYTES);
  if (text === null) throw new Error(`the provider's answer is larger than ${MOST_BYTES} bytes`);
  return new Response(text === "" ? null : text, { status, headers: [...headers] });
}

async function discovered({ issuer, clientId }: OidcConfig, clientSecret: string | null, ask: openid.CustomFetch): Promise<openid.Configuration> {
  const metadata = { [openid.clockTolerance]: SKEW_SECONDS };
  const authentication = clientSecret === null ? openid.None() : openid.ClientSecretBasic(clientSecret);
  const configuration = await openid.discovery(new URL(issuer), clientId, metadata, authentication, { [openid.customFetch]: ask, timeout: ANSWER_SECONDS });
  const { authorization_endpoint: page } = configuration.serverMetadata();
  // It becomes an address that a browser goes to.
  if (page === undefined || !isHttps(page)) throw new Error("the provider's authorization endpoint is no https address");
  return configuration;
}

function granted(answer: openid.TokenEndpointResponse): Granted {
  const { id_token: idToken, refresh_token: refreshToken } = answer;
  const claims = idToken === undefined ? null : claimsIn(idToken);
  if (idToken === undefined || claims === null || !isToken(idToken)) throw new NoIdToken(idToken?.length ?? 0);
  return { idToken, claims, refreshToken: refreshToken ?? null };
}

/** The address of a page, of which a link is made: with no token in it. */
function withClient(address: string, clientId: string): string {
  const url = new URL(address);
  url.searchParams.set("client_id", clientId);
  return url.href;
}

function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}
