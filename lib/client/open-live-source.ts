import type { PatchFrame } from "@/lib/contract/views/frames";
import type { FromWorker, LiveSource, PageListener, ToWorker } from "./live-source";
import { loadedSource } from "./loaded-source";
import { RelayedViews } from "./relayed-views";
import { workerName } from "./session-channel";
import type { WantedView } from "./view-key";
import { onNetworkChange, onReturn } from "./wake";
import { keepAsking } from "./worker-life";

/** The one stream of a browser's viewer through a shared worker; where there is none, or it does not answer, a stream of this page's own. */
export function openLiveSource(listener: PageListener, viewer: string): LiveSource {
  let wanted: readonly WantedView[] = [];
  let source = sharedStream(listener, viewer, () => {
    source.close();
    source = ownStream(listener);
    source.want(wanted);
  });
  return {
    want: (views) => {
      wanted = views;
      source.want(views);
    },
    wake: () => source.wake(),
    handOver: () => source.handOver(),
    signedOut: () => source.signedOut(),
    close: () => source.close(),
  };
}

/** A stream of this page's own. A page whose worker holds the stream never loads what it is made of. */
function ownStream(listener: PageListener): LiveSource {
  return loadedSource(listener, async () => (await import("./own-stream")).ownStream);
}

/** `onFailure` is called once, where the worker cannot be loaded or says nothing. */
function sharedStream(listener: PageListener, viewer: string, onFailure: () => void): LiveSource {
  const worker = openWorker(viewer);
  if (worker === null) return ownStream(listener);
  let wanted: readonly WantedView[] = [];
  let turn = 0;
  let views = new RelayedViews();
  const say = (message: ToWorker) => worker.port.postMessage(message);
  const want = () => say({ t: "want", views: wanted, turn });
  const beginAgain = () => {
    turn++;
    views = new RelayedViews();
    want();
  };
  const patched = (key: string, patch: PatchFrame) => {
    try {
      return views.patch(key, patch);
    } catch {
      // The patch fits the view of the worker, which sends all views of this page whole.
      beginAgain();
      return null;
    }
  };
  const life = keepAsking(
    () => say({ t: "here" }),
    onFailure,
    () => performance.now(),
  );
  worker.addEventListener("error", life.fail);
  const take = (data: FromWorker) => {
    if (data.t === "who") want();
    // What was sent to this page before it slept is the past.
    if (data.turn !== turn) return;
    if (data.t === "view") listener.view(data.key, views.take(data.key, data.update));
    if (data.t === "patch") {
      const update = patched(data.key, data.patch);
      if (update !== null) listener.view(data.key, update);
    }
    if (data.t !== "status") return;
    if (data.args[0].isWithdrawn) views = new RelayedViews();
    listener.status(...data.args);
  };
  worker.port.addEventListener("message", ({ data }: MessageEvent<readonly FromWorker[]>) => {
    life.heard();
    for (const message of data) take(message);
  });
  worker.port.start();
  const bye = () => say({ t: "bye" });
  const woke = () => say({ t: "woke" });
  window.addEventListener("pagehide", bye);
  const offNetwork = onNetworkChange(woke);
  const off = onReturn(() => {
    listener.doubt();
    life.heard();
    woke();
    beginAgain();
  });
  return {
    want: (next) => {
      wanted = next;
      views.keep(next);
      want();
    },
    wake: woke,
    handOver: () => say({ t: "renewed" }),
    signedOut: () => say({ t: "over" }),
    close: () => {
      bye();
      life.stop();
      off();
      window.removeEventListener("pagehide", bye);
      offNetwork();
      worker.port.close();
    },
  };
}

/** A worker holds what one viewer sees, and has that viewer's name. Null where this browser, or its settings, have no shared workers. */
function openWorker(viewer: string): SharedWorker | null {
  if (typeof SharedWorker === "undefined") return null;
  try {
    return new SharedWorker(new URL("./live-worker.ts", import.meta.url), { type: "module", name: workerName(viewer) });
  } catch {
    return null;
  }
}
