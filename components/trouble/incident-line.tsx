"use client";

import { clsx } from "clsx";
import { Sentence } from "@/components/state/statement";
import { Link } from "@/lib/client/page-link";
import { useIsWall } from "@/lib/client/use-is-wall";
import { pagePaths } from "@/lib/contract/url/paths";
import { type FleetIncidents, incidentLine } from "@/lib/domain/statements/fleet-incidents";
import type { FleetTrouble } from "@/lib/domain/statements/fleet-trouble";
import { incidentLineText, moreIncidentsText } from "@/lib/format/incident-line";
import { joinParts } from "@/lib/format/text/lists";
import type { TextContext } from "@/lib/format/text/tense";
import { HeadlineTroubleLine } from "./trouble-line";

interface IncidentLineProps {
  readonly incidents: FleetIncidents;
  /** The worst trouble, used if no incident is open. */
  readonly worst: FleetTrouble | null;
  readonly context: TextContext;
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
}

/** Two lines are reserved for the incident. Small type keeps all other text within them. */
const SMALL = "text-l font-normal tracking-normal text-ink-2";

/** The second line of the headline if incidents are known: the worst incident, and a link to the others. */
export function HeadlineIncidentLine({ incidents, worst, context, query }: IncidentLineProps) {
  const isWall = useIsWall();
  const { trouble, more } = incidentLine(worst, incidents);
  const text = incidentLineText(trouble, context);
  const moreText = moreIncidentsText(more, trouble);
  return (
    <span className={isWall ? "line-clamp-2" : "min-[1100px]:flex min-[1100px]:items-baseline min-[1100px]:gap-x-2.5"}>
      <span
        className={isWall ? undefined : "min-w-0 min-[1100px]:truncate max-desk:line-clamp-3"}
        title={joinParts([text.before + text.loud + text.after, text.detail], " ")}
      >
        <HeadlineTroubleLine trouble={trouble} text={text} />
        {/* The Fleet page repeats this detail in its rows of incidents and services. */}
        {text.detail !== "" && <span className={clsx(SMALL, !isWall && "max-broad:hidden")}> {text.detail}</span>}
      </span>
      {more.number > 0 && (
        <Sentence of={more} className={clsx(SMALL, "whitespace-nowrap desk:shrink-0", !isWall && "max-desk:hidden")}>
          {" and "}
          {isWall ? (
            moreText
          ) : (
            <Link href={pagePaths.incidents(query)} prefetch={false} className="text-inherit">
              {moreText}
            </Link>
          )}
        </Sentence>
      )}
    </span>
  );
}
