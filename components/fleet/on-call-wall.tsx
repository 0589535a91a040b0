"use client";

import { DeniedSources } from "@/components/table/denied-sources";
import { VOUCHING_SOURCES } from "@/lib/domain/source";
import { plural } from "@/lib/format/text/numbers";
import type { ShownFleet } from "./counted-fleet";
import { OnCallHeadline } from "./on-call-headline";
import { StaleRows } from "./stale-rows";
import { TroubleCard } from "./trouble-card";
import type { LossesOfGroups } from "./use-fleet-losses";

interface OnCallWallProps {
  readonly fleet: ShownFleet;
  readonly losses: LossesOfGroups;
}

/** So many cards stand on a wall: nobody scrolls there. */
const ROOM = 6;

/** What is broken now, in type that is read from across a room. Nobody touches it: what has no room is counted. */
export function OnCallWall({ fleet: { head, rows, staleRows, counted }, losses }: OnCallWallProps) {
  const shown = rows.slice(0, ROOM);
  const more = head.groupsInTrouble - Math.min(rows.length, ROOM);
  return (
    <div className="pb-20">
      <OnCallHeadline counted={counted} losses={losses} />
      <DeniedSources needed={["workloadgroups", "workloadentries", ...VOUCHING_SOURCES]} />
      <ul aria-label="Groups in trouble" className="mt-4 grid grid-cols-1 gap-x-10 border-t border-line desk:grid-cols-2">
        {shown.map((row) => (
          <TroubleCard key={row.id} row={row} losses={losses} />
        ))}
      </ul>
      <StaleRows rows={shown} count={Math.max(0, staleRows - (rows.length - shown.length))} />
      {more > 0 && <p className="mt-3 text-l">{`${plural(more, "more group")} in trouble.`}</p>}
    </div>
  );
}
