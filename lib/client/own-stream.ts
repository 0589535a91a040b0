import { LiveConnection } from "./live-connection";
import type { LiveSource, PageListener } from "./live-source";
import { browserSurroundings } from "./surroundings";
import { onNetworkChange, onReturn } from "./wake";

/** A stream of this page alone, for a browser without shared workers, or whose worker does not answer. */
export function ownStream(listener: PageListener): LiveSource {
  const connection = new LiveConnection(browserSurroundings(window.location.origin), listener);
  connection.start();
  const reopen = () => connection.reopen();
  const off = onReturn(() => {
    listener.doubt();
    reopen();
  });
  const offNetwork = onNetworkChange(reopen);
  return {
    want: (views) => connection.want(views),
    wake: reopen,
    handOver: () => connection.handOver(),
    signedOut: () => connection.reopen(true),
    close: () => {
      off();
      offNetwork();
      connection.stop();
    },
  };
}
