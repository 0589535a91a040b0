import type { ServerResponse } from "node:http";
import type { FakeEvent, FakeObject } from "./fake-collection";

/** One open watch of the fake, to be disturbed by a script. */
export interface FakeWatch {
  readonly plural: string;
  /** Sends an event if it belongs here and is new here. */
  event(plural: string, event: FakeEvent): void;
  /** Sends any value as a line. */
  write(value: unknown): void;
  /** Sends any text, with or without an end of line. */
  raw(text: string): void;
  bookmark(version: number, endsInitial?: boolean): void;
  /** Ends the answer in order. */
  end(): void;
  /** Destroys the connection. */
  cut(): void;
  /** Sends a text, and cuts when it has left. */
  cutAfter(text: string): void;
}

export function createFakeWatch(
  response: ServerResponse,
  plural: string,
  from: number,
  accepts: (object: FakeObject) => boolean,
  closed: () => void,
): FakeWatch {
  response.writeHead(200, { "content-type": "application/json" });
  response.flushHeaders();
  response.on("close", closed);
  let cutting = false;
  const raw = (text: string) => {
    if (!cutting && !response.writableEnded && !response.destroyed) response.write(text);
  };
  const write = (value: unknown) => raw(`${JSON.stringify(value)}\n`);
  return {
    plural,
    raw,
    write,
    // A real server accepts a watch from a version that does not exist yet and keeps back everything up to it.
    event: (kind, event) => {
      if (kind === plural && event.version > from && accepts(event.object)) write({ type: event.type, object: event.object });
    },
    bookmark(version, endsInitial = false) {
      const annotations = endsInitial ? { annotations: { "k8s.io/initial-events-end": "true" } } : {};
      write({ type: "BOOKMARK", object: { kind: plural, metadata: { resourceVersion: String(version), ...annotations } } });
    },
    end: () => void response.end(),
    cut: () => void response.destroy(),
    cutAfter(text) {
      raw(text);
      cutting = true;
      // A moment for the text to leave: a connection that is destroyed drops what it still holds.
      setTimeout(() => response.destroy(), 10);
    },
  };
}
