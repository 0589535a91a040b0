import * as openid from "openid-client";
import { Agent, fetch as undiciFetch } from "undici";
import { clockSkewWords } from "@/lib/format/clock-skew-words";
import { type Claims, claimsIn } from "./oidc-claims";
import type { OidcConfig } from "./oidc-settings";
import { NoIdToken, type ProviderStep, providerRefusal } from "./provider-refusal";
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
  /** Asks what the provider says of itself before anybody needs it. A failure is in the log. */
  meet(): Promise<void>;
  /** Where people sign out at the provider; null where it has no such page, or has said nothing of itself yet. */
  signOutAddress(): string | null;
  /** The provider's clock minus ours in milliseconds, by its last answer; null before the first. */
  skewMs(): number | null;
  close(): Promise<void>;
}

/** Clocks may differ by so much. Seconds. */
export const SKEW_SECONDS = 60;
const ANSWER_SECONDS = 10;
/** What the provider says of itself is asked for again after this, when somebody begins to sign in. Milliseconds. */
const METADATA_MS = 60_000;

const NOTHING = () => undefined;

interface ProviderParts {
  /** Where the provider sends browsers back to, to the letter. */
  readonly redirectUri: string;
  /** This machine's own clock, in milliseconds. */
  readonly now: () => number;
  /** An API server's clock minus ours in milliseconds; null where it is not known. */
  readonly clusterSkewMs: () => number | null;
}

/** The provider that the settings name. */
export function oidcProvider(config: OidcConfig, { redirectUri, now, clusterSkewMs }: ProviderParts): OidcProvider {
  // Said by hand: a variable of Node's (NODE_TLS_REJECT_UNAUTHORIZED) would turn the check off where nothing is said.
  const agent = new Agent({ connect: { rejectUnauthorized: true, ...(config.ca !== null && { ca: config.ca }) } });
  let skewMs: number | null = null;
  const ask: openid.CustomFetch = async (url, options) => {
    const response = await undiciFetch(url, { ...(options as object), dispatcher: agent });
    const date = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(date)) skewMs = date + 500 - now();
    return response as unknown as Response;
  };
  let known: { readonly found: openid.Configuration; readonly at: number } | null = null;
  const found = async (mostMs: number): Promise<openid.Configuration> => {
    if (known !== null && now() - known.at < mostMs) return known.found;
    known = { found: await discovered(config, ask), at: now() };
    return known.found;
  };
  const tried = async <T>(step: ProviderStep, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      throw providerRefusal(thrown, step, clockSkewWords({ providerMs: skewMs, clusterMs: clusterSkewMs() }));
    }
  };
  return {
    meet: () => tried("begin", () => found(METADATA_MS)).then(NOTHING, NOTHING),
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
      const address = known?.found.serverMetadata().end_session_endpoint;
      return address === undefined || !isHttps(address) ? null : withClient(address, config.clientId);
    },
    skewMs: () => skewMs,
    close: () => agent.close(),
  };
}

async function discovered({ issuer, clientId, clientSecret }: OidcConfig, ask: openid.CustomFetch): Promise<openid.Configuration> {
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
