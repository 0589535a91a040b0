import { get, request } from "node:http";
import { createParser, type EventSourceMessage } from "eventsource-parser";

/** One more reader of the live stream, as a browser would hold it, without a browser. */
export interface Stream {
  /** The server's name for it. */
  readonly name: string;
  /** Resolves once it is over: politely, with the end of the answer, or not. */
  readonly ended: Promise<"politely" | "cut">;
  /** Calls with each event from now on. */
  listen(to: (event: EventSourceMessage) => void): void;
  close(): void;
}

/** Opens a stream; resolves once it has begun. */
export function openStream(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Stream> {
  return new Promise((resolve, reject) => {
    let heard: (event: EventSourceMessage) => void = () => undefined;
    const outgoing = get(`${address}/api/live`, { agent: false, headers }, (answer) => {
      const ended = new Promise<"politely" | "cut">((over) => answer.once("close", () => over(answer.complete ? "politely" : "cut")));
      answer.on("error", () => undefined);
      answer.setEncoding("utf8");
      const parser = createParser({
        onEvent: (event) => {
          if (event.event === "hello") resolve({ name: JSON.parse(event.data).stream, ended, listen: (to) => (heard = to), close: () => outgoing.destroy() });
          heard(event);
        },
      });
      answer.on("data", (text: string) => parser.feed(text));
    });
    outgoing.once("error", reject);
  });
}

/** Sets the views of a stream, as a page of the server does, unless `more` says otherwise; resolves to the status of the answer. */
export function setViews(address: string, stream: string, views: readonly object[], more: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", origin: address, ...more };
    const outgoing = request(`${address}/api/live`, { method: "POST", headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    outgoing.once("error", reject);
    outgoing.end(JSON.stringify({ stream, views }));
  });
}
