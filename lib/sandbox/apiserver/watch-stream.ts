import { headOf, metadataOf, viewOf } from "./encode";
import type { Change, ChangeType, EventLog } from "./event-log";
import type { Exchange } from "./exchange";
import { type ListOptions, parseListOptions } from "./list-options";
import { type Format, negotiate } from "./negotiation";
import { includeOf } from "./read-handlers";
import { groupVersion } from "./resource-type";
import { writePaced } from "./respond";
import { type Match, selectionOf } from "./selection";
import { type ApiError, internalError, tooOldRevision } from "./status-errors";
import { Stored } from "./stored";
import { tableOf } from "./table";

/** A watcher that leaves this many bytes unread is cut off, as a real server does with slow clients. */
const slowWatcherBytes = 64 * 1024 * 1024;
const initialEventsEnd = { "k8s.io/initial-events-end": "true" };
/** A watch without `timeoutSeconds` lasts this long; a real server draws 30 to 60 minutes. */
const defaultTimeoutSeconds = 45 * 60;

/** GET with `watch=true`: the changes of a collection as lines of JSON, until the timeout or the client ends it. */
export async function handleWatch(exchange: Exchange): Promise<void> {
  const { query, type, cluster, info } = exchange;
  const format = negotiate(exchange.request.headers.accept, true);
  const options = parseListOptions(query, true);
  const match = selectionOf(query, type);
  const from = startRevision(options);
  const collection = cluster.storage.collection(type.id);
  const stream = new WatchStream(exchange, format, match);
  stream.open();
  const now = cluster.storage.revision;
  if (options.sendInitialEvents ?? from === null) {
    await stream.initial(collection.list(info.namespace));
    if (options.sendInitialEvents === true && options.allowBookmarks) stream.bookmark(now, initialEventsEnd);
  }
  const after = options.sendInitialEvents === true ? now : (from ?? now);
  if (after < collection.log.floor) {
    stream.fail(tooOldRevision(after, collection.log.floor));
    return;
  }
  for (const change of collection.log.since(after)) stream.change(change);
  stream.follow(collection.log, options, after);
}

/** Null: from now, with the present state first unless the client says otherwise. */
function startRevision(options: ListOptions): number | null {
  const text = options.resourceVersion;
  if (text === "" || text === "0") return null;
  if (/^\d+$/.test(text)) return Number(text);
  throw internalError(`resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`);
}

class WatchStream {
  readonly #head: Buffer;
  /** Ends what goes on beside the stream: its subscription and its timers. */
  readonly #stops: Array<() => void> = [];
  #hasColumns = false;
  #isOver = false;

  constructor(
    private readonly exchange: Exchange,
    private readonly format: Format,
    private readonly match: Match | null,
  ) {
    this.#head = headOf(exchange.type, exchange.info.version);
  }

  open(): void {
    const { response } = this.exchange;
    for (const event of ["finish", "close", "error"]) response.on(event, () => this.#stop());
    response.statusCode = 200;
    response.setHeader("Content-Type", "application/json");
    response.flushHeaders();
  }

  /** Follows the log until timeout, close of the client, or the end of the resource. */
  follow(log: EventLog, options: ListOptions, after: number): void {
    const { cluster } = this.exchange;
    if (this.#isOver) return;
    const leave = log.subscribe(
      (change) => {
        if (change.revision > after) this.change(change);
      },
      () => this.#end(),
    );
    const timeout = setTimeout(() => this.#end(), (options.timeoutSeconds ?? defaultTimeoutSeconds) * 1000);
    this.#stops.push(leave, () => clearTimeout(timeout));
    if (options.allowBookmarks) {
      const bookmarks = setInterval(() => this.bookmark(cluster.storage.revision), cluster.bookmarkIntervalMs);
      this.#stops.push(() => clearInterval(bookmarks));
    }
    // The resource may have gone before this watch came to follow it.
    if (this.#isOver) this.#stop();
  }

  /** Writes what is there as additions, at the pace of the client. */
  async initial(all: readonly Stored[]): Promise<void> {
    const { response } = this.exchange;
    await writePaced(response, response, this.#additions(all));
  }

  *#additions(all: readonly Stored[]): Generator<Buffer> {
    for (const stored of all) if (this.match?.(stored) ?? true) yield this.#bytes("ADDED", stored);
  }

  /** Writes the change as this watch sees it: entering or leaving the selection is an addition or a deletion. */
  change(change: Change): void {
    const { namespace } = this.exchange.info;
    if (namespace !== "" && this.exchange.type.namespaced && change.current.namespace !== namespace) return;
    const seen = this.match === null ? change.type : this.#seenAs(change, this.match);
    if (seen === null) return;
    const isLeaving = seen === "DELETED" && change.type === "MODIFIED" && change.previous !== null;
    if (isLeaving && change.previous !== null) this.#write(seen, atRevision(change.previous, change.revision));
    else this.#write(seen, change.current);
  }

  bookmark(revision: number, annotations?: Record<string, string>): void {
    const { type, info } = this.exchange;
    const metadata = { resourceVersion: String(revision), ...(annotations === undefined ? {} : { annotations }) };
    if (this.format.shape === "table") {
      this.#line("BOOKMARK", this.#table([], metadata));
      return;
    }
    const identity =
      this.format.shape === "metadata"
        ? { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1" }
        : { kind: type.kind, apiVersion: groupVersion(type.group, info.version) };
    this.#line("BOOKMARK", { ...identity, metadata });
  }

  /** Ends the stream with an ERROR event. */
  fail(error: ApiError): void {
    this.#line("ERROR", error.status);
    this.#end();
  }

  /** Between its end and its close a stream takes nothing any more. */
  #end(): void {
    if (this.#isOver) return;
    this.#stop();
    this.exchange.response.end();
  }

  #stop(): void {
    this.#isOver = true;
    for (const stop of this.#stops.splice(0)) stop();
  }

  #seenAs(change: Change, match: Match): ChangeType | null {
    const was = change.previous !== null && match(change.previous);
    const is = change.type !== "DELETED" && match(change.current);
    if (is) return was ? "MODIFIED" : "ADDED";
    return was ? "DELETED" : null;
  }

  #write(type: ChangeType, stored: Stored): void {
    this.#send(this.#bytes(type, stored));
  }

  #bytes(type: ChangeType, stored: Stored): Buffer {
    const { info, type: resource } = this.exchange;
    const { shape, encoding } = this.format;
    if (shape === "table") return lineOf(type, this.#table([stored], { resourceVersion: String(stored.revision) }));
    if (shape === "metadata") return lineOf(type, metadataOf(stored));
    if (encoding === "yaml") return lineOf(type, viewOf(stored, resource, info.version, "object"));
    return Buffer.concat([opening[type], this.#head, stored.tail, closing]);
  }

  #table(items: readonly Stored[], metadata: Record<string, unknown>): Record<string, unknown> {
    const { cluster, type, info, query } = this.exchange;
    const table = tableOf({
      type,
      version: info.version,
      items,
      metadata,
      now: cluster.clock(),
      include: includeOf(query),
      metaVersion: this.format.metaVersion,
    });
    if (this.#hasColumns) table.columnDefinitions = null;
    this.#hasColumns = true;
    return table;
  }

  #line(type: string, object: unknown): void {
    this.#send(lineOf(type, object));
  }

  #send(bytes: Buffer): void {
    if (this.#isOver) return;
    const { response } = this.exchange;
    response.write(bytes);
    if (response.writableLength > slowWatcherBytes) response.destroy();
  }
}

function lineOf(type: string, object: unknown): Buffer {
  return Buffer.from(`${JSON.stringify({ type, object })}\n`);
}

const opening: Readonly<Record<ChangeType, Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
};
const closing = Buffer.from("}\n");

function atRevision({ key, object }: Stored, revision: number): Stored {
  return new Stored(key, { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } });
}
