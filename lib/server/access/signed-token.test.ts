import { createSecretKey } from "node:crypto";
import { SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { forgedToken, type TokenSigner, tokenSigner } from "@/lib/testing/token-signer";
import { KEYS_AGE_MS, KEYS_LIMIT_MS, PublishedKeys } from "./published-keys";
import { SignedTokens } from "./signed-token";

const NOW = Date.parse("2026-11-21T03:12:24Z");
const RULES = { issuer: "https://idp.example", audience: "stolos" };

const first = tokenSigner("first");
const second = tokenSigner("second");
const rsa = tokenSigner("rsa", "RS256");

let clock: ManualClock;
/** What is published now; null = it cannot be read. */
let published: readonly TokenSigner[] | null;
let readings: number;
let tokens: SignedTokens;

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  clock = new ManualClock(NOW);
  published = [first];
  readings = 0;
  const read = async () => {
    readings++;
    if (published === null) throw new Error("no answer");
    return { keys: published.map(({ publicKey }) => publicKey) };
  };
  tokens = new SignedTokens(new PublishedKeys(read, clock), RULES, clock);
});
afterEach(() => vi.restoreAllMocks());

const seconds = (ms: number) => Math.floor(ms / 1_000);
const claims = (more: object = {}) => ({ iss: RULES.issuer, aud: RULES.audience, sub: "jane", exp: seconds(clock.now()) + 300, ...more });
const without = (name: string) => Object.fromEntries(Object.entries(claims()).filter(([claim]) => claim !== name));
const refused = (status: number, words: RegExp) => ({ status, detail: expect.stringMatching(words) });
const prove = (token: string) => tokens.prove(token);

describe("a signed token", () => {
  it("is taken until a minute after it expires, and says so", async () => {
    const { claims: said, expiresAt } = await prove(await first.sign(claims()));
    expect([said.sub, expiresAt]).toEqual(["jane", NOW + 300_000 + 60_000]);
  });

  it("may be signed by RSA, and be for several audiences", async () => {
    published = [rsa];
    expect((await prove(await rsa.sign(claims({ aud: ["other", "stolos"] })))).claims.sub).toBe("jane");
  });

  it.each([
    ["60 s ago, by a clock that is ahead", -59, true],
    ["more than 60 s ago", -61, false],
  ])("that expired %s", async (_claim, offset, isTaken) => {
    const proving = prove(await first.sign(claims({ exp: seconds(NOW) + offset })));
    if (isTaken) expect((await proving).claims.sub).toBe("jane");
    else await expect(proving).rejects.toMatchObject(refused(401, /has expired/));
  });

  it.each([
    ["within 60 s", 59, true],
    ["later than that", 120, false],
  ])("that is good from a moment %s", async (_claim, offset, isTaken) => {
    const proving = prove(await first.sign(claims({ nbf: seconds(NOW) + offset })));
    if (isTaken) expect((await proving).claims.sub).toBe("jane");
    else await expect(proving).rejects.toMatchObject(refused(401, /not good yet/));
  });

  it.each([
    ["of another issuer", { iss: "https://evil.example" }, /another issuer/],
    ["of an issuer that only begins so", { iss: "https://idp.example/" }, /another issuer/],
    ["for another audience", { aud: "grafana" }, /another audience/],
    ["for several audiences, none of which is ours", { aud: ["grafana", "kiali"] }, /another audience/],
    ["with an expiry that is no number", { exp: "tomorrow" }, /does not say until when/],
  ])("%s is refused", async (_claim, more, words) => {
    await expect(prove(await first.sign(claims(more)))).rejects.toMatchObject(refused(401, words));
  });

  it.each([
    ["iss", /another issuer/],
    ["aud", /another audience/],
    ["exp", /does not say until when/],
  ])("without %s is refused", async (name, words) => {
    await expect(prove(await first.sign(without(name)))).rejects.toMatchObject(refused(401, words));
  });

  it("that is not signed (alg none) is refused", async () => {
    await expect(prove(forgedToken({ alg: "none" }, claims(), ""))).rejects.toMatchObject({ status: 401 });
    await expect(prove(forgedToken({ alg: "none", kid: "first" }, claims()))).rejects.toMatchObject(refused(401, /only asymmetric/));
  });

  it("that is signed with the published key as a shared secret (HS256) is refused", async () => {
    const secret = createSecretKey(Buffer.from(JSON.stringify(first.publicKey)));
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid: "first" }).sign(secret);
    await expect(prove(token)).rejects.toMatchObject(refused(401, /only asymmetric/));
  });

  it("that brings a key of its own is checked by the published one", async () => {
    const token = await second.sign(claims(), { kid: "first", jwk: second.publicKey as never, jku: "https://evil.example/keys" });
    await expect(prove(token)).rejects.toMatchObject(refused(401, /signature .* is wrong/));
  });

  it("whose claims were changed after it was signed is refused", async () => {
    const [header, , signature] = (await first.sign(claims())).split(".");
    const body = Buffer.from(JSON.stringify(claims({ sub: "root" }))).toString("base64url");
    await expect(prove(`${header}.${body}.${signature}`)).rejects.toMatchObject(refused(401, /signature .* is wrong/));
  });

  it("that cannot be read is refused without a word of it", async () => {
    const refusal = await prove("eyJhbGciOiJFUzI1NiJ9.bm8tY2xhaW1z.canary").catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 401 });
    expect(JSON.stringify([refusal, String(refusal)])).not.toContain("canary");
  });
});

describe("the keys", () => {
  it("are read once for all who ask at once, and not again while they are fresh", async () => {
    const token = await first.sign(claims());
    await Promise.all([prove(token), prove(token), prove(token)]);
    clock.advance(KEYS_AGE_MS - 1);
    await prove(await first.sign(claims()));
    expect(readings).toBe(1);
  });

  it("that are new are read as soon as a token names one", async () => {
    await prove(await first.sign(claims()));
    published = [first, second];
    clock.advance(10_000);
    expect((await prove(await second.sign(claims()))).claims.sub).toBe("jane");
    expect(readings).toBe(2);
  });

  it("that nobody publishes are refused, and not looked for at every request", async () => {
    await prove(await first.sign(claims()));
    clock.advance(10_000);
    for (const _ of [1, 2, 3]) await expect(prove(await second.sign(claims()))).rejects.toMatchObject(refused(401, /does not publish/));
    expect(readings).toBe(2);
  });

  it("that were withdrawn are not taken any more once they were read again", async () => {
    const token = await first.sign(claims({ exp: seconds(NOW) + 3_600 }));
    await prove(token);
    published = [second];
    clock.advance(KEYS_AGE_MS);
    await prove(token);
    await expect(prove(token)).rejects.toMatchObject(refused(401, /does not publish/));
  });

  it("that cannot be read: nobody is refused, and nobody is taken", async () => {
    published = null;
    await expect(prove(await first.sign(claims()))).rejects.toMatchObject({ ...refused(503, /could not be checked/), retryAfterSeconds: 5 });
    published = [first];
    clock.advance(5_000);
    expect((await prove(await first.sign(claims()))).claims.sub).toBe("jane");
  });

  it("that cannot be read any more: who was proved before stays until his token expires, and nobody new comes in", async () => {
    const known = await first.sign(claims({ exp: seconds(NOW) + 3_600 }));
    await prove(known);
    published = null;
    clock.advance(KEYS_LIMIT_MS);
    expect((await prove(known)).claims.sub).toBe("jane");
    await expect(prove(await first.sign(claims({ sub: "bob" })))).rejects.toMatchObject(refused(503, /could not be checked/));
    clock.advance(3_660_000 - KEYS_LIMIT_MS);
    await expect(prove(known)).rejects.toMatchObject({ status: 503 });
  });

  it("that were withdrawn are not taken again because they cannot be read any more", async () => {
    const token = await first.sign(claims({ exp: seconds(NOW) + 3_600 }));
    await prove(token);
    published = [second];
    clock.advance(KEYS_LIMIT_MS);
    await expect(prove(token)).rejects.toMatchObject({ status: 401 });
    published = null;
    clock.advance(10_000);
    await expect(prove(token)).rejects.toMatchObject(refused(503, /could not be checked/));
  });

  it("that cannot be read when a token names a new one: it could not be checked", async () => {
    await prove(await first.sign(claims()));
    published = null;
    clock.advance(10_000);
    await expect(prove(await second.sign(claims()))).rejects.toMatchObject(refused(503, /could not be checked/));
  });

  it("that cannot be read are asked for again every five seconds at most", async () => {
    published = null;
    const token = await first.sign(claims());
    for (let ms = 0; ms < 20_000; ms += 500) {
      await expect(prove(token)).rejects.toMatchObject({ status: 503 });
      clock.advance(500);
    }
    expect(readings).toBe(4);
  });
});
