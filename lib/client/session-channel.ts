/** What a page tells all other pages and workers of the browser: who signed in (as pages know their viewer), or ("") that nobody is any more. */
interface SessionNews {
  readonly viewer: string;
  /** Which page or worker tells it: it knows already. */
  readonly teller: number;
}

const OWN = Math.random();

const CHANNEL = "stolos-session";
const WORKER = "stolos-live-";

/** The name of the shared worker that holds what a viewer sees. */
export function workerName(viewer: string): string {
  return `${WORKER}${viewer}`;
}

/** Whose worker has this name. */
export function viewerOfWorker(name: string): string {
  return name.slice(WORKER.length);
}

/** Tells all other pages, and every worker. */
export function tellSession(viewer: string): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ viewer, teller: OWN } satisfies SessionNews);
  channel.close();
}

/** Hears of what other pages tell, not this one; gives back what ends that. */
export function onSession(heard: (viewer: string) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<SessionNews>) => data.teller !== OWN && heard(data.viewer));
  return () => channel.close();
}
