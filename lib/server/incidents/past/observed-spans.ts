import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import type { ClusterObservationStatus } from "@/lib/domain/incidents/observation";
import type { SourceName } from "@/lib/domain/source/source";
import { FIRST_LISTS_MS, LAG_MS } from "@/lib/server/history/queries/coverage";
import { type Span, uncovered } from "@/lib/server/history/queries/spans";
import { RECORDER_TIMINGS } from "@/lib/server/history/recorder-timings";

/** A window of observation in the history. */
export interface StoredWindow extends Span {
  /** The process that observed, by its number in the history. */
  readonly recorder: number;
  /** Undefined = a later version has this source. */
  readonly source: SourceName | undefined;
  readonly namespace: string;
  /** The reason of its end; null = it did not end in order. */
  readonly because: NotObservedReason["code"] | null;
}

/** A span in which one process observed all of a cluster that it may list. `after`: how the cluster was not observed after it; "stopped" = the process ended. */
export interface ObservedSpan extends Span {
  readonly recorder: number;
  readonly after: Exclude<ClusterObservationStatus, "observed"> | "stopped";
}

const MACHINES: SourceName = "workloadentries";
/** After these ends a source is not missing: it may not be listed, or it does not exist. */
const WITHDRAWN: readonly StoredWindow["because"][] = ["denied", "absent", "dropped"];
/** The process ended: its sources end at slightly different moments. */
const STOPPED: readonly StoredWindow["because"][] = [null, "stopped"];

/**
 * Returns the spans in which a cluster was observed, in order of time, from the windows of all its sources up to `now`. As for live pages, all sources of a
 * process that were listed once must be watched. Shorter gaps than the log reports are none.
 */
export function observedSpans(windows: readonly StoredWindow[], now: number): readonly ObservedSpan[] {
  const processes = groupedBy(windows, ({ recorder }) => String(recorder));
  const spans = processes.flatMap((own) => spansOfProcess(own, now)).sort((a, b) => a.from - b.from);
  const observed: ObservedSpan[] = [];
  for (const span of spans) {
    const last = observed.at(-1);
    if (last === undefined || span.from - last.to > (span.recorder === last.recorder ? RECORDER_TIMINGS.blindMs : 0)) observed.push(span);
    // Another replica observed it, too.
    else if (span.to > last.to) observed[observed.length - 1] = { ...span, from: last.from };
  }
  return observed;
}

function spansOfProcess(windows: readonly StoredWindow[], now: number): readonly ObservedSpan[] {
  const machines = windows.filter(({ source }) => source === MACHINES);
  if (machines.length === 0) return [];
  const bySource = groupedBy(windows, ({ source, namespace }) => `${source}\n${namespace}`);
  const sources = bySource.map((own) => own.sort((a, b) => a.from - b.from));
  const began = Math.min(...machines.map(({ from }) => from));
  const starts = sources.map(([first]) => first?.from ?? began).filter((from) => from - began <= FIRST_LISTS_MS);
  const last = machines.reduce((latest, one) => (one.to > latest.to ? one : latest));
  // A window that continues is extended every two seconds.
  const end = last.because === null && now - last.to <= LAG_MS ? Math.max(last.to, now) : last.to;
  const all = { from: Math.max(...starts), to: end };
  const observed = uncovered(
    sources.flatMap((own) => holesOf(own, last.to)),
    all,
  );
  return observed.map((span) => ({ ...span, recorder: last.recorder, after: sightAfter(windows, span.to, end) }));
}

/** The gaps of one source. The windows are in order of time. */
function holesOf(windows: readonly StoredWindow[], end: number): readonly Span[] {
  return windows.flatMap(({ to, because, source }, index) => {
    const isWithdrawn = source !== MACHINES && WITHDRAWN.includes(because);
    const next = windows[index + 1];
    if (isWithdrawn || (next === undefined && STOPPED.includes(because))) return [];
    return [{ from: to, to: next?.from ?? end }];
  });
}

function sightAfter(windows: readonly StoredWindow[], at: number, end: number): ObservedSpan["after"] {
  const ended = windows.filter(({ to, because }) => to === at && because !== null);
  if (ended.some(({ source, because }) => source === MACHINES && because === "denied")) return "denied";
  if (ended.some(({ because }) => because === "paused")) return "not-recorded";
  return at >= end && ended.every(({ because }) => STOPPED.includes(because)) ? "stopped" : "stale";
}

function groupedBy(windows: readonly StoredWindow[], key: (window: StoredWindow) => string): StoredWindow[][] {
  const groups = new Map<string, StoredWindow[]>();
  for (const window of windows) addTo(groups, key(window), window);
  return [...groups.values()];
}

function addTo(groups: Map<string, StoredWindow[]>, key: string, window: StoredWindow): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [window]);
  else group.push(window);
}
