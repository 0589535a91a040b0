import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { isDecodable } from "@/lib/contract/paths";
import { log } from "@/lib/server/log";
import { BODY_LIMIT } from "./body-limit";
import { type Answer, directAnswer } from "./direct";
import { HEALTH_PATH, HEALTHY } from "./health";
import { isLoopbackHost } from "./inbound-headers";
import SECURITY_HEADERS from "./security-headers.json";

/** How long a client may take; milliseconds. */
export interface FrontLimits {
  /** For the headers of a request. */
  readonly headersMs: number;
  /** For a whole request, body included. An answer may take as long as it likes. */
  readonly requestMs: number;
  /** How often connections are looked at. */
  readonly checkMs: number;
}

export const FRONT_LIMITS: FrontLimits = { headersMs: 10_000, requestMs: 15_000, checkMs: 1_000 };

/** What an answer has that no page or route gave a policy. */
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";
const HEADERS: Readonly<Record<string, string>> = { ...SECURITY_HEADERS, "Content-Security-Policy": NO_CONTENT_POLICY };

const METHODS: readonly string[] = ["GET", "HEAD", "POST", "OPTIONS"];

interface Refused {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/**
 * The HTTP server in front of the pages and routes. Whatever reaches the port is answered with a sentence and every security header: requests
 * that are slow, too large, malformed or of a method that nothing here has do not get any further, and cost one log line.
 */
export function frontServer(handle: Answer, limits: FrontLimits = FRONT_LIMITS): Server {
  const times = { headersTimeout: limits.headersMs, requestTimeout: limits.requestMs, connectionsCheckingInterval: limits.checkMs };
  const server = createServer(times, (request, response) => {
    addHeaders(response);
    const refused = refusalOf(request);
    if (refused !== null) return refuse(request, response, refused);
    const answer = directOf(request) ?? handle;
    answer(request, response).catch((error: unknown) => fail(request, response, error));
  });
  server.on("clientError", (error, socket) => answerRaw(socket, error));
  return server;
}

/** Adds to an answer, as it begins, the security headers that nobody has set. */
function addHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  const withHeaders = (...args: Parameters<typeof writeHead>) => {
    if (!response.headersSent) for (const [name, value] of Object.entries(HEADERS)) if (!response.hasHeader(name)) response.setHeader(name, value);
    return writeHead(...args);
  };
  response.writeHead = withHeaders as typeof writeHead;
}

function refusalOf({ method = "", url = "", headers }: IncomingMessage): Refused | null {
  if (!METHODS.includes(method)) return { status: 405, title: "No such method", detail: `Nothing here answers ${method}; ${METHODS.join(", ")} are known.` };
  if (!isReadable(url))
    return {
      status: 400,
      title: "Malformed address",
      detail: "The address cannot be decoded: a percent sign is followed by two hexadecimal digits, and they are UTF-8.",
    };
  if (Number(headers["content-length"] ?? 0) > BODY_LIMIT) return { status: 413, title: "Too large", detail: `A body has at most ${BODY_LIMIT} bytes.` };
  return null;
}

/** What is answered here, where a request costs next to nothing and does not wait behind pages. At a name that is not this machine's own nothing is. */
function directOf({ method = "", url = "", headers }: IncomingMessage): Answer | undefined {
  const [path = ""] = url.split("?", 1);
  if (!isLoopbackHost(headers.host ?? null)) return undefined;
  if (path === HEALTH_PATH && (method === "GET" || method === "HEAD")) return sayHealthy;
  return method === "GET" || method === "POST" ? directAnswer(path) : undefined;
}

async function sayHealthy(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" }).end(HEALTHY);
}

/** What the query of a request holds is read where it is asked for, and never throws. */
function isReadable(url: string): boolean {
  return (url.startsWith("/") || url === "*") && isDecodable(url.split("?", 1)[0] ?? "");
}

function refuse(request: IncomingMessage, response: ServerResponse, refused: Refused): void {
  log("warn", "a request was refused", { status: refused.status, method: (request.method ?? "").slice(0, 16), detail: refused.title });
  sayRefused(response, refused);
}

function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  // Whoever went away, or was too slow, needs no answer.
  if (request.destroyed && !request.complete) return;
  const detail = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error).slice(0, 300);
  log("error", "a request failed", { method: (request.method ?? "").slice(0, 16), detail });
  if (response.headersSent) response.destroy();
  else sayRefused(response, { status: 500, title: "Something went wrong here", detail: "The server's log says what." });
}

/** Ends the connection too: the rest of what was sent is not read. */
function sayRefused(response: ServerResponse, refused: Refused): void {
  const body = bodyOf(refused);
  response.writeHead(refused.status, { ...body.headers, "Cache-Control": "no-store", ...(refused.status === 405 && { Allow: METHODS.join(", ") }) });
  response.end(body.text);
}

/** Answers what could not be read as a request at all, or not in time. */
function answerRaw(socket: Duplex, error: NodeJS.ErrnoException): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const refused = unreadable(error.code);
  log("warn", "a request was refused", { status: refused.status, method: "", detail: refused.title });
  const body = bodyOf(refused);
  const lines = Object.entries({ ...HEADERS, ...body.headers }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`, ...lines, "", body.text].join("\r\n"));
}

function bodyOf(refused: Refused) {
  const text = `${JSON.stringify(refused)}\n`;
  return { text, headers: { "Content-Type": "application/problem+json", "Content-Length": String(Buffer.byteLength(text)), Connection: "close" } };
}

function unreadable(code: string | undefined): Refused {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, title: "Too slow", detail: "The request did not come in time." };
  if (code === "HPE_HEADER_OVERFLOW") return { status: 431, title: "Headers too large", detail: "The headers of this request are larger than 16 KiB." };
  return { status: 400, title: "Not understood", detail: "This is no HTTP request that can be read." };
}
