"use client";

import { DeniedSources } from "@/components/table/denied-sources";
import type { FleetHead } from "@/lib/contract/heads";
import type { GroupRow } from "@/lib/contract/rows";
import { VOUCHING_SOURCES } from "@/lib/domain/source";
import { plural } from "@/lib/format/text/numbers";
import { OnCallHeadline } from "./on-call-headline";
import { TroubleCard } from "./trouble-card";
import type { LossesOfGroups } from "./use-fleet-losses";

interface OnCallWallProps {
  readonly head: FleetHead;
  /** The groups in trouble, worst first. */
  readonly rows: readonly GroupRow[];
  readonly losses: LossesOfGroups;
}

/** So many cards stand on a wall: nobody scrolls there. */
const ROOM = 6;

/** What is broken now, in type that is read from across a room. Nobody touches it: what has no room is counted. */
export function OnCallWall({ head, rows, losses }: OnCallWallProps) {
  const more = head.groupsInTrouble - Math.min(rows.length, ROOM);
  return (
    <div className="pb-20">
      <OnCallHeadline head={head} worst={rows[0]} losses={losses} />
      <DeniedSources needed={["workloadgroups", "workloadentries", ...VOUCHING_SOURCES]} />
      <ul aria-label="Groups in trouble" className="mt-4 grid grid-cols-1 gap-x-10 border-t border-line desk:grid-cols-2">
        {rows.slice(0, ROOM).map((row) => (
          <TroubleCard key={row.id} row={row} losses={losses} />
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-l">{`${plural(more, "more group")} in trouble.`}</p>}
    </div>
  );
}
