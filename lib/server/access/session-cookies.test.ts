import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { RevokedSessions } from "./revoked-sessions";
import { changingKeys, randomKeys } from "./sealing";
import { LONGEST_MS, LONGEST_REFRESH_TOKEN, sessionCookies } from "./session-cookies";
import { bearerOf, isToken, LONGEST_TOKEN } from "./token";

const SECRET = randomBytes(32);
const TOKEN = "eyJhbGciOi.J9~+/-_x==";

/** What a browser sends back of what it was told to keep. */
const sent = (set: readonly string[]) =>
  set
    .filter((cookie) => !/Max-Age=0/.test(cookie))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

describe("a token in cookies", () => {
  const cookies = sessionCookies(
    () => [SECRET],
    () => 1_000,
  );

  it.each([TOKEN, "a", "t".repeat(4_096), "t".repeat(LONGEST_TOKEN)])("comes back as it was, whatever its length, in cookies that a browser takes", (token) => {
    const kept = cookies.keep(token);
    expect(cookies.open(`theme=dark; ${sent(kept)}; other=1`)).toBe(token);
    expect(kept.map((cookie) => cookie.length).filter((length) => length > 4_000)).toEqual([]);
    expect(kept.join()).not.toContain(token.length > 1 ? token.slice(0, 20) : "a=a");
  });

  it("is over https bound to this host, and never sent without TLS", () => {
    const secure = sessionCookies(
      () => [SECRET],
      () => 1_000,
      { isSecure: true },
    );
    const kept = secure.keep(TOKEN);
    for (const cookie of [...kept, ...secure.forget()]) expect(cookie).toMatch(/^__Host-stolos-session-\d=[^;]*; Path=\/; HttpOnly; Secure; SameSite=Strict/);
    expect(secure.open(sent(kept))).toBe(TOKEN);
    // A page of a neighbouring host can set a cookie for this one, but none of that name.
    expect(secure.open(sent(cookies.keep(TOKEN)))).toBeNull();
  });

  it("has a refresh token with it, and since when somebody is signed in, within the headers that Node takes", () => {
    const refreshToken = "r".repeat(LONGEST_REFRESH_TOKEN);
    const kept = cookies.keep("t".repeat(LONGEST_TOKEN), { refreshToken, since: 500 });
    expect(cookies.openAll(sent(kept))).toEqual({ token: "t".repeat(LONGEST_TOKEN), refreshToken, since: 500, id: expect.stringMatching(/^[\w-]{16}$/) });
    expect(sent(kept).length).toBeLessThan(13_000);
    expect(cookies.openAll(sent(cookies.keep(TOKEN)))).toMatchObject({ token: TOKEN, refreshToken: null, since: 1_000 });
  });

  it("has a digest for the audit: the same for one session in every process and after each renewal, another for each sign-in, and nothing of the token", () => {
    const kept = sent(cookies.keep(TOKEN));
    const digest = cookies.sessionOf(kept);
    expect(digest).toMatch(/^[\w-]{16}$/);
    expect(
      sessionCookies(
        () => [SECRET],
        () => 2_000,
      ).sessionOf(kept),
    ).toBe(digest);
    const { since, id } = cookies.openAll(kept) ?? {};
    expect(cookies.sessionOf(sent(cookies.keep("renewed", { ...(since !== undefined && { since }), ...(id !== undefined && { id }) })))).toBe(digest);
    const others = [sent(cookies.keep(TOKEN)), sent(cookies.keep("another"))].map((other) => cookies.sessionOf(other));
    const ofHeader = [cookies.digestOf(TOKEN), sessionCookies(randomKeys(), () => 1_000).digestOf(TOKEN)];
    expect(new Set([digest, ...others, ...ofHeader]).size).toBe(5);
    for (const nothing of [null, "", "theme=dark", `${kept.slice(0, -4)}AAAA`]) expect(cookies.sessionOf(nothing)).toBe("");
  });

  it("is out of reach of scripts and of other sites", () => {
    for (const cookie of cookies.keep(TOKEN)) expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict/);
  });

  it("of a shorter one leaves nothing of a longer one before it", () => {
    const jar = new Map([...cookies.keep("t".repeat(6_000)), ...cookies.keep(TOKEN)].map((cookie) => [cookie.split("=")[0], cookie]));
    expect(cookies.open(sent([...jar.values()]))).toBe(TOKEN);
  });

  it("is forgotten whole", () => {
    expect(cookies.forget().map((cookie) => /^stolos-session-\d=; .*Max-Age=0$/.test(cookie))).toEqual([true, true, true, true]);
    expect(cookies.open(sent(cookies.forget()))).toBeNull();
  });

  it("is nobody's who has another key, and is read by whoever has the same", () => {
    const kept = sent(cookies.keep(TOKEN));
    expect(sessionCookies(randomKeys(), () => 1_000).open(kept)).toBeNull();
    expect(
      sessionCookies(
        () => [SECRET],
        () => 2_000,
      ).open(kept),
    ).toBe(TOKEN);
  });

  it("is opened for twelve hours after a change of the key, keeps its session, and stays signed out", async () => {
    let [setting, now] = [[SECRET] as readonly Buffer[], 1_000];
    const revoked = new RevokedSessions({ table: null, clock: { ...systemClock(), now: () => now } });
    const keys = changingKeys(() => setting, { now: () => now, keepMs: LONGEST_MS });
    const changing = sessionCookies(keys, () => now, { isSecure: false }, revoked);
    const [kept, signedOut, later] = [sent(changing.keep(TOKEN)), sent(changing.keep(TOKEN)), sent(changing.keep(TOKEN))];
    await changing.revoke(signedOut);
    setting = [randomBytes(32)];
    await changing.revoke(later);
    expect([kept, signedOut, later].map((header) => changing.open(header))).toEqual([TOKEN, null, null]);
    const renewed = sent(changing.keep("renewed", changing.openAll(kept) ?? {}));
    const before = sessionCookies(
      () => [SECRET],
      () => now,
    );
    expect([before.open(kept), before.open(renewed), changing.open(renewed)]).toEqual([TOKEN, null, "renewed"]);
    now += LONGEST_MS;
    expect(changing.open(kept)).toBeNull();
  });

  it("ends after twelve hours", () => {
    const kept = sent(cookies.keep(TOKEN));
    expect(
      sessionCookies(
        () => [SECRET],
        () => 1_000 + 12 * 3_600_000,
      ).open(kept),
    ).toBeNull();
  });

  it.each([
    ["no header", null],
    ["another cookie", "theme=dark"],
    ["nothing in it", "stolos-session-0="],
    ["too little", "stolos-session-0=AAAA"],
    ["no base64", "stolos-session-0=%%%"],
    ["what another sealed", `stolos-session-0=${randomBytes(200).toString("base64url")}`],
  ])("is none where there is %s", (_claim, header) => {
    expect(cookies.open(header)).toBeNull();
  });

  it("is none where one character was changed", () => {
    const kept = sent(cookies.keep(TOKEN));
    for (let at = kept.indexOf("=") + 1; at < kept.indexOf(";"); at += 7) {
      const changed = `${kept.slice(0, at)}${kept[at] === "A" ? "B" : "A"}${kept.slice(at + 1)}`;
      expect(cookies.open(changed)).toBeNull();
    }
  });
});

describe("a bearer token", () => {
  it.each([
    ["Bearer abc.DEF-1_~+/==", "abc.DEF-1_~+/=="],
    ["bearer  abc ", "abc"],
    ["Basic abc", null],
    ["Bearer", null],
    ["Bearer a b", null],
    ["Bearer a\r\nx: y", null],
    ["Bearer a=b", null],
    [`Bearer ${"a".repeat(LONGEST_TOKEN + 1)}`, null],
  ])("of the header %j is %j", (header, token) => {
    expect(bearerOf(header)).toBe(token);
  });

  it("is not empty", () => {
    expect(isToken("")).toBe(false);
  });
});
