"use client";

import { CollapsedSummary } from "@/components/state/collapsed-summary";
import { statementAttributes } from "@/components/state/statement";
import { NO_ROWS } from "@/components/table/first-window";
import { useTense } from "@/components/table/use-tense";
import { Detail } from "@/components/ui/details";
import { Section } from "@/components/ui/section";
import { useSelectedBy } from "@/lib/client/use-selected-by";
import { useView } from "@/lib/client/use-view";
import type { EntrySelection, SelectionCompleteness } from "@/lib/contract/views/selected-by";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { isCertainlySentOnAnyPort } from "@/lib/domain/selection/caller-service";
import { selectedBy } from "@/lib/domain/statements/entry";
import { policiesLine } from "@/lib/format/entry-details";
import { FOR_SIDECARS, partlySeen, selectedSentence, TLS_CALLERS, writtenFor } from "@/lib/format/selected-hosts";
import { plural } from "@/lib/format/text/numbers";
import { DoubtNotes } from "./doubt-notes";
import { EntryEndpoints, type MachineOfEndpoints } from "./entry-endpoints";
import { HostLink } from "./host-link";
import { NearestMissLine } from "./nearest-miss";
import { PolicyList } from "./policy-list";
import { PreviewLink } from "./preview-link";
import { type SelectedByProps, SelectedByView } from "./selected-by";

interface SelectedByEntryProps extends SelectedByProps {
  /** The view "entry" of the page. */
  readonly entry: { readonly query: string; readonly initial: ViewStateOf<"entry"> | null };
}

/** The services that select a machine, by port, and whether their callers get it. */
export function SelectedByEntry({ cluster, namespace, name, query, initial, entry }: SelectedByEntryProps) {
  const machine = useView("entry", entry.query, NO_ROWS, entry.initial).state?.head.row ?? null;
  return (
    <SelectedByView query={query} initial={initial} of="machine">
      {({ entry: selection, sight }) => selection !== null && sight !== null && <Services {...{ cluster, namespace, name, selection, sight, machine }} />}
    </SelectedByView>
  );
}

/** The policies of a machine and the TLS of its callers, as a folded row. */
export function PoliciesDetail({ cluster, query, initial }: Pick<SelectedByProps, "cluster" | "query" | "initial">) {
  const { head, problem } = useSelectedBy(query, initial);
  const { entry = null, sight = null } = head ?? {};
  const isKnown = entry !== null && sight !== null;
  return (
    <Detail
      name="policies"
      id="policies"
      title="Policies and TLS"
      line={isKnown ? <CollapsedSummary line={policiesLine(entry.policies.lines, sight.policies)} /> : (problem ?? "reading policies")}
    >
      {isKnown && (
        <>
          <PolicyList cluster={cluster} policies={entry.policies} unseen={sight.policies} />
          {entry.hosts.length > 0 && sight.tls && <p className="mt-2 text-s text-ink-3">{TLS_CALLERS}</p>}
        </>
      )}
    </Detail>
  );
}

const UNREADABLE_TEXT = "The services that select it are not known: its object cannot be read.";

interface ServicesProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly selection: EntrySelection;
  readonly sight: SelectionCompleteness;
  readonly machine: MachineOfEndpoints | null;
}

function Services({ cluster, namespace, name, selection, sight, machine }: ServicesProps) {
  const { past } = useTense(cluster);
  const { hosts, hostsTotal, hostNames, nearest, objects, writtenIn } = selection;
  const sent = hosts.map(({ host, against, ports }) => ({ host, isSent: against.length === 0 && isCertainlySentOnAnyPort(ports.map(({ status }) => status)) }));
  const statement = selectedBy({ objects, hostNames, sent: hosts.length < hostsTotal ? null : sent, namespace, sight });
  const sentence = machine?.state === "unreadable" && objects === 0 ? UNREADABLE_TEXT : selectedSentence(statement, past);
  const notes = [partlySeen(statement)].filter((note) => note !== "");
  return (
    <Section
      name="selected-by"
      id="endpoints"
      title="Endpoints"
      aside={
        <>
          {hostsTotal > 0 && (
            <>
              <span data-fact="hosts">{plural(hostNames, "service selects", "services select")}</span> this machine ·{" "}
            </>
          )}
          <PreviewLink from={{ cluster, resource: "workloadentries", namespace, name }} />
        </>
      }
    >
      {hosts.length > 0 && <EntryEndpoints machine={machine} cluster={cluster} hosts={hosts} sight={sight} />}
      {sentence !== "" && (
        <p className={hosts.length > 0 ? "mt-2 text-s text-ink-3" : "mt-2.5"} {...statementAttributes(statement, { past })}>
          {sentence}
        </p>
      )}
      {writtenIn.map(({ selector, host }) => (
        <p key={`${selector.namespace}/${selector.name}`} className="mt-2">
          Its address is written in ServiceEntry <HostLink cluster={cluster} selector={selector} />
          {writtenFor(host)}
        </p>
      ))}
      {nearest !== null && (
        <div className="mt-2">
          <NearestMissLine cluster={cluster} miss={nearest} />
        </div>
      )}
      {hosts.length > 0 && sight.isForSidecars && (
        <p className="mt-2 text-s text-ink-3" data-note="for-sidecars">
          {FOR_SIDECARS}
        </p>
      )}
      <DoubtNotes notes={notes} doubts={sight.doubts} />
    </Section>
  );
}
