import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerDirectly } from "./direct";
import { FRONT_LIMITS, frontServer } from "./front";
import SECURITY_HEADERS from "./security-headers.json";

let lines: string[];
let servers: Server[];
beforeEach(() => {
  lines = [];
  servers = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
});

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
const OK: Handle = async (_request, response) => void response.end("ok\n");

async function serving(handle: Handle = OK, limits = FRONT_LIMITS): Promise<number> {
  const server = frontServer(handle, limits);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends these bytes and gives all that comes until the other end closes. */
function sent(port: number, ...parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part);
    });
    let told = "";
    socket.on("data", (bytes) => {
      told += bytes.toString();
    });
    socket.once("close", () => resolve(told));
    socket.once("error", reject);
  });
}

/** A refusal as it must be: its status, a sentence, every security header, one line in the log and no stack. */
function expectRefusal(told: string, status: number, words: RegExp): void {
  expect(told).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(told).toContain(`${name}: ${value}\r\n`);
  expect(told).toMatch(/\r\nContent-Security-Policy: default-src 'none'/);
  const body: unknown = JSON.parse(told.split("\r\n\r\n")[1] ?? "");
  expect(body).toMatchObject({ status, detail: expect.stringMatching(words) });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/stack|at .*:\d+/);
}

describe("a request that nothing here answers", () => {
  it.each(["TRACE", "PUT", "DELETE", "PATCH", "PROPFIND"])("of the method %s gets a sentence and every security header", async (method) => {
    const handle = vi.fn(OK);
    const told = await sent(await serving(handle), `${method} /entries HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expectRefusal(told, 405, new RegExp(`^Nothing here answers ${method}`));
    expect(told).toContain("\r\nAllow: GET, HEAD, POST, OPTIONS\r\n");
    expect(handle).not.toHaveBeenCalled();
  });

  it.each(["/%", "/c/x/groups/%ED%A0%80/y", "/%zz", "/entries%2", "http://elsewhere/entries"])("at the address %s too", async (address) => {
    const handle = vi.fn(OK);
    expectRefusal(await sent(await serving(handle), `GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`), 400, /cannot be decoded/);
    expect(handle).not.toHaveBeenCalled();
  });

  it.each([
    ["is no HTTP", "nonsense\r\n\r\n", 400, /no HTTP request/],
    ["has a method that nobody knows", "FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, /no HTTP request/],
    ["has headers without end", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431, /larger than 16 KiB/],
    ["announces a body that is too large", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65537\r\n\r\n", 413, /at most 65536 bytes/],
  ])("because it %s too", async (_what, request, status, words) => {
    expectRefusal(await sent(await serving(), request), status, words);
  });

  it("for a fault of ours too, and the log says what", async () => {
    const port = await serving(() => Promise.reject(new Error("a fault")));
    expectRefusal(await sent(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), 500, /log says what/);
    expect(lines[0]).toContain("a fault");
  });
});

describe("a client that is slow", () => {
  const QUICK = { headersMs: 50, requestMs: 60, checkMs: 10 };

  it("with its headers is cut with a sentence", async () => {
    expectRefusal(await sent(await serving(OK, QUICK), "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "), 408, /in time/);
  });

  it("with its body is cut, whatever the route waits for", async () => {
    const ended: string[] = [];
    const reading: Handle = async (request, response) => {
      request.on("error", (error) => ended.push(error.message));
      for await (const _part of request) ended.push("a part");
      response.end("read");
    };
    const told = await sent(await serving(reading, QUICK), "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n", "ab");
    expect(told).not.toContain("read");
    expect(ended).toContain("a part");
    await vi.waitFor(() => expect(ended).toContain("aborted"));
    expect(lines.join()).not.toContain("failed");
  });

  it("with reading is not: an answer may take as long as it likes", async () => {
    const port = await serving(async (_request, response) => {
      response.write("begun, ");
      await new Promise((resolve) => setTimeout(resolve, 200));
      response.end("and ended");
    }, QUICK);
    const told = await sent(port, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    expect(told).toContain("begun, ");
    expect(told).toContain("and ended");
  });
});

describe("whether the process answers", () => {
  it.each(["GET", "HEAD"])("is said to %s by the server in front, with every security header", async (method) => {
    const handle = vi.fn(OK);
    const answer = await fetch(`http://127.0.0.1:${await serving(handle)}/api/healthz`, { method });
    expect([answer.status, await answer.text()]).toEqual([200, method === "GET" ? "ok\n" : ""]);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(answer.headers.get(name)).toBe(value);
    expect(handle).not.toHaveBeenCalled();
  });

  it("is not said at another name, which is refused behind it", async () => {
    const told = await sent(
      await serving(async (_request, response) => void response.writeHead(421).end()),
      "GET /api/healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    );
    expect(told).toMatch(/^HTTP\/1\.1 421 /);
  });
});

describe("a path that the app has answered directly", () => {
  const ask = async (request: string) => {
    answerDirectly("/api/planted", async (_request, response) => void response.end("directly"));
    return sent(await serving(), `${request}\r\nConnection: close\r\n\r\n`);
  };

  it.each(["GET /api/planted", "POST /api/planted?x=1"])("does not pass its routing: %s", async (line) => {
    const told = await ask(`${line} HTTP/1.1\r\nHost: 127.0.0.1:3000`);
    expect(told).toMatch(/directly/);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(told).toContain(`${name}: ${value}\r\n`);
    expect(told).toMatch(/\r\nContent-Security-Policy: default-src 'none'/);
  });

  it.each([
    "GET /api/planted HTTP/1.1\r\nHost: evil.example",
    "OPTIONS /api/planted HTTP/1.1\r\nHost: localhost",
    "GET /api/planted/x HTTP/1.1\r\nHost: localhost",
  ])("is left to it at another name, with another method, or below: %s", async (request) => {
    expect(await ask(request)).not.toMatch(/directly/);
  });
});

describe("an answer", () => {
  const answerTo = async (handle: Handle) => fetch(`http://127.0.0.1:${await serving(handle)}/`);

  it("has every security header, whoever gave it", async () => {
    for (const handle of [OK, async (_: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end("Internal Server Error")]) {
      const { headers } = await answerTo(handle);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers.get(name)).toBe(value);
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    }
  });

  it("keeps the policy of its page, and has one only", async () => {
    const { headers } = await answerTo(async (_request, response) => {
      response.setHeader("content-security-policy", "default-src 'self'");
      response.end("page");
    });
    expect(headers.get("content-security-policy")).toBe("default-src 'self'");
  });
});
