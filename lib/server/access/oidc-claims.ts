import { Refusal } from "@/lib/server/http/problem";
import type { OidcConfig } from "./oidc-settings";

/** What an ID token says, as its issuer put it. */
export type Claims = Readonly<Record<string, unknown>>;

/** The user as an API server names it. */
export interface ClusterUser {
  readonly name: string;
  readonly groups: readonly string[];
}

type Naming = Pick<OidcConfig, "usernameClaim" | "usernamePrefix" | "groupsClaim" | "groupsPrefix">;

/** The claims of a signed token, without checking its signature; null for any other text. */
export function claimsIn(token: string): Claims | null {
  const [, body = "", signature] = token.split(".");
  if (signature === undefined) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    return typeof claims === "object" && claims !== null && !Array.isArray(claims) ? (claims as Claims) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The user that kube-apiserver makes of the claims, by its options of the same names. Throws a refusal where it makes none, or where the name or a group would be one of Kubernetes' own. */
export function userOfClaims(claims: Claims, naming: Naming): ClusterUser {
  const { usernameClaim, usernamePrefix, groupsClaim, groupsPrefix } = naming;
  const told = claims[usernameClaim];
  if (typeof told !== "string" || told === "") {
    throw refusal(
      `The ID token has no text under ${usernameClaim}, from which your user name is made (STOLOS_OIDC_USERNAME_CLAIM): ask whoever runs the provider to put it in.`,
    );
  }
  if (usernameClaim === "email" && claims.email_verified !== undefined && claims.email_verified !== true) {
    throw refusal("The provider has not verified your e-mail address, and the API server takes no such user name.");
  }
  const user = {
    name: `${usernamePrefix}${told}`,
    groups: groupsIn(groupsClaim === null ? undefined : claims[groupsClaim]).map((group) => `${groupsPrefix}${group}`),
  };
  const reserved = [user.name, ...user.groups].find((name) => name.startsWith("system:"));
  if (reserved !== undefined) {
    throw refusal(
      "A claim of the ID token would make you a user or a group whose name begins with system:, which is Kubernetes' own. Nobody is signed in by that: set a prefix, here and at the API server.",
    );
  }
  return user;
}

function refusal(detail: string): Refusal {
  return new Refusal(401, "Not signed in", detail);
}

function groupsIn(claim: unknown): readonly string[] {
  if (typeof claim === "string") return [claim];
  return Array.isArray(claim) ? claim.filter((group): group is string => typeof group === "string") : [];
}

/** Has the provider left the groups out because there are too many of them? */
export function lacksGroups(claims: Claims, { groupsClaim }: Pick<Naming, "groupsClaim">): boolean {
  if (groupsClaim === null || claims[groupsClaim] !== undefined) return false;
  const elsewhere = claims._claim_names;
  const isElsewhere = typeof elsewhere === "object" && elsewhere !== null && groupsClaim in elsewhere;
  return isElsewhere || claims.hasgroups === true || claims.hasgroups === "true";
}

/** Which setting makes another user of the claims than the API server does, as a sentence; null where they agree. */
export function namingDifference(claims: Claims, naming: Naming, told: ClusterUser): string | null {
  const here = userOfClaims(claims, naming);
  if (here.name !== told.name) return nameDifference(claims, naming, here.name, told.name);
  const known = told.groups.filter((group) => group !== "system:authenticated");
  const missing = here.groups.find((group) => !known.includes(group));
  const other = known.find((group) => !here.groups.includes(group));
  if (missing === undefined && other === undefined) return null;
  const names =
    missing === undefined
      ? `the API server puts you into ${other}, and the settings here do not`
      : `the settings here put you into ${missing}, and the API server does not`;
  const setting = missing !== undefined && other !== undefined ? "STOLOS_OIDC_GROUPS_PREFIX" : "STOLOS_OIDC_GROUPS_CLAIM";
  return `${setting} differs from what the API server has: ${names}. Set both to the same.`;
}

function nameDifference(claims: Claims, { usernameClaim, usernamePrefix }: Naming, here: string, told: string): string {
  const isSameClaim = told.endsWith(String(claims[usernameClaim]));
  const [setting, value] = isSameClaim ? ["STOLOS_OIDC_USERNAME_PREFIX", usernamePrefix || "-"] : ["STOLOS_OIDC_USERNAME_CLAIM", usernameClaim];
  return `${setting} (${value}) differs from what the API server has: it calls you ${told}, and by the settings here you would be ${here}. Set both to the same.`;
}
