import { headOf, metadataOf, viewOf } from "./encode";
import type { Change, ChangeType } from "./event-log";
import type { Exchange } from "./exchange";
import { type ListOptions, parseListOptions } from "./list-options";
import { type Format, negotiate } from "./negotiation";
import { includeOf } from "./read-handlers";
import { groupVersion } from "./resource-type";
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
export function handleWatch(exchange: Exchange): void {
  const { query, type, cluster, info } = exchange;
  const format = negotiate(exchange.request.headers.accept);
  const options = parseListOptions(query, true);
  const match = selectionOf(query, type);
  const from = startRevision(options);
  const { log } = cluster.storage.collection(type.id);
  const stream = new WatchStream(exchange, format, match);
  stream.open();
  if (from !== null && from < log.floor) {
    stream.fail(tooOldRevision(from, log.floor));
    return;
  }
  const isInitial = options.sendInitialEvents ?? from === null;
  if (isInitial) for (const stored of cluster.storage.collection(type.id).list(info.namespace)) stream.initial(stored);
  if (options.sendInitialEvents === true && options.allowBookmarks) stream.bookmark(initialEventsEnd);
  if (!isInitial && from !== null) for (const change of log.since(from)) stream.change(change);
  stream.follow(options, isInitial || from === null ? cluster.storage.revision : from);
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
  #hasColumns = false;

  constructor(
    private readonly exchange: Exchange,
    private readonly format: Format,
    private readonly match: Match | null,
  ) {
    this.#head = headOf(exchange.type, exchange.info.version);
  }

  open(): void {
    const { response } = this.exchange;
    response.statusCode = 200;
    response.setHeader("Content-Type", "application/json");
    response.flushHeaders();
  }

  /** Follows the log until timeout, close of the client, or the end of the resource. */
  follow(options: ListOptions, after: number): void {
    const { cluster, type, response } = this.exchange;
    const end = (): void => void response.end();
    const leave = cluster.storage.collection(type.id).log.subscribe((change) => {
      if (change.revision > after) this.change(change);
    }, end);
    const timeout = setTimeout(end, (options.timeoutSeconds ?? defaultTimeoutSeconds) * 1000);
    const bookmarks = options.allowBookmarks ? setInterval(() => this.bookmark(), cluster.bookmarkIntervalMs) : null;
    response.on("close", () => {
      leave();
      clearTimeout(timeout);
      if (bookmarks !== null) clearInterval(bookmarks);
    });
  }

  initial(stored: Stored): void {
    if (this.match?.(stored) ?? true) this.#write("ADDED", stored);
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

  bookmark(annotations?: Record<string, string>): void {
    const { cluster, type, info } = this.exchange;
    const metadata = { resourceVersion: String(cluster.storage.revision), ...(annotations === undefined ? {} : { annotations }) };
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
    this.exchange.response.end();
  }

  #seenAs(change: Change, match: Match): ChangeType | null {
    const was = change.previous !== null && match(change.previous);
    const is = change.type !== "DELETED" && match(change.current);
    if (is) return was ? "MODIFIED" : "ADDED";
    return was ? "DELETED" : null;
  }

  #write(type: ChangeType, stored: Stored): void {
    const { info, type: resource } = this.exchange;
    const { shape, encoding } = this.format;
    if (shape === "table") this.#line(type, this.#table([stored], { resourceVersion: String(stored.revision) }));
    else if (shape === "metadata") this.#line(type, metadataOf(stored));
    else if (encoding === "yaml") this.#line(type, viewOf(stored, resource, info.version, "object"));
    else this.#send(Buffer.concat([opening[type], this.#head, stored.tail, closing]));
  }

  #table(items: readonly Stored[], metadata: Record<string, unknown>): Record<string, unknown> {
    const { cluster, type, info, query } = this.exchange;
    const table = tableOf({ type, version: info.version, items, metadata, now: cluster.clock(), include: includeOf(query) });
    if (this.#hasColumns) table.columnDefinitions = null;
    this.#hasColumns = true;
    return table;
  }

  #line(type: string, object: unknown): void {
    this.#send(`${JSON.stringify({ type, object })}\n`);
  }

  #send(bytes: string | Buffer): void {
    const { response } = this.exchange;
    response.write(bytes);
    if (response.writableLength > slowWatcherBytes) response.destroy();
  }
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
