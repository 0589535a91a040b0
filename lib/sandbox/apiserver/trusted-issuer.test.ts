import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthority } from "./pki";
import { type IssuerOptions, TrustedIssuer } from "./trusted-issuer";

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

const HOUR = 3_600_000;
let server: Server;
let options: IssuerOptions;
let [signing, other]: (Keys | null)[] = [];
let published: object[] = [];
let asked = 0;

beforeAll(async () => {
  const authority = await createAuthority(Date.now(), ["localhost"]);
  const { certificate: cert, key } = authority.server;
  server = createServer({ cert, key }, (request, response) => {
    asked++;
    const { issuer } = options;
    response.end(JSON.stringify(request.url === "/keys" ? { keys: published } : { issuer, jwks_uri: `${issuer}/keys` }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  options = { issuer: `https://localhost:${(server.address() as AddressInfo).port}`, clientId: "stolos", ca: authority.caPem };
  [signing, other] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  published = [await publicOf(signing, "one")];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function publicOf(keys: Keys | null, kid: string): Promise<object> {
  if (keys === null) throw new Error("no keys");
  return { ...(await exportJWK(keys.publicKey)), kid, alg: "RS256", use: "sig" };
}

function tokenOf(claims: JWTPayload = {}, keys = signing, kid = "one"): Promise<string> {
  if (keys === null || keys === undefined) throw new Error("no keys");
  const now = Math.floor(Date.now() / 1_000);
  const said = { iss: options.issuer, aud: "stolos", sub: "jane", iat: now, exp: now + 300, email: "jane@example.com", groups: ["sre"], ...claims };
  return new SignJWT(said).setProtectedHeader({ alg: "RS256", kid }).sign(keys.privateKey);
}

const userBy = async (more: Partial<IssuerOptions>, claims: JWTPayload = {}) =>
  new TrustedIssuer({ ...options, ...more }, Date.now).userOf(await tokenOf(claims));

describe("a provider that the API server trusts", () => {
  it("has users whose names and groups are made as kube-apiserver makes them", async () => {
    const everybody = "system:authenticated";
    expect(await userBy({})).toEqual({ name: `${options.issuer}#jane`, groups: [everybody] });
    expect(await userBy({ usernamePrefix: "-" })).toEqual({ name: "jane", groups: [everybody] });
    expect(await userBy({ usernameClaim: "email" })).toEqual({ name: "jane@example.com", groups: [everybody] });
    expect(await userBy({ usernameClaim: "email" }, { email_verified: false })).toBeNull();
    expect(await userBy({ usernamePrefix: "oidc:", groupsClaim: "groups", groupsPrefix: "oidc:" })).toEqual({
      name: "oidc:jane",
      groups: ["oidc:sre", everybody],
    });
    expect(await userBy({ groupsClaim: "groups" }, { groups: "one" })).toMatchObject({ groups: ["one", everybody] });
    expect(await userBy({ usernameClaim: "nickname" })).toBeNull();
  });

  it.each([
    ["another issuer", { iss: "https://evil.example" }],
    ["another audience", { aud: "somebody-else" }],
    ["a time that is over", { exp: Math.floor((Date.now() - HOUR) / 1_000) }],
    ["no end", { exp: undefined }],
  ])("has no user of a token with %s", async (_what, claims) => {
    expect(await userBy({}, claims as JWTPayload)).toBeNull();
  });

  it("has no user of a token that another key signed, or of any other text", async () => {
    const trusted = new TrustedIssuer(options, Date.now);
    expect(await trusted.userOf(await tokenOf({}, other))).toBeNull();
    expect(await trusted.userOf("viewer-token")).toBeNull();
  });

  it("is asked for its keys once, and again when it signs with a new one", async () => {
    const trusted = new TrustedIssuer(options, Date.now);
    const before = asked;
    for (let at = 0; at < 3; at++) expect(await trusted.userOf(await tokenOf())).not.toBeNull();
    expect(asked - before).toBe(2);
    published = [...published, await publicOf(other ?? null, "two")];
    expect(await trusted.userOf(await tokenOf({}, other, "two"))).toMatchObject({ name: `${options.issuer}#jane` });
    published = published.slice(0, 1);
  });

  it("has no users while it cannot be asked, and has them once it can", async () => {
    const trusted = new TrustedIssuer({ ...options, ca: null }, Date.now);
    expect(await trusted.userOf(await tokenOf())).toBeNull();
    const late = new TrustedIssuer(options, Date.now);
    const listener = server.listeners("request")[0] as (...args: unknown[]) => void;
    server.removeAllListeners("request").on("request", (request) => request.socket.destroy());
    expect(await late.userOf(await tokenOf())).toBeNull();
    server.removeAllListeners("request").on("request", listener);
    expect(await late.userOf(await tokenOf())).not.toBeNull();
  });
});
