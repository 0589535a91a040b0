import { canonicalViewRequest, type ViewRequest, viewCostOf } from "@/lib/contract/views/view";
import type { Viewer } from "@/lib/domain/source/scope";
import { NOT_CHECKED } from "@/lib/format/session-words";
import { log, thrownFields } from "@/lib/server/log";
import type { LiveStream } from "./live-stream";
import { madeRoom } from "./made-room";
import { keyOf, OpenViews, type Reading, type SubscriptionParts, type View } from "./open-views";
import { hasNoRoom, patchOf, sendPatch, sendRefusal, sendSnapshot } from "./send-views";
import { Turns } from "./turns";
import { UnreadableQuery } from "./view-source";
import { noWants, type Wants } from "./wants";

const AT_FAULT = "This could not be computed. The server's log says why.";
const CROWDED =
  "The server has as much to keep up to date as it can, and this browser has asked for the most. Close some of its pages, then load this one again.";

/** What a row costs, about: enough to tell those who ask for little from those who ask for much. Milliseconds. */
const ROW_MS = 0.05;

/**
 * Fans views out to streams; equal views of equal scopes are one. Frames are coalesced; a slow reader gets no queue but a fresh start.
 * The work is done in turns; where all is too much, whoever asked for the most is given less.
 */
export class Subscriptions {
  readonly #views: OpenViews;
  readonly #wantsOf = new Map<LiveStream, Wants>();
  readonly #turns: Turns;
  readonly #due = new Set<View>();

  constructor(parts: SubscriptionParts) {
    this.#turns = new Turns(parts.clock, () => parts.fleet.catchUp());
    this.#views = new OpenViews(parts, (view) => this.#flushInTurn(view));
  }

  get views(): number {
    return this.#views.size;
  }

  /** Makes these the views of a stream. */
  set(stream: LiveStream, requests: readonly ViewRequest[]): void {
    const wants = this.#wantsOf.get(stream) ?? noWants();
    this.#wantsOf.set(stream, wants);
    wants.all = new Map(requests.map((request) => [request.id, canonicalViewRequest(request)]));
    for (const id of wants.shown) if (!wants.all.has(id)) wants.shown.delete(id);
    stream.account.expectedMs = [...wants.all.values()].reduce((sum, request) => sum + viewCostOf(request), 0) * ROW_MS;
    this.#settle(stream, wants);
  }

  /** What a stream's viewer may see has turned: views that stand still have no reader any more, others begin anew. Calls once all of them have begun. */
  turned(stream: LiveStream, settled: () => void): void {
    const wants = this.#wantsOf.get(stream);
    if (wants === undefined) return settled();
    wants.settled = settled;
    this.#settle(stream, wants);
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

  #settle(stream: LiveStream, wants: Wants): void {
    for (const reading of [...wants.readings.values()]) {
      const request = wants.all.get(reading.viewId);
      const reader = request === undefined ? null : stream.readerOf(request);
      if (request === undefined || reader === null || keyOf(request, reader) !== reading.view.key) this.#unsubscribe(reading);
    }
    wants.waiting.clear();
    for (const request of wants.all.values()) {
      if (wants.readings.has(request.id)) continue;
      if (stream.readerOf(request) !== null) wants.waiting.set(request.id, request);
      else if (!wants.shown.has(request.id)) sendRefusal(stream, request.id, NOT_CHECKED.detail);
    }
    this.#subscribeInTurn(stream, wants);
  }

  /** Gives a stream one after the other of the views that it wants when its turn comes: by then it may have ended, or want others. */
  #subscribeInTurn(stream: LiveStream, wants: Wants): void {
    if (wants.isInLine) return;
    if (wants.waiting.size === 0) {
      const { settled } = wants;
      wants.settled = null;
      return settled?.();
    }
    wants.isInLine = true;
    this.#inTurn(stream, () => {
      wants.isInLine = false;
      const [request] = wants.waiting.values();
      if (this.#wantsOf.get(stream) !== wants) return;
      if (request !== undefined) {
        wants.waiting.delete(request.id);
        this.#subscribe(stream, wants, request);
      }
      this.#subscribeInTurn(stream, wants);
    });
  }

  #subscribe(stream: LiveStream, wants: Wants, request: ViewRequest): void {
    const reader = stream.readerOf(request);
    const view = reader === null ? null : this.#openView(stream, request, reader);
    if (view === null) return;
    // A view that is out of date is brought up to date for its other readers before the newcomer joins in.
    this.#flush(view);
    if (!this.#views.has(view)) return sendRefusal(stream, request.id, AT_FAULT);
    const reading: Reading = { stream, viewId: request.id, n: 0, awaited: true, view };
    view.readers.add(reading);
    wants.readings.set(request.id, reading);
    wants.shown.add(request.id);
    this.#begin(reading);
  }

  /** A view that cannot be computed is a fault of ours: its readers are told, and everything else goes on. */
  #giveUp(view: View, thrown: unknown): void {
    log("error", "a view could not be computed", thrownFields(thrown));
    for (const { stream, viewId } of [...view.readers]) this.#drop(stream, viewId, AT_FAULT);
  }

  #drop(stream: LiveStream, viewId: number, problem: string): void {
    const reading = this.#wantsOf.get(stream)?.readings.get(viewId);
    sendRefusal(stream, viewId, problem);
    if (reading !== undefined) this.#unsubscribe(reading);
  }

  #openView(stream: LiveStream, request: ViewRequest, reader: Viewer): View | null {
    const known = this.#views.of(request, reader);
    if (known !== null) return known;
    try {
      const makeRoom = (most: LiveStream, viewId: number) => this.#drop(most, viewId, CROWDED);
      if (!madeRoom({ stream, cost: viewCostOf(request), views: this.#views, wantsOf: this.#wantsOf, drop: makeRoom }))
        return this.#refused(stream, request.id, CROWDED);
      return this.#views.open(request, reader);
    } catch (error) {
      if (error instanceof UnreadableQuery) return this.#refused(stream, request.id, error.message);
      log("error", "a view could not be opened", thrownFields(error));
      return this.#refused(stream, request.id, AT_FAULT);
    }
  }

  #refused(stream: LiveStream, viewId: number, problem: string): null {
    sendRefusal(stream, viewId, problem);
    return null;
  }

  #unsubscribe(reading: Reading): void {
    const { view } = reading;
    view.readers.delete(reading);
    this.#wantsOf.get(reading.stream)?.readings.delete(reading.viewId);
    this.#views.closeUnread(view);
  }

  /** Sends the whole view, where it is still wanted. */
  #begin(reading: Reading): void {
    const { view } = reading;
    if (!view.readers.has(reading)) return;
    try {
      this.#advance(view);
      sendSnapshot(reading);
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
    const patch = patchOf(view);
    for (const reading of [...view.readers]) {
      if (reading.stream.behind) this.refresh(reading.stream);
      else if (patch !== null && !reading.awaited) sendPatch(reading, patch);
    }
  }
}
