"use client";

import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { LineParts } from "@/components/table/line-parts";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { Headline, Of } from "@/components/ui/headline";
import { useOfNow } from "@/lib/client/clock";
import type { WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";
import type { ControlPlaneHead } from "@/lib/contract/views/control-plane";
import { type MachinesReconnected, machinesConnected } from "@/lib/domain/statements/control-plane";
import { boardHeadline } from "@/lib/format/control-plane/board-headline";
import { controlPlaneHeadline, controlPlaneLine } from "@/lib/format/control-plane/control-plane-headline";
import { quantilePhrase } from "@/lib/format/control-plane/delay-words";
import { missingOf } from "@/lib/format/control-plane/rollout-words";
import { hourOf } from "@/lib/format/text/duration";
import { momentOf } from "@/lib/format/text/tense";

interface ControlPlaneHeadlineProps {
  readonly head: ControlPlaneHead;
  readonly board: WireReconnectionOutcome | null;
  /** Was the board asked for? Else one that is long over does not begin the page. */
  readonly isAsked: boolean;
}

/** The sentence of the page: who is back from a rollout that goes on or was asked for, else who holds the machines. */
export function ControlPlaneHeadline({ head, board, isAsked }: ControlPlaneHeadlineProps) {
  const tense = useTense();
  const zone = useZone();
  const hour = useOfNow(hourOf);
  const told = board !== null && (isAsked || !board.isOver) ? board : null;
  const words =
    told === null
      ? controlPlaneHeadline(head.clusters, tense)
      : boardHeadline({ ...told, from: told.rolledAt ?? told.from }, tense, momentOf(tense, hour), zone);
  const statement = told === null ? machinesConnected(head.clusters) : machinesReconnected(told);
  const quantiles = told === null ? "" : quantilePhrase(told);
  const [first, ...line] = controlPlaneLine(head.clusters, tense);
  const parts = [...(first === undefined ? [] : [first]), ...(quantiles === "" ? [] : [{ text: quantiles, tone: null }]), ...line];
  return (
    <Headline steady data={statementAttributes(statement, tense)} sub={<LineParts parts={parts} />}>
      <b>{words.strong}</b> {words.of !== "" && <Of>{words.of} </Of>}
      {words.rest}{" "}
      {words.trouble.map(({ text, tone }) => (
        <span key={text} className={tone === null ? undefined : toneText[tone]}>
          {text}
        </span>
      ))}
    </Headline>
  );
}

function machinesReconnected(board: WireReconnectionOutcome): MachinesReconnected {
  const { kind, rolledAt, from, back, same, total, isOver, until, shared } = board;
  const [most] = shared;
  return {
    kind: "machines-reconnected",
    since: kind,
    from: rolledAt ?? from,
    ...{ reconnected: back + same, total, missing: missingOf(board) },
    ...{ sharedTrait: most?.trait ?? null, sharedValue: most?.value ?? null, sharedBy: most?.count ?? null },
    until: isOver ? until : null,
  };
}
