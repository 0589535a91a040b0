"use client";

import type { ReactNode } from "react";
import { DeniedSources } from "@/components/table/denied-sources";
import type { ShownFleet } from "@/components/trouble/counted-fleet";
import { FleetHeadline } from "@/components/trouble/fleet-headline";
import { StaleRows } from "@/components/trouble/stale-rows";
import type { LossesOfGroups } from "@/components/trouble/use-fleet-losses";
import type { TroubleOfFleet } from "@/components/trouble/use-fleet-trouble";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { onCallLine } from "@/lib/format/fleet-sentence";
import { TroubleCard } from "./trouble-card";

interface OnCallWallProps {
  readonly fleet: ShownFleet;
  readonly losses: LossesOfGroups;
  readonly trouble: TroubleOfFleet;
  readonly services: ReactNode;
}

/** At most so many cards have room on a wall below a headline of three lines: a wall does not scroll. */
const ROOM = 4;

/** The trouble of the fleet in large type. Groups without room are part of the count below the headline. */
export function OnCallWall({ fleet: { rows, staleRows, counted }, losses, trouble, services }: OnCallWallProps) {
  const shown = rows.slice(0, ROOM);
  return (
    <div className="pb-[48px]">
      <FleetHeadline counted={counted} trouble={trouble} line={onCallLine(counted.head)} />
      <DeniedSources needed={["workloadgroups", "workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
      <ul aria-label="Groups in trouble" className="mt-4 grid grid-cols-1 gap-x-10 border-t border-line desk:grid-cols-2">
        {shown.map((row) => (
          <TroubleCard key={row.id} row={row} losses={losses} />
        ))}
      </ul>
      <StaleRows rows={shown} count={Math.max(0, staleRows - (rows.length - shown.length))} />
      {services}
    </div>
  );
}
