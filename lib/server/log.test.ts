import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HOSTILE_LOG_TEXTS } from "@/lib/testing/hostile-log-texts";
import { logFailedPage } from "./http/failed-page";
import { REQUEST_HEADER } from "./http/inbound-headers";
import { LOG_LEVELS, log, logConsole, thrownFields } from "./log";

let written: string;
beforeEach(() => {
  written = "";
  vi.spyOn(process.stderr, "write").mockImplementation((line) => {
    written += String(line);
    return true;
  });
});
afterEach(() => void vi.restoreAllMocks());

/** Whatever ends a line, steers a terminal or is not seen, but the one end of the line itself. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

describe("a line of the log", () => {
  it("is tried with at least fifty texts", () => {
    expect(new Set(HOSTILE_LOG_TEXTS).size).toBeGreaterThanOrEqual(50);
  });

  it.each(HOSTILE_LOG_TEXTS.map((text) => [text]))("stays one line that says so, whatever a message, a field or an error holds: %.24j", (text) => {
    log("warn", text, { detail: text, ...thrownFields(new Error(text)) });
    expect(written.match(HIDDEN)).toEqual(["\n"]);
    expect(written.length).toBeLessThan(500_000);
    const line = JSON.parse(written);
    expect([line.level, Object.keys(line)]).toEqual(["warn", ["time", "level", "message", "detail", "error", "stack"]]);
    expect(line.message).toMatch(/^ann/);
  });
});

describe("the log", () => {
  it.each([
    ["info", ["info", "warn", "error"]],
    ["warn", ["warn", "error"]],
    ["error", ["error"]],
    ["", ["info", "warn", "error"]],
  ])("writes the lines of the level %j and above", (level, levels) => {
    vi.stubEnv("STOLOS_LOG_LEVEL", level);
    for (const each of LOG_LEVELS) log(each, "a line");
    vi.unstubAllEnvs();
    expect(
      written
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).level),
    ).toEqual(levels);
  });

  it("is readable text on a terminal, one line each", () => {
    Object.defineProperty(process.stderr, "isTTY", { value: true, configurable: true });
    log("warn", "a cluster is not reached", { cluster: "eu", reason: 'connection "refused"\n', forSeconds: 600 });
    Reflect.deleteProperty(process.stderr, "isTTY");
    expect(written).toMatch(/^\d\d:\d\d:\d\d warn {2}a cluster is not reached cluster=eu reason="[^\n]*" forSeconds=600\n$/);
  });

  it("writes every line, also after thousands", () => {
    for (let at = 1; at <= 3_000; at++) log("info", `line ${at}`);
    const lines = written.trimEnd().split("\n");
    expect([lines.length, JSON.parse(lines.at(-1) ?? "").message]).toEqual([3_000, "line 3000"]);
  });
});

const JWT = `eyJhbGciOiJSUzI1NiIsImtpZCI6ImEifQ.${"eyJzdWIiOiJhbm4ifQ".repeat(3)}.c2lnbmF0dXJl`;

describe("a secret", () => {
  it.each([
    ["a token in a header", "sent Authorization: Bearer s3cret-token-of-ann to it"],
    ["a token as a library tells it", '{"headers":{"authorization":"Bearer s3cret-token-of-ann"}}'],
    ["a signed token", `the token ${JWT.replace("c2lnbmF0dXJl", "s3cret-token-of-ann")} has expired`],
    ["a signed token that was cut", "token eyJhbGciOiJSUzI1NiJ9.s3cret-token-of-ann"],
    ["a password of the database", "connect postgres://stolos:s3cret-token-of-ann@db.example:5432/stolos failed"],
    ["a password with a sign", "connect postgres://stolos:p@s3cret-token-of-ann@db.example/stolos failed"],
    ["a password by its name", "password=s3cret-token-of-ann host=db"],
    ["a cookie", "cookie: stolos-session-0=s3cret-token-of-ann; other=1"],
    ["a cookie of ours", "stolos-session-0=s3cret-token-of-ann"],
    ["a token in an address", "GET /callback?code=1&access_token=s3cret-token-of-ann&x=1"],
    ["a user and password in a header", "Authorization: Basic s3cret-token-of-ann"],
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----\ns3cret-token-of-ann\n-----END RSA PRIVATE KEY-----"],
    ["a private key that was cut", "-----BEGIN PRIVATE KEY-----\ns3cret-token-of-ann"],
    ["a key by its name", '"api_key": "s3cret-token-of-ann"'],
  ])("is in no line: %s", (_what, text) => {
    log("error", text, { detail: text, ...thrownFields(new Error(text)) });
    log("error", "thrown", thrownFields(text));
    expect(written).toContain("‹secret›");
    expect(written).not.toContain("s3cret");
  });

  it.each([
    "The API server does not take this token: it is not one of its own, or has expired.",
    "a group's token is issued by issue-token",
    "https://127.0.0.1:6443/apis/networking.istio.io/v1/workloadentries",
    "spec.template.labels[secret]",
  ])("is not seen where there is none: %s", (text) => {
    log("info", text);
    expect(JSON.parse(written).message).toBe(text);
  });
});

/** What a library writes with a console of its own, as parsed lines of the log. */
function linesOf(write: (target: Console) => void): readonly Record<string, unknown>[] {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const target = Object.create(console) as Console;
  logConsole(target);
  write(target);
  const lines = written.mock.calls.map(([line]) => String(line));
  vi.restoreAllMocks();
  expect(lines.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
  return lines.map((line) => JSON.parse(line));
}

it("makes one line of the log of each warning and error of the console, without secrets", () => {
  const lines = linesOf((target) => {
    target.warn("built in %d ms\nwith token=abc123secret", 27);
    target.error("⨯", new Error("no file"));
  });
  expect(lines).toEqual([
    expect.objectContaining({ level: "warn", text: "built in 27 ms‹U+000A›with token=‹secret›" }),
    expect.objectContaining({ level: "error", text: "⨯", error: "Error", detail: "no file" }),
  ]);
});

it("leaves out a page that failed: its line has the digest of the page and the id of its request", () => {
  const failure = Object.assign(new Error("no row"), { digest: "38921990" });
  expect(linesOf((target) => target.error("⨯", failure))).toEqual([]);
  const [line] = linesOf(() => logFailedPage(failure, { routePath: "/groups", headers: { [REQUEST_HEADER]: "a-request" } }));
  expect(line).toMatchObject({ level: "error", message: "a page failed", route: "/groups", request: "a-request", digest: "38921990", detail: "no row" });
});
