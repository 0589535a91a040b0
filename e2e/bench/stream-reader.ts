import { request } from "undici";

interface View {
  readonly kind: string;
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
}

interface Frame {
  readonly t: string;
  readonly v: number;
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  readonly head?: Readonly<Record<string, unknown>>;
}

/** A program that reads a browser's stream: it opens it, asks for views, and parses every frame. */
export interface StreamReader {
  readonly frames: number;
  /** Of all frames; beats come whether or not anything changes, and are counted apart. */
  readonly bytes: number;
  readonly beatBytes: number;
  /** The snapshots that came for the views asked for last, in their order; resolves when all are here. */
  snapshots(views: readonly View[]): Promise<readonly Frame[]>;
  close(): void;
}

/** Opens a stream. Sends `headers` with each request, and passes the text of each event to `onEvent`. */
export async function openReader(address: string, headers: Readonly<Record<string, string>> = {}, onEvent?: (event: string) => void): Promise<StreamReader> {
  const { body } = await request(`${address}/api/live`, { headers: { ...headers, accept: "text/event-stream" } });
  const seen = { frames: 0, bytes: 0, beatBytes: 0 };
  const snapshots = new Map<number, Frame>();
  let stream = "";
  let rest = "";
  let first = 1;
  let told: () => void = () => undefined;
  const take = (event: string) => {
    onEvent?.(event);
    const data = event.match(/^data: (.*)$/m)?.[1];
    if (data === undefined) return;
    const parsed: Frame & { readonly stream?: string } = JSON.parse(data);
    if (parsed.stream !== undefined) stream = parsed.stream;
    const bytes = Buffer.byteLength(event) + 2;
    if (!event.startsWith("event: ") || event.startsWith("event: frame")) {
      seen.frames++;
      seen.bytes += bytes;
    } else seen.beatBytes += bytes;
    if (parsed.t === "snapshot") snapshots.set(parsed.v, parsed);
    told();
  };
  body.setEncoding("utf8");
  body.on("error", () => undefined);
  body.on("data", (part: string) => {
    const events = (rest + part).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) take(event);
  });
  const until = async (isSo: () => boolean) => {
    while (!isSo())
      await new Promise<void>((resolve) => {
        told = resolve;
      });
  };
  await until(() => stream !== "");
  return {
    get frames() {
      return seen.frames;
    },
    get bytes() {
      return seen.bytes;
    },
    get beatBytes() {
      return seen.beatBytes;
    },
    async snapshots(views) {
      const ids = views.map((_, at) => first + at);
      first += views.length;
      snapshots.clear();
      const wanted = JSON.stringify({ stream, views: views.map((view, at) => ({ ...view, id: ids[at] })) });
      const answer = await request(`${address}/api/live`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", origin: address },
        body: wanted,
      });
      if (answer.statusCode !== 204) throw new Error(`The views were answered with ${answer.statusCode}: ${await answer.body.text()}`);
      await until(() => ids.every((id) => snapshots.has(id)));
      return ids.map((id) => snapshots.get(id) ?? { t: "", v: id });
    },
    close: () => void body.destroy(),
  };
}
