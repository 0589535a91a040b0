import type { Frame, PatchFrame } from "@/lib/contract/views/frames";
import { MAX_VIEWS_PER_STREAM, type ViewRequest, type ViewState, viewsWithinCost } from "@/lib/contract/views/view";
import { applyPatch } from "./apply-frame";
import { viewKey, type WantedView } from "./view-key";

/** What a view is: its state, or why the server does not give it. */
export type ViewUpdate = { readonly kind: "state"; readonly state: ViewState } | { readonly kind: "refused"; readonly problem: string };

/** Hears of a view: what it is, and by which patch it came from what was told before, or null. */
export type TellView = (key: string, update: ViewUpdate, patch: PatchFrame | null) => void;

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

/** The views that ride on a stream, as far as frames have brought them; a gap in a view's counter begins that view anew, under another number. */
export class LiveViews {
  #held = new Map<number, Held>();
  #nextId = 1;

  constructor(private readonly tell: TellView) {}

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

  /** Takes a frame. False where it does not follow the last one: the server must be told the new number of its view. */
  take(frame: Frame): boolean {
    const held = this.#held.get(frame.v);
    if (held === undefined) return true;
    if (frame.t === "refused") {
      this.#give(held, { kind: "refused", problem: frame.problem }, null);
      return true;
    }
    if (frame.t === "patch" && (held.state === null || frame.n !== held.n + 1)) {
      this.#held.delete(frame.v);
      this.#hold(held.key, held.request, held.awaited);
      return false;
    }
    held.n = frame.n;
    held.state = frame.t === "snapshot" ? { head: frame.head, rows: frame.rows } : applyPatch(held.state ?? { head: {}, rows: [] }, frame);
    this.#give(held, { kind: "state", state: held.state }, frame.t === "patch" ? frame : null);
    return true;
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
