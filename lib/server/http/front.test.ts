import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ADMISSION_LIMITS } from "./admission";
import { answerDirectly } from "./direct";
import { FRONT_LIMITS, frontServer } from "./front";
import { FRONT_DEFAULTS, type FrontSettings } from "./front-settings";
import { CLIENT_HEADER, PEER_HEADER, REQUEST_HEADER } from "./inbound-headers";
import { peerList } from "./peer-list";
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

async function serving(handle: Handle = OK, limits = FRONT_LIMITS, settings: FrontSettings = FRONT_DEFAULTS): Promise<number> {
  const server = frontServer(handle, limits, () => settings);
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
  const id = /\r\nX-Request-Id: ([0-9a-f-]{36})\r\n/.exec(told)?.[1];
  expect(body).toMatchObject({ status, detail: expect.stringMatching(words), requestId: id });
  expect(lines.map((line) => JSON.parse(line).request)).toEqual([id]);
  expect(lines[0]).not.toMatch(/stack|at .*:\d+/);
}

describe("a request that nothing here answers", () => {
  it.each(["TRACE", "PUT", "DELETE", "PATCH", "PROPFIND"])("of the method %s gets a sentence and every security header", async (method) => {
    const handle = vi.fn(OK);
    const told = await sent(await serving(handle), `${method} /entries HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expectRefusal(told, 405, new RegExp(`^Nothing here answers ${method}`));
    expect(told).toContain("\r\nAllow: GET, HEAD\r\n");
    expect(handle).not.toHaveBeenCalled();
  });

  it.each(["TRACE", "PUT", "DELETE", "PATCH"])("of the method %s at a route, too, which may be posted to", async (method) => {
    const told = await sent(await serving(), `${method} /api/session HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expectRefusal(told, 405, new RegExp(`^Nothing here answers ${method}`));
    expect(told).toContain("\r\nAllow: GET, HEAD, POST, OPTIONS\r\n");
  });

  it.each(["POST /", "POST /entries", "POST /c/x/groups/a/b", "POST /apis", "POST /api", "OPTIONS *", "OPTIONS /entries"])(
    "because pages are only read: %s",
    async (line) => {
      const handle = vi.fn(OK);
      expectRefusal(await sent(await serving(handle), `${line} HTTP/1.1\r\nHost: localhost\r\nNext-Action: 1\r\n\r\n`), 405, /GET, HEAD are known/);
      expect(handle).not.toHaveBeenCalled();
    },
  );

  it("because it asks for a tunnel", async () => {
    expectRefusal(await sent(await serving(), "CONNECT elsewhere.test:443 HTTP/1.1\r\nHost: elsewhere.test\r\n\r\n"), 405, /CONNECT/);
  });

  it.each([
    ["Host: localhost\r\nHost: evil.test", "host"],
    ["Host: localhost\r\nOrigin: http://localhost\r\nORIGIN: http://evil.test", "origin"],
    ["Host: localhost\r\nContent-Type: application/json\r\nContent-Type: text/plain", "content-type"],
    ["Host: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Site: same-origin", "sec-fetch-site"],
    ["Host: localhost\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Mode: navigate", "sec-fetch-mode"],
    ["Host: localhost\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b", "authorization"],
    ["Host: localhost\r\nCookie: a=b\r\nCookie: a=c", "cookie"],
  ])("because it says two things at once: %j", async (headers, name) => {
    const handle = vi.fn(OK);
    expectRefusal(await sent(await serving(handle), `POST /api/session HTTP/1.1\r\n${headers}\r\n\r\n`), 400, new RegExp(`The header ${name} stands`));
    expect(handle).not.toHaveBeenCalled();
  });

  it.each(["websocket", "h2c", "anything"])("because it asks for %s", async (protocol) => {
    const handle = vi.fn(OK);
    const headers = `Host: localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13`;
    expectRefusal(await sent(await serving(handle), `GET /_next/webpack-hmr HTTP/1.1\r\n${headers}\r\n\r\n`), 400, /plain HTTP/);
    expect(handle).not.toHaveBeenCalled();
  });

  it.each(["%7B", "%", "[]", '["",1]', '["",{},null,"anything"]', encodeURIComponent(`${"[".repeat(5_000)}`)])(
    "because it says that it comes from a page that cannot be: %.20s",
    async (state) => {
      const asked = (header: string) => `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nNext-Router-State-Tree: ${header}\r\n\r\n`;
      expectRefusal(await sent(await serving(), asked(state)), 400, /tells of no page/);
      const real = ["", { children: ["entries", { children: ["__PAGE__", {}] }] }, null, "refetch"];
      expect(await sent(await serving(), asked(encodeURIComponent(JSON.stringify(real))))).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it("because its address is longer than 8 KiB, and not where it is as long", async () => {
    const asked = (length: number) => `GET /${"x".repeat(length - 1)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    expectRefusal(await sent(await serving(), asked(8_193)), 414, /8192 characters/);
    expect(await sent(await serving(), asked(8_192))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    "/%",
    "/c/x/groups/%ED%A0%80/y",
    "/%zz",
    "/entries%2",
    "http://elsewhere/entries",
    "//evil.test",
    "/\\evil.test",
    "/a//b",
    "/a/../b",
    "/a/./b",
    "/a/%2e%2E/b",
    "/..",
    "/a#b",
  ])("at the address %s too", async (address) => {
    const handle = vi.fn(OK);
    expectRefusal(await sent(await serving(handle), `GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`), 400, /cannot be decoded/);
    expect(handle).not.toHaveBeenCalled();
  });

  it("because it has no host, unless HTTP needs none", async () => {
    expectRefusal(await sent(await serving(), "GET / HTTP/1.1\r\n\r\n"), 400, /has a Host header/);
    expect(await sent(await serving(), "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("because it has an unknown expectation", async () => {
    expectRefusal(await sent(await serving(), "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: a miracle\r\n\r\n"), 417, /Expect: 100-continue only/);
  });

  it("because of its length, before a client that expects 100 sends any of it", async () => {
    const headers = "Host: localhost\r\nExpect: 100-continue\r\nContent-Length: 65537";
    expectRefusal(await sent(await serving(), `POST /api/x HTTP/1.1\r\n${headers}\r\n\r\n`), 413, /at most 65536 bytes/);
  });

  it.each(["POST /api/x", "GET /"])("because its body has 2 MB in chunks, even if the route reads none: %s", async (line) => {
    const handle = vi.fn(OK);
    const part = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const parts = Array.from({ length: 32 }, () => part);
    const told = await sent(await serving(handle), `${line} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`, ...parts, "0\r\n\r\n");
    expectRefusal(told, 413, /at most 65536 bytes/);
    expect(handle).not.toHaveBeenCalled();
  });

  it("is one log line when it comes a hundred times from one address", async () => {
    const port = await serving();
    for (let at = 0; at < 100; at++) await sent(port, "GET / HTTP/1.1\r\n\r\n");
    expect(lines).toHaveLength(1);
  });

  it.each([
    ["is no HTTP", "nonsense\r\n\r\n", 400, /no HTTP request/],
    ["has a method that nobody knows", "FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, /no HTTP request/],
    ["has headers without end", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431, /larger than 16 KiB/],
    ["announces a body that is too large", "POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65537\r\n\r\n", 413, /at most 65536 bytes/],
  ])("because it %s too", async (_what, request, status, words) => {
    expectRefusal(await sent(await serving(), request), status, words);
  });

  it("for a fault of ours too, and the log says what", async () => {
    const port = await serving(() => Promise.reject(new Error("a fault")));
    expectRefusal(await sent(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), 500, /log says what/);
    expect(lines[0]).toContain("a fault");
  });
});

/** Bytes. */
const MORE_THAN_SOCKETS_HOLD = 24 * 1024 * 1024;

describe("a client that is slow", () => {
  const QUICK = { headersMs: 50, requestMs: 60, patienceMs: 70, checkMs: 10 };

  it("with its headers is cut with a sentence", async () => {
    expectRefusal(await sent(await serving(OK, QUICK), "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "), 408, /in time/);
  });

  it("with its body is cut with a sentence, and reaches no route", async () => {
    const handle = vi.fn(OK);
    const told = await sent(await serving(handle, QUICK), "POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n", "ab");
    expectRefusal(told, 408, /in time/);
    expect(handle).not.toHaveBeenCalled();
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

  it("and takes nothing of an answer is cut, so that nobody keeps it in memory", async () => {
    const closed = vi.fn();
    const port = await serving(async (_request, response) => {
      response.once("close", closed);
      response.end("x".repeat(MORE_THAN_SOCKETS_HOLD));
    }, QUICK);
    const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    socket.pause();
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    let bytes = 0;
    socket.on("data", (part) => {
      bytes += part.length;
    });
    socket.on("error", () => undefined);
    socket.resume();
    await new Promise((resolve) => socket.once("close", resolve));
    expect(bytes).toBeLessThan(MORE_THAN_SOCKETS_HOLD);
  });

  it("but takes some of it now and then has all of it", async () => {
    const port = await serving(async (_request, response) => void response.end("x".repeat(MORE_THAN_SOCKETS_HOLD)), { ...QUICK, patienceMs: 500 });
    const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
    let bytes = 0;
    socket.on("data", (part) => {
      bytes += part.length;
      socket.pause();
      setTimeout(() => socket.resume(), 1);
    });
    await new Promise((resolve) => socket.once("close", resolve));
    expect(bytes).toBeGreaterThan(MORE_THAN_SOCKETS_HOLD);
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

describe("a body within the limit", () => {
  it.each([
    ["of a length", "Content-Length: 65536", ["x".repeat(65_536)]],
    ["in parts", "Transfer-Encoding: chunked", [...Array.from({ length: 16 }, () => `1000\r\n${"x".repeat(4_096)}\r\n`), "0\r\n\r\n"]],
    ["in no parts", "Transfer-Encoding: chunked", ["0\r\n\r\n"]],
  ])("is read by its route as it came: %s", async (_what, header, parts) => {
    let read = -1;
    const reading: Handle = async (request, response) => {
      let bytes = 0;
      for await (const part of request) bytes += (part as Buffer).length;
      read = bytes;
      response.end("read");
    };
    const asked = `POST /api/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}\r\n\r\n`;
    expect(await sent(await serving(reading), asked, ...parts)).toMatch(/read/);
    expect(read).toBe(parts.length === 1 && header.startsWith("Transfer") ? 0 : 65_536);
  });

  it("is requested with 100 Continue when the client expects it", async () => {
    const handle: Handle = async (request, response) => {
      for await (const part of request) response.write(part);
      response.end();
    };
    const headers = "Host: localhost\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2";
    expect(await sent(await serving(handle), `POST /api/x HTTP/1.1\r\n${headers}\r\n\r\n`, "ab")).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });
});

describe("a request that goes on", () => {
  it("has the headers that are passed on, and none that steers Next or claims to come past a proxy", async () => {
    let seen: object = {};
    const port = await serving(async (request, response) => {
      seen = request.headers;
      response.end();
    });
    const headers = ["RSC: 1", "Next-Url: /", "Cookie: a=b", "X-Middleware-Subrequest: middleware", "Next-Action: x", "X-Forwarded-For: 1.2.3.4"];
    await sent(port, `GET /entries HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers.join("\r\n")}\r\n\r\n`);
    expect(seen).toEqual({
      host: "localhost",
      connection: "close",
      rsc: "1",
      "next-url": "/",
      cookie: "a=b",
      [PEER_HEADER]: "127.0.0.1",
      [CLIENT_HEADER]: "127.0.0.1",
      [REQUEST_HEADER]: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it("is one of as many as its address may send; one more is told when to come again, but for whoever asks for the health", async () => {
    const port = await serving(OK, FRONT_LIMITS, { ...FRONT_DEFAULTS, ofAddress: { perSecond: 0.01, burst: 3 } });
    const ask = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect((await Promise.all(["/", "/entries", "/api/x"].map(ask))).map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await ask("/");
    expect([refused.status, refused.headers.get("retry-after"), (await refused.json()).detail]).toEqual([
      ...[429, "100"],
      expect.stringContaining("STOLOS_REQUESTS_PER_ADDRESS"),
    ]);
    expect((await ask("/api/healthz")).status).toBe(200);
  });
});

describe("how much may be asked", () => {
  const RATE = { perSecond: 0.01, burst: 2 };
  const asked = async (port: number, ...headers: readonly string[]) =>
    Number(/^HTTP\/1\.1 (\d+)/.exec(await sent(port, `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers.join("\r\n")}\r\n\r\n`))?.[1]);
  const each = async (port: number, headers: readonly string[]) => {
    const statuses: number[] = [];
    for (const header of headers) statuses.push(await asked(port, header));
    return statuses;
  };

  it("is counted by the connection, whatever is said of where it comes from, while no proxy is trusted", async () => {
    const port = await serving(OK, FRONT_LIMITS, { ...FRONT_DEFAULTS, ofAddress: RATE });
    const forged = ["X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 192.0.2.2", "X-Forwarded-For: 192.0.2.3", "Forwarded: for=192.0.2.4"];
    expect(await each(port, forged)).toEqual([200, 200, 429, 429]);
    expect(await asked(port, "X-Real-IP: 192.0.2.5", "X-Stolos-Peer: 192.0.2.6", "True-Client-IP: 192.0.2.7")).toBe(429);
  });

  it("is counted by the address that a trusted proxy appends, and what a client wrote before it gives nobody more", async () => {
    const port = await serving(OK, FRONT_LIMITS, { ...FRONT_DEFAULTS, ofAddress: RATE, trustedProxies: peerList(["127.0.0.1/32"]) });
    const of = (address: string) => Array.from({ length: 3 }, (_, at) => `X-Forwarded-For: 203.0.113.${at}, ${address}`);
    expect(await each(port, of("192.0.2.1"))).toEqual([200, 200, 429]);
    expect(await each(port, of("192.0.2.2")), "somebody else behind the same proxy").toEqual([200, 200, 429]);
    const twice = "X-Forwarded-For: 192.0.2.3\r\nX-Forwarded-For: 192.0.2.2";
    expect(await asked(port, twice), "of two headers the last counts").toBe(429);
    const without = ["X-Forwarded-For: unknown", "X-Forwarded-For: ,", "X-Forwarded-For: fe80::1%\u00e9, 127.0.0.1:80%"];
    expect(await each(port, without), "what is no address is the proxy's own").toEqual([200, 200, 429]);
  });

  it("is counted by a network of 64 bits where somebody comes by IPv6, as one has all of its addresses", async () => {
    const port = await serving(OK, FRONT_LIMITS, { ...FRONT_DEFAULTS, ofAddress: RATE, trustedProxies: peerList(["127.0.0.1/32"]) });
    const of = (network: string) => Array.from({ length: 3 }, (_, at) => `X-Forwarded-For: ${network}:${at + 1}:0:0:${at}`);
    expect(await each(port, of("2001:db8:0:1"))).toEqual([200, 200, 429]);
    expect(await each(port, of("2001:db8:0:2"))).toEqual([200, 200, 429]);
  });

  it("is counted by the viewer where that is known, so that nobody waits for others behind the same address", async () => {
    const peers: (string | null)[] = [];
    const knownViewer: FrontSettings["knownViewer"] = ({ headers }) => {
      peers.push(headers.get(PEER_HEADER));
      return /^session=(ann|bob)$/.exec(headers.get("cookie") ?? "")?.[1] ?? null;
    };
    const port = await serving(OK, FRONT_LIMITS, { ...FRONT_DEFAULTS, ofAddress: RATE, knownViewer });
    expect(
      await each(
        port,
        Array.from({ length: 3 }, () => "Cookie: session=ann"),
      ),
    ).toEqual([200, 200, 429]);
    expect(
      await each(
        port,
        Array.from({ length: 3 }, () => "Cookie: session=bob"),
      ),
    ).toEqual([200, 200, 429]);
    const forged = Array.from({ length: 4 }, (_, at) => `Cookie: session=forged-${at}\r\nX-Stolos-Peer: 192.0.2.${at}`);
    expect(await each(port, forged), "sessions that nobody made").toEqual([200, 200, 429, 429]);
    expect(new Set(peers), "where it comes from is what the connection says").toEqual(new Set(["127.0.0.1"]));
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

  it.each([
    [null, null],
    ["http://localhost:3000", null],
    ["https://stolos.example", "max-age=63072000"],
  ])("at the origin %s asks browsers to come by TLS alone: %s", async (origin, header) => {
    const port = await serving(OK, FRONT_LIMITS, { ...FRONT_DEFAULTS, origin });
    for (const method of ["GET", "PUT"]) expect((await fetch(`http://127.0.0.1:${port}/`, { method })).headers.get("strict-transport-security")).toBe(header);
  });

  it("gets a new id that its handler receives, whatever id the client sends", async () => {
    const told: unknown[] = [];
    const port = await serving(async (request, response) => {
      told.push(request.headers[REQUEST_HEADER]);
      response.end("ok\n");
    });
    const headers = { "X-Request-Id": "chosen", [REQUEST_HEADER]: "chosen" };
    const answers = [await fetch(`http://127.0.0.1:${port}/`, { headers }), await fetch(`http://127.0.0.1:${port}/`, { headers })];
    expect(answers.map((answer) => answer.headers.get("x-request-id"))).toEqual(told);
    expect(new Set(told).size).toBe(2);
    expect(told).not.toContain("chosen");
  });

  it("tells no other site where a reader came from, and nobody keeps it", async () => {
    const { headers } = await answerTo(OK);
    expect([headers.get("referrer-policy"), headers.get("cross-origin-opener-policy"), headers.get("cache-control")]).toEqual([
      ...["no-referrer", "same-origin", "no-store"],
    ]);
  });

  it("keeps the policy of its page, and has one only", async () => {
    const { headers } = await answerTo(async (_request, response) => {
      response.setHeader("content-security-policy", "default-src 'self'");
      response.end("page");
    });
    expect(headers.get("content-security-policy")).toBe("default-src 'self'");
  });
});

describe("whoever is at the other end of a connection", () => {
  it.each(["", "X-Stolos-Peer: 192.0.2.7\r\n", "x-stolos-peer: 192.0.2.7\r\nX-Stolos-Peer: 192.0.2.8\r\n"])(
    "is told by the connection, whatever he says: %j",
    async (said) => {
      const peers: unknown[] = [];
      const port = await serving(async (request, response) => {
        peers.push(request.headers[PEER_HEADER]);
        response.end("ok\n");
      });
      await sent(port, `GET / HTTP/1.1\r\nHost: localhost\r\n${said}Connection: close\r\n\r\n`);
      expect(peers).toEqual(["127.0.0.1"]);
    },
  );
});

describe("a pipelined request", () => {
  it("frees its place after its client has gone, so that others are answered", async () => {
    const answers: ServerResponse[] = [];
    const port = await serving(async (_request, response) => {
      answers.push(response);
      await once(response, "close");
    });
    for (let client = 0; client < 3; client++) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write("GET /entries HTTP/1.1\r\nHost: localhost\r\n\r\nGET /groups HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await vi.waitFor(() => expect(answers).toHaveLength(client + 1));
      socket.destroy();
      await vi.waitFor(() => expect(answers[client]?.destroyed).toBe(true));
    }
  });
});

describe("clients that read slowly", () => {
  it("give their places back, so that the next request of the same client is answered", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const slow: ServerResponse[] = [];
    const port = await serving(async (request, response) => {
      if (request.url !== "/slow") return void response.end("ok\n");
      slow.push(response);
      response.write(Buffer.alloc(32 * 1024 * 1024));
      await once(response, "close");
    });
    const sockets = Array.from({ length: ADMISSION_LIMITS.runningOfClient }, () => {
      const socket = connect(port, "127.0.0.1").pause();
      socket.on("error", () => undefined);
      socket.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
      return socket;
    });
    await vi.waitFor(() => expect(slow).toHaveLength(sockets.length));
    const answer = sent(port, "GET /entries HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isAnswered).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of sockets) socket.destroy();
  });
});

describe("clients that close the connection while their answer is sent", () => {
  it("free their places at once, also when the handler never resolves", async () => {
    const left: ServerResponse[] = [];
    const port = await serving(async (request, response) => {
      if (request.url !== "/left") return void response.end("ok\n");
      left.push(response);
      // With compression, the end of an answer waits until the client has read the beginning: Next never resolves for these clients.
      response.write("a");
      await new Promise(() => undefined);
    });
    for (let client = 1; client <= ADMISSION_LIMITS.runningOfClient; client++) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write("GET /left HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await vi.waitFor(() => expect(left).toHaveLength(client));
      socket.destroy();
    }
    await vi.waitFor(() => expect(left.every(({ destroyed }) => destroyed)).toBe(true));
    expect(await sent(port, "GET /entries HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });
});
