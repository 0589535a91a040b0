import type { Frame, PatchFrame } from "@/lib/contract/views/frames";
import { MAX_VIEWS_PER_STREAM, rowCountFromHead, type ViewRequest, type ViewState, viewsWithinCost } from "@/lib/contract/views/view";
import { applyPatch } from "./apply-frame";
import { viewKey, type WantedView } from "./view-key";

/** What a view is: its state, or why the server does not give it. */
export type ViewUpdate = { readonly kind: "state"; readonly state: ViewState } | { readonly kind: "refused"; readonly problem: string };

/** Hears of a view: what it is, and by which patch it came from what was told before, or null. */
export type TellView = (key: string, update: ViewUpdate, patch: PatchFrame | null) => void;

/** Receives the reason why a patch did not fit its view. The view is requested again. */
export type ReportMisfit = (reason: string) => void;

interface Held {
  readonly key: string;
  readonly request: ViewRequest;
  n: number;
  state: ViewState | null;
  /** What the listener was told last. */
  told: ViewUpdate | null;
  /** True from the beginning of a stream until it has brought this view. */
  awaited: boolean;
}

/** The views of a stream, as its frames have built them. A patch that does not fit its view begins this view again, under another number. */
export class LiveViews {
  #held = new Map<number, Held>();
  #nextId = 1;

  constructor(
    private readonly tell: TellView,
    private readonly reportMisfit: ReportMisfit = () => undefined,
  ) {}

  /** The requests as the server is to know them. */
  get requests(): readonly ViewRequest[] {
    return [...this.#held.values()].map((held) => held.request);
  }

  /** Has the stream brought every view that was wanted when it began? Before it has, what is shown is still the past. */
  get areCurrent(): boolean {
    return [...this.#held.values()].every((held) => !held.awaited);
  }

  /** Is there something to show of the view with this number? */
  isShown(id: number): boolean {
    return (this.#held.get(id)?.state ?? null) !== null;
  }

  /** What was last told of a view that is wanted, for whoever asks late. */
  updateOf(key: string): ViewUpdate | null {
    for (const held of this.#held.values()) if (held.key === key) return held.told;
    return null;
  }

  /** Makes these the views; those that stay keep their state. True where the server must be told. */
  want(views: readonly WantedView[]): boolean {
    const all = new Map(views.map((view) => [viewKey(view), view]));
    const wanted = new Map(viewsWithinCost([...all.values()].slice(0, MAX_VIEWS_PER_STREAM)).map((view) => [viewKey(view), view]));
    const gone = [...this.#held].filter(([, held]) => !wanted.delete(held.key));
    for (const [id] of gone) this.#held.delete(id);
    for (const [key, view] of wanted) this.#hold(key, view, false);
    return gone.length > 0 || wanted.size > 0;
  }

  /** A new stream has begun: its snapshots are awaited. */
  begin(): void {
    for (const held of this.#held.values()) {
      held.n = -1;
      held.awaited = true;
    }
  }

  /** Nothing that was told counts any more. */
  forget(): void {
    for (const held of this.#held.values()) Object.assign(held, { n: -1, state: null, told: null });
  }

  /** Applies a frame. Returns false if it is a patch that does not fit its view: the server must receive the new number of this view. */
  take(frame: Frame): boolean {
    const held = this.#held.get(frame.v);
    if (held === undefined) return true;
    if (frame.t === "refused") {
      this.#give(held, { kind: "refused", problem: frame.problem }, null);
      return true;
    }
    const state = frame.t === "snapshot" ? { head: frame.head, rows: frame.rows } : this.#patched(held, frame);
    if (state === null) {
      this.#held.delete(frame.v);
      this.#hold(held.key, held.request, held.awaited);
      return false;
    }
    held.n = frame.n;
    held.state = state;
    this.#give(held, { kind: "state", state }, frame.t === "patch" ? frame : null);
    return true;
  }

  /** Null if the patch does not fit the view. */
  #patched({ request, state, n }: Held, patch: PatchFrame): ViewState | null {
    try {
      if (state === null || patch.n !== n + 1) throw new Error(`frame ${patch.n} after frame ${n}`);
      const after = applyPatch(state, patch);
      const counted = rowCountFromHead(request, after.head);
      if (counted !== null && after.rows.length !== counted) throw new Error(`${after.rows.length} rows instead of ${counted}`);
      return after;
    } catch (error) {
      this.reportMisfit(`The view "${request.kind}" is requested again after a patch that did not fit: ${error instanceof Error ? error.message : error}.`);
      return null;
    }
  }

  /** Says of every view that has brought nothing yet why it does not: it may still come. */
  refuseAwaited(problem: string): void {
    for (const held of this.#held.values()) if (held.told === null) this.tell(held.key, { kind: "refused", problem }, null);
  }

  #hold(key: string, view: WantedView, awaited: boolean): void {
    const id = this.#nextId++;
    this.#held.set(id, { key, request: { ...view, id }, n: -1, state: null, told: null, awaited });
  }

  #give(held: Held, update: ViewUpdate, patch: PatchFrame | null): void {
    held.awaited = false;
    held.told = update;
    this.tell(held.key, update, patch);
  }
}
