import { connect } from "node:net";

/** A request as its bytes say it: headers may stand twice, or say what no browser would. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** In this order. `Host` is that of the address, unless it stands here; so is the length of the body. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** What came back; status 0 = nothing that is an answer. */
export interface RawAnswer {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  readonly body: string;
}

const PATIENCE_MS = 20_000;

/** Sends it to a dashboard, as bytes over a connection of its own; resolves once the answer has ended, or a stream has begun. */
export function sendRaw(address: string, { method, path, headers, body = "" }: RawRequest): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(address);
  const has = (name: string) => headers.some(([known]) => known.toLowerCase() === name);
  const all = [
    ...(has("host") ? [] : [["Host", host]]),
    ...headers,
    ...(has("connection") ? [] : [["Connection", "close"]]),
    ...(body === "" || has("content-length") || has("transfer-encoding") ? [] : [["Content-Length", String(Buffer.byteLength(body))]]),
  ];
  const text = `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
  return new Promise((resolve) => {
    let told = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      told += part;
      if (/\r\ncontent-type: text\/event-stream/i.test(told) && told.includes("event: ")) socket.destroy();
    });
    // Whoever refuses a body that is still on its way may close first.
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(answerIn(told)));
  });
}

/** The same, and where the answer names the request's own address with the key of a flight, as Next does, that of what is there. */
export async function sendFlight(address: string, request: RawRequest): Promise<RawAnswer> {
  const answer = await sendRaw(address, request);
  const to = /^location: (\/[^\s?]*\?(?:\S+&)?_rsc(?:=\S*)?)\r?$/im.exec(answer.head)?.[1];
  return to === undefined || to === request.path ? answer : sendRaw(address, { ...request, path: to });
}

function answerIn(told: string): RawAnswer {
  const end = told.indexOf("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(told)?.[1] ?? 0), head: told.slice(0, Math.max(end, 0)), body: end < 0 ? "" : told.slice(end + 4) };
}
