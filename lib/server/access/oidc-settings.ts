import { isLoopbackHost } from "@/lib/server/http/inbound-headers";
import { type OutboundProxies, outboundProxies } from "@/lib/server/http/outbound-proxy";
import { fileText } from "@/lib/server/setting-files";
import type { SettingValues } from "@/lib/server/settings";

/** How people are sent to an OpenID provider, and how the API server makes names of what it says. Secrets are never logged or sent elsewhere. */
export interface OidcConfig {
  /** As it stands in the provider's tokens. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null = a public client: PKCE alone. */
  readonly clientSecret: string | null;
  /** The authority that signed the provider's certificate, as PEM; null = those that Node knows. */
  readonly ca: string | null;
  /** The proxies for requests to the provider. */
  readonly proxies: OutboundProxies;
  readonly scopes: string;
  readonly usernameClaim: string;
  /** "" = none. */
  readonly usernamePrefix: string;
  /** Null = groups are not read. */
  readonly groupsClaim: string | null;
  readonly groupsPrefix: string;
}

/**
 * What the settings say. The defaults are those of kube-apiserver: the claim `sub` after the issuer and `#`, the claim `email` alone, no groups; the
 * prefix `-` is none. Throws a sentence where they cannot be used.
 */
export function oidcConfig(set: SettingValues): OidcConfig {
  const issuer = issuerOf(set.STOLOS_OIDC_ISSUER);
  if (set.STOLOS_OIDC_CLIENT_ID === "")
    throw new Error("STOLOS_OIDC_CLIENT_ID is not set: the provider's name for this server, which the API server has as its --oidc-client-id.");
  const usernameClaim = set.STOLOS_OIDC_USERNAME_CLAIM;
  const groupsClaim = set.STOLOS_OIDC_GROUPS_CLAIM || null;
  if (groupsClaim === null && set.STOLOS_OIDC_GROUPS_PREFIX !== "")
    throw new Error("STOLOS_OIDC_GROUPS_PREFIX is set without STOLOS_OIDC_GROUPS_CLAIM: no groups are read.");
  for (const name of ["STOLOS_OIDC_USERNAME_PREFIX", "STOLOS_OIDC_GROUPS_PREFIX"] as const)
    if (set[name].startsWith("system:")) throw new Error(`${name} begins with system:, as Kubernetes' own names do: nobody is signed in by such a name.`);
  return {
    ...{ issuer, usernameClaim, groupsClaim },
    clientId: set.STOLOS_OIDC_CLIENT_ID,
    clientSecret: set.STOLOS_OIDC_CLIENT_SECRET || null,
    ca: set.STOLOS_OIDC_CA === "" ? null : pemIn("STOLOS_OIDC_CA", set.STOLOS_OIDC_CA),
    proxies: outboundProxies(set),
    scopes: scopesOf(set.STOLOS_OIDC_SCOPES),
    usernamePrefix: prefixOf(set.STOLOS_OIDC_USERNAME_PREFIX, usernameClaim === "email" ? "" : `${issuer}#`),
    groupsPrefix: prefixOf(set.STOLOS_OIDC_GROUPS_PREFIX, ""),
  };
}

function prefixOf(setting: string, otherwise: string): string {
  if (setting === "-") return "";
  return setting === "" ? otherwise : setting;
}

function issuerOf(setting: string): string {
  if (setting === "") throw new Error("STOLOS_OIDC_ISSUER is not set: the address of the OpenID provider, which the API server has as its --oidc-issuer-url.");
  const url = URL.canParse(setting) ? new URL(setting) : null;
  if (url === null || url.protocol !== "https:") {
    const where = url !== null && isLoopbackHost(url.host) ? " also on this machine, with STOLOS_OIDC_CA" : "";
    throw new Error(
      `STOLOS_OIDC_ISSUER is ${setting}, which is no https address: codes, secrets and tokens would travel in plain HTTP. It is https,${where || " whose certificate is checked"}.`,
    );
  }
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    throw new Error("STOLOS_OIDC_ISSUER has a query, a fragment or a password: an issuer has none.");
  return setting;
}

function scopesOf(setting: string): string {
  const scopes = setting.split(/[ ,]+/).filter((scope) => scope !== "");
  if (!scopes.includes("openid")) throw new Error("STOLOS_OIDC_SCOPES lacks openid: without it a provider gives no ID token.");
  return scopes.join(" ");
}

function pemIn(setting: string, path: string): string {
  const pem = fileText(setting, path);
  if (!pem.includes("-----BEGIN CERTIFICATE-----")) throw new Error(`${setting} names ${path}, which holds no certificate (PEM).`);
  return pem;
}
