"use client";

import { clsx } from "clsx";
import { Sentence, statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { groupHref } from "@/components/table/group-href";
import { LineParts } from "@/components/table/line-parts";
import { useZone } from "@/components/table/use-zone";
import { Headline, Of } from "@/components/ui/headline";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { LoadedLater } from "@/components/ui/loaded-later";
import { useNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { usePast } from "@/lib/client/past";
import { useIsWall } from "@/lib/client/use-is-wall";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { FleetHead } from "@/lib/contract/views/fleet";
import { fleetLine, fleetTotal } from "@/lib/domain/statements/fleet";
import { fleetHeadline, fleetLineText } from "@/lib/format/fleet-sentence";
import { type FleetQuietLinePart, fleetQuietLineParts, fleetTroubleText } from "@/lib/format/fleet-trouble";
import type { LinePart } from "@/lib/format/headline";
import { inReached, notKnownSentence, notReachedSentence } from "@/lib/format/reached-clusters";
import { joinParts } from "@/lib/format/text/lists";
import { momentOf, type TextContext } from "@/lib/format/text/tense";
import type { ReachableFleet } from "./counted-fleet";
import { HeadlineTroubleLine } from "./trouble-line";
import { groupsInTroublePath } from "./troubled-groups";
import { type FleetTroubleState, useStableHeadlineSubject } from "./use-fleet-trouble";

/** Loaded after the headline, if incidents are known. */
const loadIncidentLine = partLoader(() => import("./incident-line"));
const IncidentLine = lazyPart(loadIncidentLine, (loaded) => loaded.HeadlineIncidentLine);

/** The headline is at most one line on a desktop and three on a phone, so that the page below keeps its place. At 200 % zoom it may wrap. */
const ONE_TROUBLE = "min-w-0 min-[1100px]:truncate max-desk:line-clamp-3";

interface FleetHeadlineProps {
  readonly counted: ReachableFleet;
  readonly trouble: FleetTroubleState;
  /** The facts for the line below the headline. A wall display shows them elsewhere. */
  readonly line: readonly LinePart[];
}

/**
 * The headline of Fleet and On call: the total, then the worst incident, or the worst trouble without an incident. A phone shows the trouble first.
 */
export function FleetHeadline({ counted: { head, reached, notReached, tense, query }, trouble, line }: FleetHeadlineProps) {
  const { worst, incidents, quiet } = useStableHeadlineSubject(trouble);
  const isWall = useIsWall();
  const zone = useZone();
  const severalClusters = useSeveralClusters();
  const missing = usePast() === null ? notReachedSentence : notKnownSentence;
  const now = useNow();
  const context: TextContext = { tense, now: momentOf(tense, now), zone, severalClusters };
  const total = fleetTotal(head);
  const { strong, of, rest } = inReached(fleetHeadline(total, context.tense), reached);
  const today = worst !== null && (
    <span className={isWall ? undefined : ONE_TROUBLE}>
      <HeadlineTroubleLine trouble={worst} text={fleetTroubleText(worst, context)} />
    </span>
  );
  const isLoud = Boolean(incidents?.worst ?? (worst !== null && worst.kind !== "no-new-trouble"));
  const parts = [...fleetQuietLineParts(quiet, context).map((part) => linked(part, query, head)), ...line];
  const sentences = [strong, of, rest, ...notReached.map((statement) => missing(statement, context))];
  return (
    <Headline wide steady={!isWall} isQuiet={!isWall} sub={isWall ? undefined : <LineParts parts={parts} />}>
      <span className={clsx("flex flex-col", isLoud && !isWall && "max-desk:min-h-[calc(3lh+1.5rem)]")}>
        <span
          className={clsx(
            !isWall && "min-[1100px]:truncate",
            isLoud && "max-desk:order-last max-desk:mt-auto max-desk:pt-1.5 max-desk:text-l max-desk:font-normal max-desk:text-ink-2",
          )}
          data-line="total"
          title={joinParts(sentences, " ")}
        >
          <span {...statementAttributes(total, context.tense)}>
            <b className={total.kind === "fleet-registered" ? toneText.blind : undefined}>{strong}</b> {of !== "" && <Of title={sizesTitle(head)}>{of} </Of>}
            {rest}
          </span>
          {/* Smaller, so that both sentences fit on one line of a desktop screen. A wall has them in its first line. */}
          {!isWall && (
            <span className="desk:text-xl">
              <NotReachedClusters statements={notReached} context={context} />
            </span>
          )}
        </span>{" "}
        {incidents === null ? (
          today
        ) : (
          <LoadedLater load={loadIncidentLine} fallback={today}>
            <IncidentLine incidents={incidents} worst={worst} context={context} query={query} />
          </LoadedLater>
        )}
      </span>
    </Headline>
  );
}

interface NotReachedClustersProps {
  readonly statements: ReachableFleet["notReached"];
  readonly context: TextContext;
}

/** A sentence for each cluster that is not reached, or was not known at a moment of the past. */
export function NotReachedClusters({ statements, context }: NotReachedClustersProps) {
  const textOf = usePast() === null ? notReachedSentence : notKnownSentence;
  return statements.map((statement) => (
    <Sentence key={statement.cluster} of={statement} className={toneText.blind}>
      {` ${textOf(statement, context)}`}
    </Sentence>
  ));
}

/** Adds the link of a part: the group with long-running trouble, the list of such groups, or machines whose entries still name an ended replica. */
function linked(part: FleetQuietLinePart, query: string, { rollout }: FleetHead): LinePart {
  const old = part.statement;
  if (old.kind === "fleet-rollout" && rollout !== null) return { ...part, href: waitingMachines(query, rollout) };
  if (old.kind !== "long-running") return part;
  return { ...part, href: old.more > 0 ? groupsInTroublePath(query, "old") : groupHref({ ...old, name: old.group }) };
}

function waitingMachines(query: string, { cluster, replicas }: NonNullable<FleetHead["rollout"]>): string {
  const terms = replicas.map((value) => ({ kind: "facet", facet: "replica", value, negated: false }) as const);
  return pagePaths.entries(formatListQuery({ ...parseMachinesQuery(query), clusters: [cluster], terms }));
}

const SIZES: ReadonlySet<string> = new Set(["fleet-size", "expected-sizes", "groups-without-expected", "accepted-losses"]);

/** Tooltip of the total: the groups and expected sizes that it adds up. */
function sizesTitle(head: FleetHead): string {
  const sizes = fleetLine(head).filter(({ kind }) => SIZES.has(kind));
  return sizes.map(fleetLineText).join(", ");
}
