import { get } from "node:https";
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import type { User } from "./authn";
import { isRecord } from "./kube-object";

/** An OpenID provider whose ID tokens the server takes, as kube-apiserver's options of these names say it. */
export interface IssuerOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** The authority of the provider's certificate, as PEM; null = those that Node knows. */
  readonly ca: string | null;
  /** Default: `sub`. */
  readonly usernameClaim?: string | undefined;
  /** Default: the issuer and `#`, for the claim `email` nothing; `-` = nothing. */
  readonly usernamePrefix?: string | undefined;
  /** Groups are read only where it is named. */
  readonly groupsClaim?: string | undefined;
  readonly groupsPrefix?: string | undefined;
}

/** Knows the users of one provider by their ID tokens, as kube-apiserver does: signature (RS256), issuer, audience and times are checked. */
export class TrustedIssuer {
  #keys: Promise<JSONWebKeySet> | null = null;

  /** `clock`: milliseconds since the epoch. */
  constructor(
    private readonly options: IssuerOptions,
    private readonly clock: () => number,
  ) {}

  /** The user that a token stands for; null for any other text, and while the provider cannot be asked for its keys. */
  async userOf(token: string): Promise<User | null> {
    const claims = (await this.#verified(token, false)) ?? (await this.#verified(token, true));
    return claims === null ? null : userOfClaims(claims, this.options);
  }

  /** Null where it is not good. Keys are fetched once, and anew for a token that none of them has signed: a provider rotates them. */
  async #verified(token: string, anew: boolean): Promise<JWTPayload | null> {
    if (anew) this.#keys = null;
    this.#keys ??= this.#fetchKeys().catch((problem: unknown) => {
      this.#keys = null;
      throw problem;
    });
    try {
      const { issuer, clientId: audience } = this.options;
      const checks = { issuer, audience, algorithms: ["RS256"], requiredClaims: ["exp"], currentDate: new Date(this.clock()) };
      return (await jwtVerify(token, createLocalJWKSet(await this.#keys), checks)).payload;
    } catch (problem) {
      if (problem instanceof errors.JOSEError || problem instanceof UnreachableIssuer) return null;
      throw problem;
    }
  }

  async #fetchKeys(): Promise<JSONWebKeySet> {
    const { issuer, ca } = this.options;
    const metadata = await fetchJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, ca);
    if (metadata.issuer !== issuer) throw new UnreachableIssuer(`${issuer} calls itself ${String(metadata.issuer)}`);
    const { keys } = await fetchJson(String(metadata.jwks_uri), ca);
    return { keys: Array.isArray(keys) ? keys : [] };
  }
}

class UnreachableIssuer extends Error {}

/** Null where the claims make no user: the name is no text, or an e-mail address that nobody has verified. */
function userOfClaims(claims: JWTPayload, { issuer, usernameClaim = "sub", usernamePrefix, groupsClaim, groupsPrefix = "" }: IssuerOptions): User | null {
  const told = claims[usernameClaim];
  if (typeof told !== "string" || told === "") return null;
  if (usernameClaim === "email" && claims.email_verified !== undefined && claims.email_verified !== true) return null;
  const before = usernamePrefix ?? (usernameClaim === "email" ? "" : `${issuer}#`);
  const given = groupsClaim === undefined ? [] : claims[groupsClaim];
  const groups = (Array.isArray(given) ? given : [given]).filter((group): group is string => typeof group === "string");
  return { name: `${before === "-" ? "" : before}${told}`, groups: [...groups.map((group) => `${groupsPrefix}${group}`), "system:authenticated"] };
}

function fetchJson(url: string, ca: string | null): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(new UnreachableIssuer(`${url}: ${error.message}`));
    const request = get(url, { agent: false, timeout: 5_000, ...(ca !== null && { ca }) }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("error", failed);
      response.on("end", () => {
        const read: unknown = response.statusCode === 200 ? jsonOf(text) : null;
        if (isRecord(read)) resolve(read);
        else failed(new Error(`answered ${response.statusCode}`));
      });
    });
    request.on("timeout", () => request.destroy(new Error("no answer")));
    request.on("error", failed);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
