import { describe, expect, it } from "vitest";
import { readConfig } from "@/lib/server/config";
import { NO_PROXIES } from "@/lib/server/http/outbound-proxy";

const PROXY = {
  STOLOS_SIGN_IN: "proxy",
  STOLOS_PROXY_HEADER: "X-Forwarded-Access-Token",
  STOLOS_PROXY_ISSUER: "https://idp.example",
  STOLOS_PROXY_AUDIENCE: "stolos",
  STOLOS_PROXY_JWKS_URL: "https://idp.example/keys",
  STOLOS_PROXY_PEERS: "127.0.0.1/32, ::1/128",
  STOLOS_IMPERSONATE_USERS: "idp:*",
};
const GROUPS = { STOLOS_PROXY_GROUPS_CLAIM: "groups", STOLOS_PROXY_GROUPS_PREFIX: "idp:", STOLOS_IMPERSONATE_GROUPS: "idp:team-*,idp:sre" };
const KIOSK = { STOLOS_SIGN_IN: "kiosk", STOLOS_KIOSK_NAMESPACES: "shop,lab" };

describe("proxies whose X-Forwarded-For is believed", () => {
  const PUBLIC = { STOLOS_SIGN_IN: "token", STOLOS_PUBLIC_URL: "https://stolos.example.com" };

  it("are ranges of addresses, and none where nothing is set", () => {
    expect(readConfig({ ...PUBLIC, STOLOS_TRUSTED_PROXIES: "10.0.0.0/16, fd00::/64" }).trustedProxies).toEqual(["10.0.0.0/16", "fd00::/64"]);
    expect(readConfig(PUBLIC).trustedProxies).toEqual([]);
  });

  it.each([
    ["everybody", { STOLOS_TRUSTED_PROXIES: "10.0.0.0/16,0.0.0.0/0" }, /STOLOS_TRUSTED_PROXIES.*0\.0\.0\.0\/0 holds nearly every/],
    ["everybody by IPv6", { STOLOS_TRUSTED_PROXIES: "::/0" }, /::\/0 holds nearly every/],
    ["everybody by IPv4 written as IPv6", { STOLOS_TRUSTED_PROXIES: "::ffff:0.0.0.0/96" }, /::ffff:0\.0\.0\.0\/96 holds nearly every/],
    ["half of everybody", { STOLOS_TRUSTED_PROXIES: "128.0.0.0/1" }, /holds nearly every/],
    ["a name", { STOLOS_TRUSTED_PROXIES: "ingress.internal" }, /ingress\.internal is no range/],
    ["a number of proxies", { STOLOS_TRUSTED_PROXIES: "1" }, /1 is no range/],
    ["anybody", { STOLOS_TRUSTED_PROXIES: "*" }, /\* is no range/],
    ["a proxy of no address", { STOLOS_TRUSTED_PROXIES: "10.0.0.0/16", STOLOS_PUBLIC_URL: "" }, /set without STOLOS_PUBLIC_URL/],
  ])("are not %s", (_claim, more, why) => {
    expect(() => readConfig({ ...PUBLIC, ...more })).toThrow(why);
  });
});

describe("settings of a trusted proxy", () => {
  it("are read, with the prefixes of an API server", () => {
    expect(readConfig(PROXY).signIn).toEqual({
      ...{ kind: "proxy", header: "x-forwarded-access-token", issuer: "https://idp.example", audience: "stolos" },
      ...{ keys: { url: "https://idp.example/keys", proxies: NO_PROXIES }, peers: ["127.0.0.1/32", "::1/128"], signInUrl: null, signOutUrl: null },
      ...{ username: { claim: "sub", prefix: "https://idp.example#" }, groups: null, lists: { users: ["idp:*"], groups: [] } },
    });
  });

  it.each([
    [{ STOLOS_PROXY_USERNAME_PREFIX: "idp:" }, { username: { claim: "sub", prefix: "idp:" } }],
    [{ STOLOS_PROXY_USERNAME_PREFIX: "-" }, { username: { claim: "sub", prefix: "" } }],
    [{ STOLOS_PROXY_USERNAME_CLAIM: "email" }, { username: { claim: "email", prefix: "" } }],
    [GROUPS, { groups: { claim: "groups", prefix: "idp:" }, lists: { users: ["idp:*"], groups: ["idp:team-*", "idp:sre"] } }],
    [{ STOLOS_PROXY_JWKS_URL: "", STOLOS_PROXY_JWKS_FILE: "/keys.json" }, { keys: { file: "/keys.json" } }],
    [{ STOLOS_PROXY_SIGN_IN_URL: "http://localhost:4180/" }, { signInUrl: "http://localhost:4180/" }],
  ])("%j are read", (more, expected) => {
    expect(readConfig({ ...PROXY, ...more }).signIn).toMatchObject(expected);
  });

  it.each([
    ["no header", { STOLOS_PROXY_HEADER: "" }, /STOLOS_PROXY_HEADER is not set/],
    ["the header in which programs send their own tokens", { STOLOS_PROXY_HEADER: "Authorization" }, /a meaning of its own/],
    ["the header of cookies", { STOLOS_PROXY_HEADER: "cookie" }, /a meaning of its own/],
    ["a header that this server sets itself", { STOLOS_PROXY_HEADER: "X-Stolos-Peer" }, /a meaning of its own/],
    ["a header with an underscore", { STOLOS_PROXY_HEADER: "X_Forwarded_User" }, /no name of a header/],
    ["no issuer", { STOLOS_PROXY_ISSUER: "" }, /tokens of any issuer/],
    ["no audience", { STOLOS_PROXY_AUDIENCE: " " }, /made for another service/],
    ["no keys", { STOLOS_PROXY_JWKS_URL: "" }, /one of STOLOS_PROXY_JWKS_URL and STOLOS_PROXY_JWKS_FILE/],
    ["keys at two places", { STOLOS_PROXY_JWKS_FILE: "/keys.json" }, /one of STOLOS_PROXY_JWKS_URL and STOLOS_PROXY_JWKS_FILE/],
    ["keys over plain HTTP", { STOLOS_PROXY_JWKS_URL: "http://idp.example/keys" }, /no address of https/],
    ["keys at an address with a password", { STOLOS_PROXY_JWKS_URL: "https://a:b@idp.example/keys" }, /no address of https/],
    ["no peer", { STOLOS_PROXY_PEERS: "," }, /STOLOS_PROXY_PEERS is empty/],
    ["every IPv4 address as a peer", { STOLOS_PROXY_PEERS: "127.0.0.1/32,0.0.0.0/0" }, /0\.0\.0\.0\/0 holds nearly every/],
    ["every IPv6 address as a peer", { STOLOS_PROXY_PEERS: "::/0" }, /::\/0 holds nearly every/],
    ["every IPv4 address as a peer, written as IPv6", { STOLOS_PROXY_PEERS: "::ffff:0:0/96" }, /::ffff:0:0\/96 holds nearly every/],
    ["a name as a peer", { STOLOS_PROXY_PEERS: "proxy.internal" }, /no range of addresses/],
    ["no user to speak for", { STOLOS_IMPERSONATE_USERS: "" }, /STOLOS_IMPERSONATE_USERS is empty/],
    ["every user to speak for", { STOLOS_IMPERSONATE_USERS: "*" }, /allows everybody/],
    ["Kubernetes' own users to speak for", { STOLOS_IMPERSONATE_USERS: "jane,system:*" }, /system:\* begins with system:/],
    ["a claim of groups and no group", { STOLOS_PROXY_GROUPS_CLAIM: "groups" }, /STOLOS_IMPERSONATE_GROUPS is empty/],
    ["groups and no claim of them", { STOLOS_IMPERSONATE_GROUPS: "team-*" }, /set without STOLOS_PROXY_GROUPS_CLAIM/],
    ["a prefix of groups and no claim of them", { STOLOS_PROXY_GROUPS_PREFIX: "idp:" }, /set without STOLOS_PROXY_GROUPS_CLAIM/],
    ["every group to speak for", { ...GROUPS, STOLOS_IMPERSONATE_GROUPS: "*" }, /allows everybody/],
    ["the group that may do everything", { ...GROUPS, STOLOS_IMPERSONATE_GROUPS: "system:masters" }, /begins with system:/],
    ["a prefix of Kubernetes' own names", { STOLOS_PROXY_USERNAME_PREFIX: "system:" }, /STOLOS_PROXY_USERNAME_PREFIX begins with system:/],
    ["a sign-in at an address of plain HTTP", { STOLOS_PROXY_SIGN_IN_URL: "http://stolos.example" }, /STOLOS_PROXY_SIGN_IN_URL is no address of https/],
    ["a sign-out at no address of https", { STOLOS_PROXY_SIGN_OUT_URL: "javascript:alert(1)" }, /STOLOS_PROXY_SIGN_OUT_URL is no address of https/],
    ["a kiosk's namespaces", { STOLOS_KIOSK_NAMESPACES: "shop" }, /STOLOS_KIOSK_NAMESPACES: without effect/],
  ])("refuse to start with %s", (_claim, more, why) => {
    expect(() => readConfig({ ...PROXY, ...more })).toThrow(why);
  });

  it("tell everything that is wrong at once", () => {
    expect(() => readConfig({ STOLOS_SIGN_IN: "proxy" })).toThrow(/PROXY_HEADER.*PROXY_ISSUER.*PROXY_AUDIENCE.*JWKS.*PROXY_PEERS.*IMPERSONATE_USERS/);
  });

  it.each([
    ["token", "STOLOS_IMPERSONATE_USERS", "jane"],
    ["local", "STOLOS_PROXY_HEADER", "x-token"],
    ["kiosk", "STOLOS_PROXY_PEERS", "127.0.0.1/32"],
  ])("refuse to start where people sign in otherwise: %s with %s", (kind, name, value) => {
    expect(() => readConfig({ ...(kind === "kiosk" ? KIOSK : {}), STOLOS_SIGN_IN: kind, [name]: value })).toThrow(`${name}: without effect`);
  });
});

describe("settings of sign-ins that keep a token", () => {
  const OF_TOKENS = { STOLOS_TOKEN_CLUSTERS: "eu", STOLOS_SESSION_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString("base64") };

  it.each([
    ["local", { STOLOS_SIGN_IN: "local" }],
    ["proxy", PROXY],
    ["kiosk", KIOSK],
  ])("refuse to start with another sign-in: %s", (kind, settings) => {
    for (const [name, value] of Object.entries(OF_TOKENS))
      expect(() => readConfig({ ...settings, [name]: value })).toThrow(`${name}: without effect where STOLOS_SIGN_IN is ${kind}`);
  });
});

describe("settings of a kiosk", () => {
  it("are read", () => {
    expect(readConfig(KIOSK).signIn).toEqual({ kind: "kiosk", namespaces: ["shop", "lab"] });
    expect(readConfig({ ...KIOSK, STOLOS_READ_ONLY: "true", STOLOS_VISIBLE_NAMESPACES: "lab,shop,web" }).signIn).toMatchObject({ kind: "kiosk" });
  });

  it.each([
    ["no namespace", { STOLOS_KIOSK_NAMESPACES: "" }, /STOLOS_KIOSK_NAMESPACES is empty/],
    ["every namespace", { STOLOS_KIOSK_NAMESPACES: "*" }, /\* is no name of a namespace/],
    ["a pattern of namespaces", { STOLOS_KIOSK_NAMESPACES: "shop,team-*" }, /team-\* is no name of a namespace/],
    ["writes", { STOLOS_READ_ONLY: "false" }, /a kiosk writes nothing/],
    ["namespaces that the server is told to hide", { STOLOS_VISIBLE_NAMESPACES: "shop" }, /names lab, which STOLOS_VISIBLE_NAMESPACES leaves out/],
  ])("refuse to start with %s", (_claim, more, why) => {
    expect(() => readConfig({ ...KIOSK, ...more })).toThrow(why);
  });

  it("refuse to start where people sign in", () => {
    expect(() => readConfig({ STOLOS_SIGN_IN: "token", STOLOS_KIOSK_NAMESPACES: "shop" })).toThrow(/STOLOS_KIOSK_NAMESPACES: without effect/);
  });
});
