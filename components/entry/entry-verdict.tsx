"use client";

import type { ReactNode } from "react";
import { StateBadge } from "@/components/state/state-badge";
import { StateExplanation } from "@/components/state/state-explanation";
import { statementAttributes } from "@/components/state/statement";
import { NotKnownThen, useObjectTense } from "@/components/table/cluster-then";
import { useZone } from "@/components/table/use-zone";
import { Headline, Of } from "@/components/ui/headline";
import { useNow } from "@/lib/client/clock";
import { entryTraffic, type ServicesSelectingMachine } from "@/lib/domain/statements/entry";
import { commandsFor, entryTarget } from "@/lib/format/commands";
import { entrySentence, sincePhrase } from "@/lib/format/entry-sentence";
import type { SeenEntry } from "./use-last-seen";

interface EntryVerdictProps extends SeenEntry {
  readonly services: ServicesSelectingMachine | null;
  readonly incidents: ReactNode;
}

/** The state of the machine and its traffic in one sentence; then the state's word, since when, its explanation and its incidents. */
export function EntryVerdict({ row, detail, services, incidents }: EntryVerdictProps) {
  const now = useNow();
  const zone = useZone();
  const tense = useObjectTense(row.cluster);
  const statement = entryTraffic(row, services, detail.addressReach);
  const [firstCommand] = commandsFor(entryTarget(row, detail.replica));
  const { lead, rest } = entrySentence(statement, { tense, now, zone });
  return (
    <Headline
      sub={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StateBadge state={row.state} vouched={row.vouched} why={row.connectionWhy} cluster={row.cluster} />
          <StateExplanation
            state={row.state}
            vouched={row.vouched}
            why={row.connectionWhy}
            cluster={row.cluster}
            commands={firstCommand === undefined ? [] : [firstCommand.command]}
          />
          <span className="text-m">{sincePhrase(row.since, row.sinceAtLeast, now, zone)}</span>
          {detail.deletingAt !== null && <span className="text-m text-warn">· being deleted: a finalizer still holds it</span>}
          {incidents}
        </span>
      }
      data={statementAttributes(statement, tense)}
    >
      {lead} <Of>{rest}</Of>
      <NotKnownThen cluster={row.cluster} />
    </Headline>
  );
}
