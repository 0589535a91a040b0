import type { LiveSource, PageListener } from "./live-source";
import type { WantedView } from "./view-key";

/** Milliseconds until what could not be loaded is asked for again. */
const AGAIN_MS = 3_000;

const NOT_LOADED = { phase: "lost", beat: null, beatAgeMs: 0, build: "", viewer: "", loss: "", isWithdrawn: false } as const;

/**
 * A source whose code is loaded when it is needed, until that succeeds: most pages never need it. Before it is here, the page is not live, and is
 * told so as soon as loading fails. What the page wants meanwhile is wanted of the source once that is here.
 */
export function loadedSource(listener: PageListener, load: () => Promise<(listener: PageListener) => LiveSource>): LiveSource {
  let source: LiveSource | null = null;
  let wanted: readonly WantedView[] = [];
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    timer = undefined;
    load().then(
      (begin) => {
        if (isClosed) return;
        source = begin(listener);
        source.want(wanted);
      },
      () => {
        if (isClosed) return;
        listener.status(NOT_LOADED);
        timer = setTimeout(open, AGAIN_MS);
      },
    );
  };
  const openNow = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    open();
  };
  open();
  return {
    want: (views) => {
      wanted = views;
      source?.want(views);
    },
    wake: () => (source === null ? openNow() : source.wake()),
    handOver: () => source?.handOver(),
    signedOut: () => source?.signedOut(),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      source?.close();
    },
  };
}
