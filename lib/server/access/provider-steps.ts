import { isReturnPathWithinCookieLimit, safeReturnPath } from "@/lib/contract/answers/session";
import { clockSkewWords, type OtherClocks } from "@/lib/format/clock-skew-words";
import { SIGN_IN_NOTES } from "@/lib/format/session-words";
import type { Clock } from "@/lib/server/clock";
import { Refusal } from "@/lib/server/http/problem";
import type { PublicUrl } from "@/lib/server/http/public-url";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { log } from "@/lib/server/log";
import { type AskedUser, askUser } from "./ask-user";
import type { AttemptCookies } from "./attempt-cookies";
import type { FailedAttempts } from "./failed-attempts";
import { type Claims, claimsIn, lacksGroups, namingDifference, userOfClaims } from "./oidc-claims";
import { CALLBACK_PATH } from "./oidc-paths";
import type { Granted, OidcProvider } from "./oidc-provider";
import type { OidcConfig } from "./oidc-settings";
import { CLOCKS_DIFFER } from "./provider-refusal";
import type { ProviderSignIn } from "./provider-sign-in";
import { renewSession } from "./renew-session";
import { renewals } from "./renewals";
import { keptRefreshToken, type SessionCookies } from "./session-cookies";

export interface StepsParts {
  readonly config: OidcConfig;
  readonly publicUrl: PublicUrl;
  readonly provider: OidcProvider;
  readonly cookies: SessionCookies;
  readonly attempts: AttemptCookies;
  /** The clusters that take the provider's tokens. */
  readonly contexts: readonly ClusterContext[];
  /** The machine's own clock. */
  readonly clock: Clock;
  /** An API server's clock minus ours in milliseconds; null where it is not known. */
  readonly clusterSkewMs: () => number | null;
  /** Ends what is known by a token, for a reason. */
  readonly ended: (token: string, why: string) => void;
  readonly failures: FailedAttempts;
  /** Resolves once the sessions revoked before the start are known. */
  readonly ready: () => Promise<void>;
}

/** The steps of signing in through a provider. */
export function providerSteps(parts: StepsParts): ProviderSignIn {
  const { config, publicUrl, provider, cookies, attempts, clock } = parts;
  const renewed = renewals(provider.renew, clock);
  return {
    host: new URL(config.issuer).host,
    begin: async (asked, request) => {
      const { address, ...begun } = await provider.begin();
      const cookie = request?.headers.get("cookie") ?? null;
      const from = safeReturnPath(asked);
      return { value: address, cookies: attempts.begin(cookie, { from: isReturnPathWithinCookieLimit(from) ? from : "/", at: clock.now(), ...begun }) };
    },
    isBegun: ({ headers }, search) => attempts.begun(headers.get("cookie"), stateIn(search)) !== null,
    finish: async (request, search) => {
      const attempt = attempts.begun(request.headers.get("cookie"), stateIn(search));
      if (attempt === null) throw new Refusal(401, "Not signed in", SIGN_IN_NOTES["not-begun"]);
      // From the settings, never from what the request says of itself.
      const current = new URL(`${publicUrl.origin}${CALLBACK_PATH}${search}`);
      const { granted, names } = await parts.failures.tried(request, async () => {
        const answer = await provider.exchange(current, attempt);
        return { granted: answer, names: await namesByCluster(parts, answer) };
      });
      const kept = cookies.keep(granted.idToken, { refreshToken: keptRefreshToken(granted.refreshToken) });
      return { value: { to: attempt.from, names }, cookies: [...kept, ...attempts.forget(attempt.state)] };
    },
    refused: (problem, search) => [...attempts.forget(stateIn(search) ?? "").slice(0, 1), attempts.keepReason("refused", problem)],
    ended: ({ headers }, problem) => (attempts.isBegun(headers.get("cookie")) ? [] : [attempts.keepReason("ended", problem)]),
    problemOf: ({ headers }) => (attempts.isBegun(headers.get("cookie")) ? null : attempts.reasonOf(headers.get("cookie"))),
    renew: async (request) => {
      await parts.ready();
      const revoked = (refreshToken: string) => provider.revoke(refreshToken).catch(() => undefined);
      return renewSession({ cookies, attempts, config, clock, renewed, revoked, clusterSkewMs: parts.clusterSkewMs, ended: parts.ended }, request);
    },
    revoke: async (request) => {
      const refreshToken = cookies.openAll(request.headers.get("cookie"))?.refreshToken ?? null;
      if (refreshToken !== null) await provider.revoke(refreshToken);
    },
    nameOf: (request) => {
      const claims = claimsIn(cookies.open(request.headers.get("cookie")) ?? "");
      return claims === null ? null : userOfClaims(claims, config).name;
    },
    signOutAddress: provider.signOutAddress,
    problem: provider.problem,
    addressOf: (path) => `${publicUrl.origin}${path}`,
  };
}

function stateIn(search: string): string | null {
  return new URLSearchParams(search).get("state");
}

/** A cluster that gives no answer delays a sign-in by this, if another one accepts it. Milliseconds. */
const PATIENCE_MS = 2_000;

/** The answers of the clusters. One that gives none is left out if another one knows the user: what is visible there is checked with each request. */
async function answersOf({ contexts, clock }: StepsParts, idToken: string): Promise<readonly AskedUser[]> {
  const answers: AskedUser[] = [];
  const all = Promise.all(contexts.map(async (context) => answers.push(await askUser(context, idToken, clock))));
  const isKnown = () => answers.some(({ kind }) => kind === "known");
  let cancel: () => void = () => undefined;
  const patience = new Promise<void>((resolve) => {
    cancel = clock.setTimer(resolve, PATIENCE_MS);
  });
  await Promise.race([all, patience]);
  cancel();
  if (!isKnown()) await all;
  return isKnown() ? answers.filter(({ kind }) => kind !== "failed") : answers;
}

/** The user names, by clusters: every cluster that answers takes the token, and for whom the settings here say. Throws a refusal otherwise. */
async function namesByCluster(parts: StepsParts, { idToken, claims }: Granted): Promise<ReadonlyMap<string, string>> {
  const { config, clock, provider, clusterSkewMs } = parts;
  checkTimes(claims, clock.now(), { providerMs: provider.skewMs(), clusterMs: clusterSkewMs() });
  userOfClaims(claims, config);
  const told = await answersOf(parts, idToken);
  const names = new Map<string, string>();
  for (const one of told) {
    if (one.kind === "rejected") {
      const expired = expiredWords(claims, clock.now(), { providerMs: provider.skewMs(), clusterMs: one.skewMs });
      if (expired !== null) throw new Refusal(401, CLOCKS_DIFFER, expired);
      throw new Refusal(401, "Not signed in", rejectedWords(one, config, claims, provider.skewMs()));
    }
    if (one.kind === "failed") {
      const detail = "Who you are could not be checked: the API server gave no answer. Try again in a moment.";
      throw new Refusal(503, "Could not be checked", detail, undefined, { retryAfterSeconds: 5 });
    }
    const difference = namingDifference(claims, config, one.user);
    if (difference !== null) throw new Refusal(401, "Settings differ", difference);
    const clocks = clockSkewWords({ providerMs: provider.skewMs(), clusterMs: one.skewMs });
    if (clocks !== null) log("warn", "clocks differ, though the ID token is taken", { cluster: one.cluster, detail: clocks });
    names.set(one.cluster, one.user.name);
  }
  return names;
}

/** A token that has just been made is not from the future. */
function checkTimes({ iat }: Claims, now: number, clocks: OtherClocks): void {
  if (typeof iat !== "number" || iat * 1_000 - now <= 60_000) return;
  const words = clockSkewWords(clocks) ?? "It was made more than a minute from now, by this server's clock.";
  throw new Refusal(401, CLOCKS_DIFFER, `The ID token is not taken. ${words}`);
}

/** Returns why an API server rejects a token that had expired on arrival (this server accepts it for less than a minute); null when it had not expired. */
function expiredWords({ exp }: Claims, now: number, clocks: OtherClocks): string | null {
  const overMs = typeof exp === "number" ? now - exp * 1_000 : Number.NEGATIVE_INFINITY;
  if (overMs < 0) return null;
  const words = clockSkewWords(clocks) ?? "The clocks of the provider and this server may differ, or the provider's ID tokens expire too soon.";
  return `The API server does not take the provider's ID token: it had expired ${Math.round(overMs / 1_000)} s before it arrived, by this server's clock. ${words}`;
}

function rejectedWords({ skewMs }: AskedUser, config: OidcConfig, claims: Claims, providerMs: number | null): string {
  const clocks = clockSkewWords({ providerMs, clusterMs: skewMs });
  const groups = lacksGroups(claims, config) ? " The provider left your groups out because there are too many, which the API server may not take." : "";
  const settings = `Its --oidc-issuer-url has to be ${config.issuer}, and its --oidc-client-id ${config.clientId}.`;
  return `The API server does not take the provider's ID token. ${clocks ?? settings}${groups}`;
}
