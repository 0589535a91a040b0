"use client";

import { DiagnosisCard } from "@/components/diagnosis/diagnosis-card";
import { Sentence } from "@/components/state/statement";
import { Elsewhere } from "@/components/table/elsewhere";
import { NO_ROWS } from "@/components/table/first-window";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { Link } from "@/lib/client/page-link";
import { usePastView } from "@/lib/client/past-view";
import { useView } from "@/lib/client/use-view";
import type { LossRow } from "@/lib/contract/answers/history";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { parseMachineTerms } from "@/lib/contract/url/parse-terms";
import { pagePaths } from "@/lib/contract/url/paths";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { type SelectedByHead, selectedByQuery } from "@/lib/contract/views/selected-by";
import { entryEnded } from "@/lib/domain/statements/lost-machines";
import { entryTarget } from "@/lib/format/commands";
import { causeOf, lossPhrase } from "@/lib/format/loss-words";
import { lostByServicesText, lostMachineAdvice } from "@/lib/format/machine-diagnosis";
import { sentence } from "@/lib/format/text/sentence";
import { machineLinkTemplateValues, OtherMachinesOfIncident, useAdvicePart, useCardTextContext, useIstiodPart, VerbatimText } from "./entry-card";
import { useMachineIstiodAnswer } from "./use-istiod-of-machine";

interface LostEntryCardProps {
  readonly loss: LossRow;
  /** The incident of the loss. */
  readonly incident: IncidentRow | null;
  /** More incidents of the machine that are not over. */
  readonly others: readonly IncidentRow[];
}

/** Causes with a user, a program or Kubernetes behind them. */
const DELETIONS: readonly (string | null)[] = ["deleted", "removed", "drained", "group-deleted"];

/** True if a user, a program or Kubernetes deleted the entry, not istiod. `cause`: of a loss. */
export function isDeletion(cause: string): boolean {
  return DELETIONS.includes(causeOf(cause));
}

/** The card of a lost machine: the cause, the next steps, and whether istiod is the cause. */
export function LostEntryCard({ loss, incident, others }: LostEntryCardProps) {
  const { row } = loss;
  const context = useCardTextContext(row.cluster);
  const isDeleted = isDeletion(loss.cause);
  const { answer, incident: whole } = useMachineIstiodAnswer({ machine: row, isHere: false, failedReportAt: null, incident, isDeleted });
  const target = entryTarget({ ...row, cluster: useSeveralClusters() ? row.cluster : "" }, null);
  const [other] = useSameAddress(row);
  const services = useServicesThen(loss);
  return (
    <DiagnosisCard
      tone="bad"
      why={{
        answer: <Sentence of={entryEnded(loss)}>{sentence(lossPhrase(loss, context.now, context.zone))}</Sentence>,
        children: (
          <>
            {row.message !== "" && <VerbatimText text={row.message} />}
            {services !== "" && <p className="mt-2 min-h-[2lh] text-ink-2">{services}</p>}
            {other !== undefined && <OtherEntry row={other} />}
            {isDeleted && <WhoDeleted name={row.name} />}
            <OtherMachinesOfIncident row={{ ...row, state: "vanished" }} incident={incident} others={others} whole={whole} />
          </>
        ),
      }}
      todo={useAdvicePart(
        lostMachineAdvice({ loss, target, group: row.group === "" ? "" : `${row.namespace}/${row.group}`, isBack: other !== undefined }),
        [],
        <Elsewhere about={`machine ${row.name}`} fields={machineLinkTemplateValues(row, loss.endedAt)} />,
      )}
      istiod={useIstiodPart(answer, incident, row.cluster)}
    />
  );
}

/** A link to the entry that has the machine's address now, under another name. */
function OtherEntry({ row }: { readonly row: EntryRow }) {
  return (
    <p className="mt-2 text-ink-2">
      Another entry has its address:{" "}
      <Link href={pagePaths.entry(row.cluster, row.namespace, row.name, row.uid)} prefetch={false} className="font-mono text-s text-accent">
        {row.name}
      </Link>
    </p>
  );
}

/** The user of a deletion, if Stolos made it. Kubernetes does not store who deleted an object. */
function WhoDeleted({ name }: { readonly name: string }) {
  return (
    <p className="mt-2 text-ink-2">
      <Link href={pagePaths.audit(formatQueryValues({ q: name }))} prefetch={false} className="inline-flex min-h-6 items-center text-accent">
        Who deleted it
      </Link>
    </p>
  );
}

const FEW = { offset: 0, limit: 5 } as const;

/** Returns entries with the same address in the same network, under another name. */
function useSameAddress(row: EntryRow): readonly EntryRow[] {
  const { address, cluster, namespace, name, network } = row;
  const terms = parseMachineTerms(JSON.stringify(address));
  const { state } = useView("entries", address === "" ? null : formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }), FEW);
  return (state?.rows ?? []).filter((one) => one.address === address && one.network === network && one.name !== name);
}

/** Returns a sentence with the services that selected a machine just before its end; "" = none, or unknown. Reserves its height while they load. */
function useServicesThen({ row, notBefore, endedAt }: LossRow): string {
  const wanted = { kind: "selected-by", query: selectedByQuery("entry", row, row.uid), ...NO_ROWS } as const;
  const { state, problem } = usePastView(wanted, (notBefore ?? endedAt) - 1);
  if (state === null && problem === null) return "\u00a0";
  // The server builds this head with the same code as for the live view.
  const head = state === null ? null : (state.head as Partial<SelectedByHead>);
  const hosts = [...new Set((head?.entry?.hosts ?? []).map(({ host }) => host))];
  return lostByServicesText(hosts.slice(0, 1), Math.max(0, hosts.length - 1));
}
