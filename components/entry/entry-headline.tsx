"use client";

import type { ReactNode } from "react";
import { StateBadge } from "@/components/state/state-badge";
import { StateExplanation } from "@/components/state/state-explanation";
import { Sentence, statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { NotKnownThen, useObjectTense } from "@/components/table/cluster-then";
import { useZone } from "@/components/table/use-zone";
import { Headline, Of } from "@/components/ui/headline";
import { useNow } from "@/lib/client/clock";
import { useFreshness } from "@/lib/client/status";
import { entryTraffic, type ServicesSelectingMachine } from "@/lib/domain/statements/entry";
import type { Statement } from "@/lib/domain/statements/statement";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import { commandsFor, entryTarget } from "@/lib/format/commands";
import { entryHeadline, sinceMomentPhrase, sincePhrase } from "@/lib/format/entry-sentence";
import { probeTarget } from "@/lib/format/probe-error";
import { momentOf } from "@/lib/format/text/tense";
import { isAwaitingRemoval, needsEntryCard, RemovalCountdown } from "./entry-card";
import type { EntryWithDetail } from "./use-last-seen";

interface EntryHeadlineProps extends EntryWithDetail {
  readonly services: ServicesSelectingMachine | null;
  readonly incidents: ReactNode;
}

/** State, age and reason of the machine; below it the traffic and one line of minor facts. The card below explains trouble. */
export function EntryHeadline({ row, detail, services, incidents }: EntryHeadlineProps) {
  const now = useNow();
  const zone = useZone();
  const tense = useObjectTense(row.cluster);
  const { tone } = shownVerdict(row, useFreshness(row.cluster));
  const statement = entryTraffic(row, services, detail.addressReach);
  const { lead, aside, reason, rest } = entryHeadline(statement, { tense, now, zone }, detail.unrecorded);
  const hasCard = needsEntryCard(row, momentOf(tense, now));
  const since = sincePhrase(row.since, row.sinceAtLeast, momentOf(tense, now), zone);
  return (
    <Headline
      wide
      isQuiet={!hasCard || detail.deletingAt !== null}
      steady={!hasCard}
      sub={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {rest !== "" && (
            <span className="desk:hidden" title={since}>
              {rest}
            </span>
          )}
          {!hasCard && <CalmState row={row} detail={detail} />}
          {detail.deletingAt !== null && <span className="text-warn">being deleted: a finalizer still holds it</span>}
          {!hasCard && incidents}
        </span>
      }
      data={statementAttributes(statement, tense)}
    >
      <span data-state-word={row.state} title={since} className={tone === "good" || tone === "idle" ? undefined : toneText[tone]}>
        {lead}
      </span>
      <span className="text-ink-3">{aside}</span>
      {row.state === "unhealthy" ? <Sentence of={probeError(row.message)}>{reason}</Sentence> : reason}{" "}
      <span className="max-desk:hidden">
        <br />
        <Of title={since}>{rest}</Of>
      </span>
      <NotKnownThen cluster={row.cluster} />
    </Headline>
  );
}

/** The values of a probe error, for tests. */
function probeError(message: string): Statement & { readonly target: string } {
  return { kind: "probe-error", target: probeTarget(message) };
}

/** The state of a machine without trouble, its exact start, and the countdown to the deletion of its entry if its connection ended. */
function CalmState({ row, detail }: EntryWithDetail) {
  const now = useNow();
  const zone = useZone();
  const { state, vouched, connectionWhy: why, cluster } = row;
  const [firstCommand] = commandsFor(entryTarget(row, detail.replica));
  return (
    <>
      <StateBadge state={state} vouched={vouched} why={why} cluster={cluster} />
      <StateExplanation state={state} vouched={vouched} why={why} cluster={cluster} commands={firstCommand === undefined ? [] : [firstCommand.command]} />
      <span>{sinceMomentPhrase(row.since, row.sinceAtLeast, now, zone)}</span>
      {isAwaitingRemoval(row) && (
        <span>
          · <RemovalCountdown row={row} detail={detail} />
        </span>
      )}
    </>
  );
}
