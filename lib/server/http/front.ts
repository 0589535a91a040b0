import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { countConnections } from "@/lib/server/arrivals";
import { systemClock } from "@/lib/server/clock";
import { CountedLines } from "@/lib/server/counted-lines";
import { log } from "@/lib/server/log";
import { ADMISSION_LIMITS, Admission, isQueued, type Leave } from "./admission";
import { hasBody, wholeBody } from "./body-limit";
import { cutDeafReader } from "./deaf-reader";
import { type Answer, directAnswer } from "./direct";
import { addressOf, clientOf, frontLimit } from "./front-limit";
import { FRONT_DEFAULTS, type FrontSettings } from "./front-settings";
import { HEALTH_PATH, HEALTHY } from "./health";
import { CLIENT_HEADER, isPassedOn, PEER_HEADER, REQUEST_HEADER, REQUEST_ID_HEADER } from "./inbound-headers";
import { countedNetwork } from "./ip-address";
import { failedProblem } from "./problem";
import { isOwnHost } from "./public-url";
import { PROBLEM_TYPE, problemText, refusalBody } from "./refusal-body";
import { type Refused, refusalOf, TOO_LARGE } from "./refused-request";
import { securityHeaders } from "./security-headers";

/** How long a client may take; milliseconds. */
export interface FrontLimits {
  /** For the headers of a request. */
  readonly headersMs: number;
  /** For a whole request, body included. */
  readonly requestMs: number;
  /** Until something of an answer is taken: it may be read as slowly as one likes, but not held. */
  readonly patienceMs: number;
  /** How often connections are looked at. */
  readonly checkMs: number;
}

export const FRONT_LIMITS: FrontLimits = { headersMs: 10_000, requestMs: 15_000, patienceMs: 60_000, checkMs: 1_000 };

/**
 * The HTTP server in front of the pages and routes. Whatever reaches the port is answered with a sentence and every security header: requests
 * that are slow, too large, malformed or of a method that nothing here has do not get any further, and cost one log line.
 */
export function frontServer(handle: Answer, limits: FrontLimits = FRONT_LIMITS, settings: () => FrontSettings = () => FRONT_DEFAULTS): Server {
  const times = { headersTimeout: limits.headersMs, requestTimeout: limits.requestMs, connectionsCheckingInterval: limits.checkMs };
  // Otherwise Node would answer a request without a host itself, without the text of `refusalOf`.
  const options = { ...times, requireHostHeader: false };
  const allowed = frontLimit(settings);
  const refusals = new CountedLines(systemClock(), logRefused);
  const server = createServer(options, (request, response) => {
    addHeaders(response, securityHeaders(settings().origin));
    const requestId = randomUUID();
    response.setHeader(REQUEST_ID_HEADER, requestId);
    cutDeafReader(response, limits.patienceMs);
    const malformed = refusalOf(request);
    if (malformed !== null) return refuse(request, response, malformed, refusals);
    const client = isHealthAsked(request) ? null : clientOf(request, settings());
    const refused = client === null ? null : allowed(client);
    if (refused !== null) return refuse(request, response, refused, refusals);
    request.headers = { ...passedOn(request, settings()), [REQUEST_HEADER]: requestId };
    const queued = client !== null && isQueued(pathOf(request.url ?? "")) ? admitted(handle, client) : handle;
    const answer = directOf(request) ?? queued;
    const answered = hasBody(request) ? afterBody(answer, refusals)(request, response) : answer(request, response);
    answered.catch((error: unknown) => fail(request, response, error));
  });
  const limitsOfAdmission = () => ({ ...ADMISSION_LIMITS, queuedOfClient: settings().queuedOfClient });
  const admission = new Admission(limitsOfAdmission, systemClock());
  countConnections(server);
  const admitted =
    (work: Answer, client: string): Answer =>
    async (request, response) => {
      // A pipelined request gets its socket after the answers before it; only then does Node report that the client has gone.
      if (response.socket === null) await new Promise((resolve) => response.once("socket", resolve));
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      const leave = await admission.enter(client, gone.signal);
      if (leave === null) return gone.signal.aborted ? undefined : refuse(request, response, busy(), refusals);
      const stopWatching = leaveWithReader(response, leave);
      try {
        if (!gone.signal.aborted) await work(request, response);
      } finally {
        stopWatching();
        leave();
      }
    };
  server.once("close", () => refusals.stop());
  const raw = (socket: Duplex, refused: Refused) => answerRaw(socket, refused, securityHeaders(settings().origin), refusals);
  server.on("checkContinue", (request, response) => {
    // A request that will be refused must not send its body.
    if (refusalOf(request) === null) response.writeContinue();
    server.emit("request", request, response);
  });
  server.on("checkExpectation", (request, response) => {
    addHeaders(response, securityHeaders(settings().origin));
    response.setHeader(REQUEST_ID_HEADER, randomUUID());
    refuse(request, response, UNEXPECTED, refusals);
  });
  server.on("clientError", (error, socket) => (isGone(error, socket) ? void socket.destroy() : raw(socket, unreadable(error))));
  server.on("connect", (_request, socket) => raw(socket, { status: 405, title: "No such method", detail: "Nothing here answers CONNECT." }));
  return server;
}

/** Adds to an answer, as it begins, the security headers that nobody has set. */
function addHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const writeHead = response.writeHead.bind(response);
  const withHeaders = (...args: Parameters<typeof writeHead>) => {
    if (!response.headersSent) for (const [name, value] of Object.entries(headers)) if (!response.hasHeader(name)) response.setHeader(name, value);
    return writeHead(...args);
  };
  response.writeHead = withHeaders as typeof writeHead;
}

/** The headers of a request that its handler receives, and the addresses that the request comes from. */
function passedOn(request: IncomingMessage, settings: FrontSettings): IncomingMessage["headers"] {
  const { headers, socket } = request;
  const { tokenHeader } = settings;
  const told = { [PEER_HEADER]: socket.remoteAddress ?? "", [CLIENT_HEADER]: addressOf(request, settings) };
  const kept = Object.entries(headers).filter(([name]) => isPassedOn(name, { tokenHeader }));
  return { ...Object.fromEntries(kept), ...told };
}

/** What is answered here, where a request costs next to nothing and does not wait behind pages. At a name that is not this server's own nothing is. */
function directOf(request: IncomingMessage): Answer | undefined {
  const { method = "", url = "", headers } = request;
  if (!isOwnHost(headers.host ?? null, process.env.STOLOS_PUBLIC_URL)) return undefined;
  if (isHealthAsked(request)) return sayHealthy;
  return method === "GET" || method === "POST" ? directAnswer(pathOf(url)) : undefined;
}

/** Whoever watches over the process asks this, and is never told that he asks too often. */
function isHealthAsked({ method, url = "" }: IncomingMessage): boolean {
  return pathOf(url) === HEALTH_PATH && (method === "GET" || method === "HEAD");
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

async function sayHealthy(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" }).end(HEALTHY);
}

/** The log line of a refused request. */
interface RefusedLine {
  readonly status: number;
  readonly method: string;
  readonly detail: string;
  /** The id of the request. */
  readonly request: string;
}

function logRefused(line: RefusedLine, count: number): void {
  log("warn", "a request was refused", { ...line, ...(count > 1 && { count }) });
}

/** Anyone can send requests that are refused, so each address and status gets at most one log line a minute. */
function refuse(request: IncomingMessage, response: ServerResponse, refused: Refused, lines: CountedLines<RefusedLine>): void {
  const line = { status: refused.status, method: (request.method ?? "").slice(0, 16), detail: refused.title, request: idIn(response) };
  lines.add(`${refused.status} ${countedNetwork(request.socket.remoteAddress ?? "")}`, line);
  sayRefused(request, response, refused);
}

/** The refusal of a full queue. Clients that were refused together come back apart, within 2 to 5 s. */
function busy(): Refused {
  const retryAfterSeconds = 2 + Math.floor(Math.random() * 4);
  return { status: 503, title: "Stolos is busy", detail: "Too many requests are waiting. Try again in a few seconds.", retryAfterSeconds };
}

const SLOW_READER_MS = 1_000;
const LONGEST_PLACE_MS = 30_000;

/**
 * Ends an admitted request once only its reader delays it, or after 30 s. A client that reads slowly or leaves blocks no other. Returns a function that stops
 * watching.
 */
function leaveWithReader(response: ServerResponse, leave: Leave): () => void {
  const began = performance.now();
  // For a client that leaves after the first byte of its answer, Next stops the work, but does not always resolve.
  response.once("close", () => {
    if (response.headersSent) leave();
  });
  const timer = setInterval(() => {
    if (!response.writableNeedDrain && performance.now() - began < LONGEST_PLACE_MS) return;
    leave();
    clearInterval(timer);
  }, SLOW_READER_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Answers after the whole body has arrived: the handler never waits for a client, and never receives a body that is too large. */
function afterBody(answer: Answer, lines: CountedLines<RefusedLine>): Answer {
  return async (request, response) => {
    const outcome = await wholeBody(request);
    if (outcome === "too-large") refuse(request, response, TOO_LARGE, lines);
    if (outcome === "whole") await answer(request, response);
  };
}

function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  // Whoever went away, or was too slow, needs no answer.
  if (request.destroyed && !request.complete) return;
  const detail = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error).slice(0, 300);
  log("error", "a request failed", { method: (request.method ?? "").slice(0, 16), detail, request: idIn(response) });
  if (response.headersSent) response.destroy();
  else sayRefused(request, response, failedProblem(idIn(response)));
}

/** Ends the connection too: the rest of what was sent is not read. */
function sayRefused(request: IncomingMessage, response: ServerResponse, refused: Refused): void {
  const body = refusalBody(request, refused, idIn(response));
  const { allow, retryAfterSeconds } = refused;
  const more = { ...(allow !== undefined && { Allow: allow }), ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }) };
  response.writeHead(refused.status, { ...body.headers, "Cache-Control": "no-store", ...more });
  response.end(body.text);
}

/** Answers what could not be read as a request at all, or not in time. */
function answerRaw(socket: Duplex, refused: Refused, headers: Readonly<Record<string, string>>, refusals: CountedLines<RefusedLine>): void {
  const from = "remoteAddress" in socket ? String(socket.remoteAddress) : "";
  const requestId = randomUUID();
  refusals.add(`${refused.status} ${countedNetwork(from)}`, { status: refused.status, method: "", detail: refused.title, request: requestId });
  const text = problemText(refused, requestId);
  const ofBody = { ...PROBLEM_TYPE, "Content-Length": String(Buffer.byteLength(text)), Connection: "close" };
  const body = { text, headers: { ...ofBody, [REQUEST_ID_HEADER]: requestId } };
  const lines = Object.entries({ ...headers, ...body.headers }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`, ...lines, "", body.text].join("\r\n"));
}

function idIn(response: ServerResponse): string {
  return String(response.getHeader(REQUEST_ID_HEADER));
}

function isGone({ code }: NodeJS.ErrnoException, socket: Duplex): boolean {
  return code === "ECONNRESET" || !socket.writable;
}

const UNEXPECTED: Refused = { status: 417, title: "Not expected", detail: "The server supports Expect: 100-continue only." };

function unreadable({ code }: NodeJS.ErrnoException): Refused {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, title: "Too slow", detail: "The request did not come in time." };
  if (code === "HPE_HEADER_OVERFLOW") return { status: 431, title: "Headers too large", detail: "The headers of this request are larger than 16 KiB." };
  return { status: 400, title: "Not understood", detail: "This is no HTTP request that can be read." };
}
