import { LiveConnection } from "./live-connection";
import { inOneTask, LiveRelay } from "./live-relay";
import type { FromWorker, ToWorker } from "./live-source";
import { onSession, viewerOfWorker } from "./session-channel";
import { browserSurroundings } from "./surroundings";
import { onWake } from "./wake";

/** The shared worker: one stream for all pages of a browser that are drawn for one viewer, whose name it has. */

const surroundings = browserSurroundings(self.location.origin);
const relay = new LiveRelay((listener) => new LiveConnection(surroundings, listener), surroundings.now);

setInterval(() => relay.forgetSilent(), 30_000);
onWake(() => relay.wake());

// Whoever signs out, or in as somebody else, leaves nothing behind.
onSession((viewer) => {
  if (viewer !== viewerOfWorker(self.name)) self.close();
});

self.addEventListener("connect", (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (port === undefined) return;
  const take = relay.join(inOneTask((messages: readonly FromWorker[]) => port.postMessage(messages)));
  port.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => take(data));
  port.start();
});
