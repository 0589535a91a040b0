"use client";

import type { ReactNode } from "react";
import { DeniedSources } from "@/components/table/denied-sources";
import { VOUCHING_SOURCES } from "@/lib/domain/source";
import { onCallLine } from "@/lib/format/on-call-sentence";
import { plural } from "@/lib/format/text/numbers";
import type { ShownFleet } from "./counted-fleet";
import { FleetHeadline } from "./fleet-headline";
import { StaleRows } from "./stale-rows";
import { TroubleCard } from "./trouble-card";
import type { LossesOfGroups } from "./use-fleet-losses";
import type { TroubleOfFleet } from "./use-fleet-trouble";

interface OnCallWallProps {
  readonly fleet: ShownFleet;
  readonly losses: LossesOfGroups;
  readonly trouble: TroubleOfFleet;
  readonly services: ReactNode;
}

/** So many cards stand on a wall: nobody scrolls there. */
const ROOM = 6;

/** What is broken now, in type that is read from across a room. Nobody touches it: what has no room is counted. */
export function OnCallWall({ fleet: { head, rows, staleRows, counted }, losses, trouble, services }: OnCallWallProps) {
  const shown = rows.slice(0, ROOM);
  const more = head.groupsInTrouble - Math.min(rows.length, ROOM);
  return (
    <div className="pb-20">
      <FleetHeadline counted={counted} trouble={trouble} line={onCallLine(counted.head)} />
      <DeniedSources needed={["workloadgroups", "workloadentries", ...VOUCHING_SOURCES]} />
      <ul aria-label="Groups in trouble" className="mt-4 grid grid-cols-1 gap-x-10 border-t border-line desk:grid-cols-2">
        {shown.map((row) => (
          <TroubleCard key={row.id} row={row} losses={losses} />
        ))}
      </ul>
      <StaleRows rows={shown} count={Math.max(0, staleRows - (rows.length - shown.length))} />
      {services}
      {more > 0 && <p className="mt-3 text-l">{`${plural(more, "more group")} in trouble.`}</p>}
    </div>
  );
}
