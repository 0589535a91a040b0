import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { hasSameEntryContent } from "@/lib/domain/history/entry-parts";
import type { Clock } from "@/lib/server/clock";
import type { LiveFleet } from "@/lib/server/fleet/live-fleet";
import { createRecorder, type Recorder } from "@/lib/server/history/recorder";
import type { FakeKubeApi } from "@/lib/testing/fake-kube-api";
import { ArrayHistory, type KeptSubject, type KeptTransition, type KeptVersion } from "@/lib/testing/server/array-history";
import { createServerLog, type Logged, type ServerLog } from "./server-log";

/** Does every event of the server's reach its watches, or do some faults take one away that nobody can miss? */
export interface LogFaith {
  readonly isWhole: boolean;
}

/** A recorder beside a run, and what its records should be by the server's own log. */
export interface Memory {
  readonly recorder: Recorder;
  /** Where the records and the log disagree, in words; null = nowhere. */
  difference(): string | null;
}

interface Remembered {
  readonly api: FakeKubeApi;
  readonly fleet: LiveFleet;
  readonly clock: Clock;
  readonly cluster: string;
  readonly log: LogFaith;
}

/** What was written so shortly before a proof of life may still be on its way; milliseconds of the product's time. */
const ON_ITS_WAY_MS = 15_000;

export function remember({ api, fleet, clock, cluster, log: { isWhole } }: Remembered): Memory {
  const history = new ArrayHistory();
  const log = createServerLog(api, clock, cluster);
  const recorder = createRecorder({ fleet, writer: history, history, clock });
  return {
    recorder,
    difference() {
      for (const kept of history.subjects.values()) {
        if (kept.subject.kind !== "entry") continue;
        const found = differenceOf(kept, log, history, isWhole);
        if (found !== null) return `history of ${kept.subject.uid}: ${found}`;
      }
      const unknown = [...log.uids].find((uid) => log.now(uid) !== null && history.versionsOf("entry", uid).every(({ to }) => to !== null));
      return unknown === undefined ? null : `history of ${unknown} is ended and should be open`;
    },
  };
}

function differenceOf({ subject, versions }: KeptSubject, log: ServerLog, history: ArrayHistory, isWhole: boolean): string | null {
  const { uid } = subject;
  const truth = log.of(uid);
  const told = history.transitions.filter((one) => one.subject.uid === uid && one.subject.kind === "entry");
  const seen = new Set<Logged>();
  // A fault that nobody can notice is found late, and by something else: what is then told of its time is as good as can be.
  const isTimely = isWhole && log.restores === 0;
  let place = -1;
  for (const version of versions) {
    place = truth.findIndex((one, at) => at > place && isOf(version, one));
    const written = truth[place];
    if (written === undefined) return `${wordsOf(version)} is recorded and should be a later version of the server's log, in its order`;
    seen.add(written);
    const when = isTimely ? timeDifference(version, written.at) : null;
    if (when !== null) return `${wordsOf(version)} ${when}`;
  }
  return endDifference(truth, versions, told, isTimely) ?? turnDifference(versions, told) ?? (isWhole ? missingIn(truth, seen, log, history) : null);
}

/** The version is the log's, in every field that is kept. */
function isOf({ shape, moving }: KeptVersion, { entry, resourceVersions }: Logged): boolean {
  if (entry === null) return false;
  const { cluster, namespace, name, uid } = entry;
  const kept = { cluster, namespace, name, uid, ...(shape as object), ...(moving as object) } as WorkloadEntry;
  return resourceVersions.has(kept.resourceVersion) && hasSameEntryContent(kept, entry);
}

function timeDifference({ at, notBefore }: { readonly at: number; readonly notBefore: number | null }, written: number): string | null {
  if (at < written) return `is recorded before it was written and should be after ${written - at} ms`;
  if (notBefore !== null && written < notBefore - ON_ITS_WAY_MS) return `is recorded as later than it was and should be ${notBefore - written} ms earlier`;
  return null;
}

/** Every end is one of the log's, at its time; what the log has now is open, with its content. */
function endDifference(truth: readonly Logged[], versions: readonly KeptVersion[], told: readonly KeptTransition[], isTimely: boolean): string | null {
  for (const end of told.filter(({ type }) => type === "ended")) {
    const removals = truth.filter(({ entry }) => entry === null);
    if (!removals.some(({ at }) => (isTimely ? timeDifference(end, at) === null : at <= end.at)))
      return `an end at ${end.at} is recorded and should be one of ${removals.map(({ at }) => at).join(" ")}`;
  }
  const last = truth.at(-1);
  const open = versions.filter(({ to }) => to === null);
  if (last === undefined || last.entry === null) return open.length === 0 ? null : "it is open and should be ended";
  const [held] = open;
  if (open.length !== 1 || held === undefined) return `${open.length} versions are open and should be one`;
  // A restore may have brought back what was held all along, under an older number.
  const resourceVersions = new Set([(held.moving as WorkloadEntry).resourceVersion]);
  return isOf(held, { ...last, resourceVersions }) ? null : `${wordsOf(held)} is open and should be ${last.entry.address}`;
}

/** Between two versions a report turned exactly where it says something else: what came again did not turn. */
function turnDifference(versions: readonly KeptVersion[], told: readonly KeptTransition[]): string | null {
  for (const [at, version] of versions.entries()) {
    const before = versions[at - 1];
    if (before === undefined || before.to !== version.at) continue;
    const [from, to] = [statusOf(before), statusOf(version)];
    const turns = told.filter(({ type, versionKey }) => type === "health" && versionKey === version.versionKey).length;
    // A version that follows an end at the same moment is a new life, not a turn.
    if (told.some((one) => one.versionKey === version.versionKey && one.type === "appeared")) continue;
    if (turns !== (from === to ? 0 : 1)) return `${turns} turns of health from "${from}" to "${to}" are recorded and should be ${from === to ? 0 : 1}`;
  }
  return null;
}

/** Within an unbroken window every version is there that was written in it and had its successor in it. */
function missingIn(truth: readonly Logged[], seen: ReadonlySet<Logged>, log: ServerLog, history: ArrayHistory): string | null {
  for (const { watched, from, to } of history.windows.values()) {
    if (watched !== "workloadentries") continue;
    const end = Math.min(to - ON_ITS_WAY_MS, log.firstRestoreAt);
    const missing = truth.find((one, at) => {
      const next = truth[at + 1];
      return one.entry !== null && one.at > from && next !== undefined && next.at < end && !seen.has(one);
    });
    if (missing !== undefined) return `${missing.entry?.address} at ${missing.at} is missing and should be recorded, by the window ${from}..${to}`;
  }
  return null;
}

function statusOf({ moving }: KeptVersion): string {
  return (moving as WorkloadEntry).health?.status ?? "";
}

function wordsOf({ shape, moving }: KeptVersion): string {
  return `${(shape as WorkloadEntry).address}@${(moving as WorkloadEntry).resourceVersion}`;
}
