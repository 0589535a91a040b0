import type { Kysely } from "kysely";
import type { ChartMarker } from "@/lib/contract/answers/history";
import { MAX_ROLLOUT_PAUSE_MS } from "@/lib/domain/control-plane/rollouts";
import { ENDING_CAUSES, isPlannedEnd, OBJECT_TRANSITIONS } from "@/lib/domain/history/transition";
import type { Scope } from "@/lib/domain/source/scope";
import { nounOf } from "@/lib/format/source-words";
import { clusterBefore } from "@/lib/format/text/cluster";
import { rolloutId } from "@/lib/server/control-plane/rollout/wire-board";
import type { HistorySchema } from "@/lib/server/history/schema";
import { detailOf, type Happened, transitions, WITHIN_THE_RECORD } from "./happened";
import type { PickedMachines } from "./series-in-sight";
import type { Span } from "./spans";
import { thingsInSight } from "./things-in-sight";

const MARKED = [...OBJECT_TRANSITIONS, "ended"] as const;
const READ_AT_MOST = 4_000;
const MARKERS = 24;

const LABELS: Readonly<Record<string, string>> = {
  "group-created": "group created",
  "group-edited": "group edited",
  "group-deleted": "group deleted",
  "service-created": "service created",
  "service-changed": "service changed",
  "service-deleted": "service deleted",
};

/** What to mark above a band: edits, istiod's comings and goings as one roll-out, and losses of a moment as one. The most telling stay where there are many. */
export async function markersIn(
  database: Kysely<HistorySchema>,
  picked: PickedMachines,
  span: Span,
  scope: Scope,
  /** Which of the things that may be marked are meant; all where it is left out. */
  isMeant: (thing: Happened) => boolean = () => true,
): Promise<ChartMarker[]> {
  // What is marked is rare, and found by its type: in order of time one would pass everything that is not.
  const rare = database
    .selectFrom("transition")
    .select("id")
    .where("type", "in", [...MARKED])
    .where("at", ">=", span.from)
    .where("at", "<=", span.to);
  const things = await transitions(database)
    .where("transition.id", "in", rare)
    .where(thingsInSight(scope, picked))
    .where(WITHIN_THE_RECORD)
    .$if(picked.group !== null, (query) =>
      query.where(({ or, and, eb }) =>
        or([
          eb("subject.kind", "in", ["replica"]),
          and([eb("subject.kind", "=", "group"), eb("subject.name", "=", picked.group ?? "")]),
          eb("series.group_name", "=", picked.group ?? ""),
        ]),
      ),
    )
    .orderBy("at", "desc")
    .orderBy("transition.id", "desc")
    .limit(READ_AT_MOST)
    .execute();
  const severalClusters = (picked.clusters.length === 0 ? scope.knownClusters.size : picked.clusters.length) > 1;
  return marked(things.reverse().filter(isMeant), (span.to - span.from) / 60, severalClusters);
}

/**
 * Things in order of time. Those of one kind (and group) within `together` milliseconds of the first make one marker. A rollout of istiod is one marker, too.
 * Its label names the cluster if there are several.
 */
function marked(things: readonly Happened[], together: number, severalClusters: boolean): ChartMarker[] {
  const open = new Map<string, { readonly things: Happened[]; readonly kind: ChartMarker["kind"] }>();
  const done: Group[] = [];
  for (const thing of things) {
    const kind = kindOf(thing);
    if (kind === null) continue;
    const key =
      kind === "istiod" ? `istiod ${thing.cluster}` : `${kind} ${thing.cluster}/${thing.namespace}/${thing.kind === "entry" ? thing.group_name : thing.name}`;
    const group = open.get(key);
    const isSame = kind === "istiod" ? thing.at - (group?.things.at(-1)?.at ?? 0) <= MAX_ROLLOUT_PAUSE_MS : thing.at - (group?.things[0]?.at ?? 0) <= together;
    if (group !== undefined && isSame) group.things.push(thing);
    else {
      const fresh = { things: [thing], kind };
      open.set(key, fresh);
      done.push(fresh);
    }
  }
  const groups = done.flatMap((one) => (one.kind === "istiod" && !isRollout(one.things) ? splitByTime(one, together) : [one]));
  const ranked = [...groups].sort((a, b) => b.things.length - a.things.length).slice(0, MARKERS);
  const places = new Map(things.map((thing, place) => [thing, place]));
  const placeOf = ({ things: [first] }: Group) => (first === undefined ? 0 : (places.get(first) ?? 0));
  const inOrder = groups.filter((one) => ranked.includes(one)).sort((a, b) => placeOf(a) - placeOf(b));
  return inOrder.map(({ things: alike, kind }) => markerOf(alike, kind, severalClusters));
}

interface Group {
  readonly things: readonly Happened[];
  readonly kind: ChartMarker["kind"];
}

/** Divides the things of a group, in order of time, so that each part has those within `together` milliseconds of its first. */
function splitByTime({ things, kind }: Group, together: number): readonly Group[] {
  const parts: Happened[][] = [];
  for (const thing of things) {
    const part = parts.at(-1);
    if (part !== undefined && thing.at - (part[0]?.at ?? 0) <= together) part.push(thing);
    else parts.push([thing]);
  }
  return parts.map((part) => ({ things: part, kind }));
}

function kindOf({ type, to_word, kind }: Happened): ChartMarker["kind"] | null {
  if (type === "ended") {
    const cause = ENDING_CAUSES.find((one) => one === to_word);
    return kind === "entry" && cause !== undefined && !isPlannedEnd(cause) ? "losses" : null;
  }
  if (type === "group-created" || type === "group-edited" || type === "group-deleted") return type;
  return type.startsWith("replica-") ? "istiod" : "service";
}

function markerOf(things: readonly Happened[], kind: ChartMarker["kind"], severalClusters: boolean): ChartMarker {
  const [first] = things;
  const names = [...new Set(things.map(({ name }) => name))];
  const text =
    first === undefined
      ? ""
      : kind === "losses"
        ? `${first.group_name || first.namespace} −${things.length}`
        : kind === "istiod"
          ? istiodLabel(things)
          : (LABELS[first.type] ?? objectLabel(first));
  const label = clusterBefore(first?.cluster ?? "", severalClusters, text);
  const detail =
    kind === "losses" || kind === "istiod"
      ? names.slice(0, 10).join(", ")
      : things
          .map(detailOf)
          .filter((text) => text !== "")
          .join("\n");
  const firstEnd = kind === "istiod" && isRollout(things) ? things.find(({ type }) => type !== "replica-came") : undefined;
  const marker = { at: (firstEnd ?? first)?.at ?? 0, kind, label, detail, count: things.length };
  return firstEnd === undefined ? marker : { ...marker, rollout: rolloutId({ cluster: firstEnd.cluster, from: firstEnd.at }) };
}

/** "DestinationRule changed": the label of a thing that has none of its own. */
function objectLabel({ type, kind }: Happened): string {
  return `${nounOf(kind) ?? "object"} ${type.replace("object-", "")}`;
}

/** Replicas started and others ended. */
function isRollout(things: readonly Happened[]): boolean {
  const types = new Set(things.map(({ type }) => type));
  return types.has("replica-came") && types.has("replica-went");
}

function istiodLabel(things: readonly Happened[]): string {
  const types = new Set(things.map(({ type }) => type));
  if (isRollout(things)) return "istiod rolled";
  if (types.has("replica-went")) return things.length === 1 ? "istiod replica gone" : `${things.length} istiod replicas gone`;
  return types.has("replica-restarted") ? "istiod restarted" : "istiod replica came";
}
