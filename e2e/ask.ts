import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** One request to a dashboard, as somebody sends it who is no browser. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back. Of a stream that never ends, what it begins with. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a stream begins is told by its first beat. */
const BEGUN = "event: beat";
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request of any method with any body; never follows where it leads. */
export function ask(address: string, { method, path, headers = {}, body }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const { hostname, port } = new URL(address);
    const outgoing = request({ hostname, port, method, path, agent, headers: { ...headers, ...length } }, (answer) => {
      let text = "";
      const done = () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
      const isStream = answer.headers["content-type"]?.startsWith("text/event-stream") === true;
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
        if (!isStream || !text.includes(BEGUN)) return;
        done();
        answer.destroy();
      });
      answer.on("end", done);
      answer.on("error", reject);
    });
    // A connection that was kept may have been closed just now: the request was never read, and is sent again.
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && error.code === "ECONNRESET")
        ask(address, { method, path, headers, ...(body !== undefined && { body }) }).then(resolve, reject);
      else reject(error);
    });
    outgoing.end(body);
  });
}

/**
 * The same as the framework's client asks: what it fetches of a page stands at an address that the framework makes of the headers. Whoever
 * asks at another is led there.
 */
export async function askAsClient(address: string, sent: Sent): Promise<Answered> {
  const answered = await ask(address, sent);
  const { location = "" } = answered.headers;
  const isSamePage = sent.headers?.rsc !== undefined && answered.status === 307 && pathOf(location) === pathOf(sent.path);
  return isSamePage ? ask(address, { ...sent, path: location }) : answered;
}

function pathOf(address: string): string {
  return address.split("?", 1)[0] ?? "";
}

/** Does the work for each of these, so many at a time. */
export async function eachOf<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < all.length; at = next++) await work(all[at] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** The body of an answer without the id of its request, which differs in each answer. */
export function withoutRequestId(body: string): string {
  return body.replace(/"requestId":"[0-9a-f-]{36}"/, '"requestId":""');
}
