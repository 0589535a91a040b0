import { LiveConnection, type LiveListener } from "./live-connection";
import type { FromWorker, LiveSource, ToWorker } from "./live-source";
import { browserSurroundings } from "./surroundings";
import type { WantedView } from "./view-key";
import { onWake } from "./wake";

const HERE_MS = 20_000;

/** The browser's one stream through a shared worker; where there is none, a stream of this page's own. */
export function openLiveSource(listener: LiveListener): LiveSource {
  return typeof SharedWorker === "undefined" ? ownStream(listener) : sharedStream(listener);
}

function ownStream(listener: LiveListener): LiveSource {
  const connection = new LiveConnection(browserSurroundings(window.location.origin), listener);
  connection.start();
  const off = [onWake(() => connection.reopen()), onReturn(() => connection.reopen())];
  return {
    want: (views) => connection.want(views),
    close: () => {
      for (const stop of off) stop();
      connection.stop();
    },
  };
}

function sharedStream(listener: LiveListener): LiveSource {
  const worker = new SharedWorker(new URL("./live-worker.ts", import.meta.url), { type: "module", name: "stolos-live" });
  let wanted: readonly WantedView[] = [];
  const say = (message: ToWorker) => worker.port.postMessage(message);
  worker.port.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    if (data.t === "view") listener.view(...data.args);
    if (data.t === "status") listener.status(...data.args);
    if (data.t === "who") say({ t: "want", views: wanted });
  });
  worker.port.start();
  const here = setInterval(() => say({ t: "here" }), HERE_MS);
  const bye = () => say({ t: "bye" });
  window.addEventListener("pagehide", bye);
  const off = onReturn(() => {
    say({ t: "want", views: wanted });
    say({ t: "woke" });
  });
  return {
    want: (views) => {
      wanted = views;
      say({ t: "want", views });
    },
    close: () => {
      bye();
      clearInterval(here);
      off();
      window.removeEventListener("pagehide", bye);
      worker.port.close();
    },
  };
}

/** Calls when the page comes back from the back/forward cache or the network comes back. */
function onReturn(call: () => void): () => void {
  const onShow = (event: PageTransitionEvent) => event.persisted && call();
  window.addEventListener("pageshow", onShow);
  window.addEventListener("online", call);
  return () => {
    window.removeEventListener("pageshow", onShow);
    window.removeEventListener("online", call);
  };
}
