import { outboundProxies } from "@/lib/server/http/outbound-proxy";
import { rangesProblem } from "@/lib/server/http/peer-list";
import { type ImpersonationLists, listedProblem } from "@/lib/server/kube/impersonation";
import type { SettingValues } from "@/lib/server/settings";
import type { ClaimRules } from "./claimed-identity";
import type { KeyPlace } from "./key-set";
import type { TokenRules } from "./signed-token";

/** How a proxy in front tells who asks, and whom the server may speak for. */
export interface ProxyConfig extends TokenRules, ClaimRules {
  readonly kind: "proxy";
  /** In small letters. */
  readonly header: string;
  readonly keys: KeyPlace;
  /** Ranges of addresses. */
  readonly peers: readonly string[];
  readonly signInUrl: string | null;
  readonly signOutUrl: string | null;
  readonly lists: ImpersonationLists;
}

/** Headers of which a server keeps the first where several come, and those with a meaning of their own. */
const NEVER_THE_TOKENS =
  /^(authorization|proxy-.*|cookie|host|origin|referer|user-agent|from|content-.*|if-.*|sec-.*|x-stolos-.*|x-nextjs-.*|x-middleware-.*)$/;

/** What the settings of the proxy say together. Throws a sentence for each that is missing or unsafe. */
export function proxyConfig(set: SettingValues): ProxyConfig {
  const problems = [...problemsOfToken(set), ...problemsOfPeers(set), ...problemsOfClaims(set), ...problemsOfLists(set)];
  if (problems.length > 0) throw new Error(problems.join("; "));
  const claim = set.STOLOS_PROXY_USERNAME_CLAIM;
  return {
    kind: "proxy",
    header: set.STOLOS_PROXY_HEADER.toLowerCase(),
    issuer: set.STOLOS_PROXY_ISSUER,
    audience: set.STOLOS_PROXY_AUDIENCE,
    keys: set.STOLOS_PROXY_JWKS_FILE === "" ? { url: set.STOLOS_PROXY_JWKS_URL, proxies: outboundProxies(set) } : { file: set.STOLOS_PROXY_JWKS_FILE },
    username: { claim, prefix: usernamePrefix(set, claim) },
    groups: set.STOLOS_PROXY_GROUPS_CLAIM === "" ? null : { claim: set.STOLOS_PROXY_GROUPS_CLAIM, prefix: set.STOLOS_PROXY_GROUPS_PREFIX },
    peers: set.STOLOS_PROXY_PEERS,
    signInUrl: set.STOLOS_PROXY_SIGN_IN_URL || null,
    signOutUrl: set.STOLOS_PROXY_SIGN_OUT_URL || null,
    lists: { users: set.STOLOS_IMPERSONATE_USERS, groups: set.STOLOS_IMPERSONATE_GROUPS },
  };
}

/** As the API server's --oidc-username-prefix: of another claim than email, the issuer stands before the name; `-` = nothing does. */
function usernamePrefix({ STOLOS_PROXY_USERNAME_PREFIX: prefix, STOLOS_PROXY_ISSUER: issuer }: SettingValues, claim: string): string {
  if (prefix === "-") return "";
  return prefix === "" && claim !== "email" ? `${issuer}#` : prefix;
}

function* problemsOfToken(set: SettingValues): Iterable<string> {
  const header = set.STOLOS_PROXY_HEADER.toLowerCase();
  if (header === "") yield "STOLOS_PROXY_HEADER is not set: say in which header the proxy sends its signed token";
  else if (!/^[a-z0-9-]+$/.test(header)) yield "STOLOS_PROXY_HEADER is no name of a header: letters, digits and dashes";
  else if (NEVER_THE_TOKENS.test(header))
    yield `STOLOS_PROXY_HEADER is ${header}, which has a meaning of its own: let the proxy send a header that browsers do not`;
  if (set.STOLOS_PROXY_ISSUER === "") yield "STOLOS_PROXY_ISSUER is not set: tokens of any issuer would be taken";
  if (set.STOLOS_PROXY_AUDIENCE === "") yield "STOLOS_PROXY_AUDIENCE is not set: tokens that were made for another service would be taken";
  const { STOLOS_PROXY_JWKS_URL: url, STOLOS_PROXY_JWKS_FILE: file } = set;
  if ((url === "") === (file === "")) yield "set one of STOLOS_PROXY_JWKS_URL and STOLOS_PROXY_JWKS_FILE: where the keys are that tokens are signed with";
  if (url !== "" && !isHttps(url)) yield "STOLOS_PROXY_JWKS_URL is no address of https without a password: keys could be replaced on their way";
  for (const name of ["STOLOS_PROXY_SIGN_IN_URL", "STOLOS_PROXY_SIGN_OUT_URL"] as const)
    if (set[name] !== "" && !isLink(set[name])) yield `${name} is no address of https`;
}

function* problemsOfPeers({ STOLOS_PROXY_PEERS: peers }: SettingValues): Iterable<string> {
  if (peers.length === 0) yield "STOLOS_PROXY_PEERS is empty: name the addresses of the proxy, such as 127.0.0.1/32";
  const problem = rangesProblem(peers);
  if (problem !== null) yield `STOLOS_PROXY_PEERS: ${problem}`;
}

function* problemsOfClaims(set: SettingValues): Iterable<string> {
  for (const name of ["STOLOS_PROXY_USERNAME_PREFIX", "STOLOS_PROXY_GROUPS_PREFIX"] as const)
    if (set[name].startsWith("system:")) yield `${name} begins with system:, as Kubernetes' own names do`;
  if (set.STOLOS_PROXY_GROUPS_CLAIM === "" && set.STOLOS_PROXY_GROUPS_PREFIX !== "")
    yield "STOLOS_PROXY_GROUPS_PREFIX is set without STOLOS_PROXY_GROUPS_CLAIM";
}

function* problemsOfLists(set: SettingValues): Iterable<string> {
  const { STOLOS_IMPERSONATE_USERS: users, STOLOS_IMPERSONATE_GROUPS: groups, STOLOS_PROXY_GROUPS_CLAIM: claim } = set;
  if (users.length === 0) yield "STOLOS_IMPERSONATE_USERS is empty: name the users that this server may speak for, or how their names begin";
  if (claim !== "" && groups.length === 0)
    yield "STOLOS_IMPERSONATE_GROUPS is empty: with STOLOS_PROXY_GROUPS_CLAIM, name the groups that this server may speak for";
  if (claim === "" && groups.length > 0) yield "STOLOS_IMPERSONATE_GROUPS is set without STOLOS_PROXY_GROUPS_CLAIM: nobody is in a group then";
  for (const [name, list] of [
    ["STOLOS_IMPERSONATE_USERS", users],
    ["STOLOS_IMPERSONATE_GROUPS", groups],
  ] as const)
    for (const listed of list) {
      const problem = listedProblem(listed);
      if (problem !== null) yield `${name}: ${listed} ${problem}`;
    }
}

function isHttps(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === "https:" && username === "" && password === "";
}

/** Where a person may be sent: over https, or on this machine. */
function isLink(address: string): boolean {
  return isHttps(address) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(address);
}
