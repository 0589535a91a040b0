"use client";

import type { ReactNode } from "react";
import { DeniedSources } from "@/components/table/denied-sources";
import { NO_ROWS } from "@/components/table/first-window";
import { Columns } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { useView } from "@/lib/client/use-view";
import type { EntryHead } from "@/lib/contract/heads";
import { typedView } from "@/lib/contract/typed-view";
import type { ViewState } from "@/lib/contract/view";
import { EntryBelonging } from "./entry-belonging";
import { EntryCrumbs } from "./entry-crumbs";
import { EntryEvidence } from "./entry-evidence";
import { EntryGone } from "./entry-gone";
import { EntryHealth } from "./entry-health";
import { EntryLabels } from "./entry-labels";
import { EntryMachine } from "./entry-machine";
import { EntryNext } from "./entry-next";
import { EntryVerdict } from "./entry-verdict";
import { useLastSeen } from "./use-last-seen";

export interface EntryViewProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** The query of the view "entry". */
  readonly query: string;
  readonly initial: ViewState | null;
  readonly commands: ReactNode;
  readonly events: ReactNode;
  readonly yaml: ReactNode;
}

/** One machine: its verdict as a sentence with the evidence, and what Istio does next. */
export function EntryView({ cluster, namespace, name, query, initial, commands, events, yaml }: EntryViewProps) {
  const { state, problem } = useView<EntryHead, { readonly id: string }>("entry", query, NO_ROWS, typedView(initial));
  const head = state?.head ?? null;
  const seen = useLastSeen(head);
  if (head === null && problem === null) return <Skeleton rows={8} label="Reading the entry" />;
  if (seen.here === null) return <EntryGone cluster={cluster} namespace={namespace} name={name} problem={problem} last={seen.last} goneAt={seen.goneAt} />;
  const { row, detail } = seen.here;
  return (
    <>
      <EntryCrumbs row={row} detail={detail} />
      <EntryVerdict row={row} detail={detail} />
      <EntryNext row={row} detail={detail} />
      <DeniedSources kinds={["pods"]} />
      <Columns
        main={
          <>
            <EntryEvidence row={row} detail={detail} />
            <EntryHealth detail={detail} />
            <EntryLabels row={row} detail={detail} />
          </>
        }
        side={
          <>
            <EntryMachine row={row} detail={detail} />
            <EntryBelonging row={row} detail={detail} />
          </>
        }
      />
      {commands}
      {events}
      {yaml}
    </>
  );
}
