import { partsToWire, type ViewRequest } from "@/lib/contract/view";
import { canonicalView, costOf } from "@/lib/contract/view-cost";
import type { Viewer } from "@/lib/domain/scope";
import type { Clock } from "@/lib/server/clock";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";
import { log, thrownFields } from "@/lib/server/log";
import type { LiveStream } from "./live-stream";
import { SharedView, type Subscription } from "./shared-view";
import { sseEvent } from "./sse";
import { Turns } from "./turns";
import { UnreadableQuery, type ViewSource } from "./view-source";
import { VIEWS } from "./views/catalogue";

export interface SubscriptionParts {
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
  readonly clock: Clock;
  /** Shortest time between two frames of one view, in milliseconds. */
  readonly frameMs: number;
}

const AT_FAULT = "This could not be computed. The server's log says why.";
const CROWDED =
  "The server has as much to keep up to date as it can, and this browser has asked for the most. Close some of its pages, then load this one again.";

/** What all views together may cost, in rows, equal ones counted once. */
const MOST_ROWS_IN_ALL = 64_000;

/** What a row costs, about: enough to tell those who ask for little from those who ask for much. Milliseconds. */
const ROW_MS = 0.05;

type View = SharedView<LiveStream>;
type Reading = Subscription<LiveStream> & { readonly view: View };

/** What one stream has asked for. */
interface Wants {
  readonly readings: Map<number, Reading>;
  /** Requests whose turn has not come. */
  readonly waiting: Map<number, ViewRequest>;
  /** A stream stands in line once, however often it changes its mind. */
  isInLine: boolean;
}

/**
 * Fans views out to streams; equal views of equal scopes are one. Frames are coalesced; a slow reader gets no queue but a fresh start.
 * The work is done in turns; where all is too much, whoever asked for the most is given less.
 */
export class Subscriptions {
  readonly #views = new Map<string, View>();
  readonly #wantsOf = new Map<LiveStream, Wants>();
  readonly #turns: Turns;
  readonly #due = new Set<View>();
  #cost = 0;

  constructor(private readonly parts: SubscriptionParts) {
    this.#turns = new Turns(parts.clock, () => parts.fleet.catchUp());
  }

  get views(): number {
    return this.#views.size;
  }

  /** Makes these the views of a stream. */
  set(stream: LiveStream, requests: readonly ViewRequest[]): void {
    const wants = this.#wantsOf.get(stream) ?? { readings: new Map(), waiting: new Map(), isInLine: false };
    this.#wantsOf.set(stream, wants);
    const wanted = new Map(requests.map((request) => [request.id, canonicalView(request)]));
    for (const reading of [...wants.readings.values()]) {
      const request = wanted.get(reading.viewId);
      if (request === undefined || keyOf(request, stream.viewer) !== reading.view.key) this.#unsubscribe(reading);
    }
    stream.account.expectedMs = [...wanted.values()].reduce((sum, request) => sum + costOf(request), 0) * ROW_MS;
    wants.waiting.clear();
    for (const request of wanted.values()) if (!wants.readings.has(request.id)) wants.waiting.set(request.id, request);
    this.#subscribeInTurn(stream, wants);
  }

  end(stream: LiveStream): void {
    for (const reading of this.#readingsOf(stream)) this.#unsubscribe(reading);
    this.#wantsOf.delete(stream);
    // What it asked for is not to be done any more, and does not wait behind work that is.
    stream.account.expectedMs = 0;
  }

  /** Forgets all work that waits. */
  stop(): void {
    this.#turns.stop();
  }

  /** A fresh start for a reader that was behind, once it has room again. */
  refresh(stream: LiveStream): void {
    if (!stream.behind || !stream.caughtUp) return;
    stream.behind = false;
    for (const reading of this.#readingsOf(stream)) {
      // One that is awaited is in line already.
      if (reading.awaited) continue;
      reading.awaited = true;
      this.#inTurn(stream, () => this.#begin(reading));
    }
  }

  #readingsOf(stream: LiveStream): readonly Reading[] {
    return [...(this.#wantsOf.get(stream)?.readings.values() ?? [])];
  }

  #inTurn(stream: LiveStream, run: () => void): void {
    this.#turns.add({ accounts: () => [stream.account], run });
  }

  /** Gives a stream one after the other of the views that it wants when its turn comes: by then it may have ended, or want others. */
  #subscribeInTurn(stream: LiveStream, wants: Wants): void {
    if (wants.isInLine || wants.waiting.size === 0) return;
    wants.isInLine = true;
    this.#inTurn(stream, () => {
      wants.isInLine = false;
      const [request] = wants.waiting.values();
      if (request === undefined || this.#wantsOf.get(stream) !== wants) return;
      wants.waiting.delete(request.id);
      this.#subscribe(stream, wants, request);
      this.#subscribeInTurn(stream, wants);
    });
  }

  #subscribe(stream: LiveStream, wants: Wants, request: ViewRequest): void {
    const view = this.#openView(stream, request);
    if (view === null) return;
    // A view that is out of date is brought up to date for its other readers before the newcomer joins in.
    this.#flush(view);
    if (this.#views.get(view.key) !== view) return this.#refuse(stream, request.id, AT_FAULT);
    const reading: Reading = { stream, viewId: request.id, n: 0, awaited: true, view };
    view.readers.add(reading);
    wants.readings.set(request.id, reading);
    this.#begin(reading);
  }

  /** A view that cannot be computed is a fault of ours: its readers are told, and everything else goes on. */
  #giveUp(view: View, thrown: unknown): void {
    log("error", "a view could not be computed", thrownFields(thrown));
    for (const { stream, viewId } of [...view.readers]) this.#drop(stream, viewId, AT_FAULT);
  }

  #drop(stream: LiveStream, viewId: number, problem: string): void {
    const reading = this.#wantsOf.get(stream)?.readings.get(viewId);
    this.#refuse(stream, viewId, problem);
    if (reading !== undefined) this.#unsubscribe(reading);
  }

  #refuse(stream: LiveStream, viewId: number, problem: string): void {
    stream.send(sseEvent("frame", JSON.stringify({ t: "refused", v: viewId, n: 0, problem })));
  }

  #openView(stream: LiveStream, request: ViewRequest): View | null {
    const key = keyOf(request, stream.viewer);
    const known = this.#views.get(key);
    if (known !== undefined) return known;
    try {
      const cost = costOf(request);
      if (!this.#makeRoom(stream, cost)) return this.#refused(stream, request.id, CROWDED);
      const view: View = new SharedView(
        key,
        cost,
        (changed) => this.#openSource(stream, request, changed),
        this.parts,
        () => this.#flushInTurn(view),
      );
      this.#views.set(key, view);
      this.#cost += cost;
      return view;
    } catch (error) {
      if (error instanceof UnreadableQuery) return this.#refused(stream, request.id, error.message);
      log("error", "a view could not be opened", thrownFields(error));
      return this.#refused(stream, request.id, AT_FAULT);
    }
  }

  #refused(stream: LiveStream, viewId: number, problem: string): null {
    this.#refuse(stream, viewId, problem);
    return null;
  }

  /** Makes room for a view by taking views from whoever has the most; false where that is the one who asks. */
  #makeRoom(stream: LiveStream, cost: number): boolean {
    while (this.#cost + cost > MOST_ROWS_IN_ALL) {
      const [most, rows] = this.#whoHasMost();
      if (most === null || this.#rowsOf(stream) + cost >= rows) return false;
      const [dearest] = [...this.#readingsOf(most)].sort((a, b) => b.view.cost - a.view.cost);
      if (dearest === undefined) return false;
      this.#drop(most, dearest.viewId, CROWDED);
    }
    return true;
  }

  #whoHasMost(): readonly [LiveStream | null, number] {
    let most: LiveStream | null = null;
    let rows = 0;
    for (const stream of this.#wantsOf.keys()) if (this.#rowsOf(stream) > rows) [most, rows] = [stream, this.#rowsOf(stream)];
    return [most, rows];
  }

  #rowsOf(stream: LiveStream): number {
    return this.#readingsOf(stream).reduce((sum, { view }) => sum + view.cost, 0);
  }

  #openSource(stream: LiveStream, { kind, query, offset, limit }: ViewRequest, changed: () => void): ViewSource {
    const { fleet, lists } = this.parts;
    return VIEWS[kind]({ fleet, lists, viewer: stream.viewer, query, offset, limit, changed });
  }

  #unsubscribe(reading: Reading): void {
    const { view } = reading;
    view.readers.delete(reading);
    this.#wantsOf.get(reading.stream)?.readings.delete(reading.viewId);
    if (view.readers.size > 0 || this.#views.get(view.key) !== view) return;
    view.close();
    this.#views.delete(view.key);
    this.#cost -= view.cost;
  }

  /** Sends the whole view, where it is still wanted. */
  #begin(reading: Reading): void {
    const { view, stream, viewId } = reading;
    if (!view.readers.has(reading)) return;
    try {
      this.#advance(view);
      reading.n = 0;
      reading.awaited = false;
      stream.send(sseEvent("frame", `{"t":"snapshot","v":${viewId},"n":0,${view.stateJson().slice(1)}`));
    } catch (error) {
      this.#giveUp(view, error);
    }
  }

  #flushInTurn(view: View): void {
    if (this.#due.has(view)) return;
    this.#due.add(view);
    const accounts = () => [...view.readers].map(({ stream }) => stream.account);
    const run = () => {
      this.#due.delete(view);
      this.#flush(view);
    };
    this.#turns.add({ accounts, run });
  }

  #flush(view: View): void {
    try {
      if (view.isDue && hasNoRoom(view)) view.postpone();
      else this.#advance(view);
    } catch (error) {
      this.#giveUp(view, error);
    }
  }

  /** Brings a view up to date and its readers with it; one that was behind and has room again begins anew. */
  #advance(view: View): void {
    const patch = view.advance();
    // Encoded once; only the browser's own numbers differ.
    const body = patch === null ? null : JSON.stringify(partsToWire(patch)).slice(1);
    for (const reading of [...view.readers]) {
      const { stream, viewId } = reading;
      if (stream.behind) this.refresh(stream);
      else if (body !== null && !reading.awaited) {
        reading.n++;
        stream.send(sseEvent("patch", `[${viewId},${reading.n},${body}`));
      }
    }
  }
}

/** Nobody could take what would be computed. */
function hasNoRoom(view: View): boolean {
  return view.readers.size > 0 && [...view.readers].every(({ stream }) => stream.behind && !stream.caughtUp);
}

function keyOf({ kind, query, offset, limit }: ViewRequest, viewer: Viewer): string {
  return `${viewer.scope.key}\n${kind}\n${query}\n${offset}\n${limit}`;
}
