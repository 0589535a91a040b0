"use client";

import { statementAttributes } from "@/components/state/statement";
import { useTense } from "@/components/table/use-tense";
import { Section } from "@/components/ui/section";
import type { EntrySelection, SelectionCompleteness } from "@/lib/contract/views/selected-by";
import { isCertainlySentOnAnyPort } from "@/lib/domain/selection/caller-service";
import { selectedBy } from "@/lib/domain/statements/entry";
import { FOR_SIDECARS, partlySeen, selectedSentence, writtenFor } from "@/lib/format/selected-hosts";
import { plural } from "@/lib/format/text/numbers";
import { DoubtNotes } from "./doubt-notes";
import { HostLink } from "./host-link";
import { HostsOfEntry } from "./hosts-of-entry";
import { NearestMissLine } from "./nearest-miss";
import { PolicyList } from "./policy-list";
import { PreviewLink } from "./preview-link";
import { type SelectedByProps, SelectedByView } from "./selected-by";

/** Who selects a machine, on which ports, and which policies touch it. */
export function SelectedByEntry({ cluster, namespace, name, query, initial }: SelectedByProps) {
  return (
    <SelectedByView query={query} initial={initial} of="machine">
      {({ entry, sight }) =>
        entry !== null &&
        sight !== null && (
          <>
            <Hosts cluster={cluster} namespace={namespace} name={name} entry={entry} sight={sight} />
            <PolicyList cluster={cluster} policies={entry.policies} unseen={sight.policies} />
          </>
        )
      }
    </SelectedByView>
  );
}

interface HostsProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly entry: EntrySelection;
  readonly sight: SelectionCompleteness;
}

function Hosts({ cluster, namespace, name, entry, sight }: HostsProps) {
  const { past } = useTense(cluster);
  const { hosts, hostsTotal, hostNames, nearest, objects, writtenIn } = entry;
  const sent = hosts.map(({ host, against, ports }) => ({ host, isSent: against.length === 0 && isCertainlySentOnAnyPort(ports.map(({ status }) => status)) }));
  const statement = selectedBy({ objects, hostNames, sent: hosts.length < hostsTotal ? null : sent, namespace, sight });
  const sentence = selectedSentence(statement, past);
  const notes = [partlySeen(statement)].filter((note) => note !== "");
  return (
    <Section
      name="selected-by"
      title="Selected by"
      aside={
        <>
          {hostsTotal > 0 && (
            <>
              <span data-fact="hosts">{plural(hostNames, "host name")}</span> ·{" "}
            </>
          )}
          <PreviewLink from={{ cluster, resource: "workloadentries", namespace, name }} />
        </>
      }
    >
      {sentence !== "" && (
        <p className="mt-2.5" {...statementAttributes(statement, { past })}>
          {sentence}
        </p>
      )}
      {hosts.length > 0 && <HostsOfEntry cluster={cluster} hosts={hosts} sight={sight} />}
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
      {hosts.length > 0 && sight.tls && <p className="mt-2 text-s text-ink-3">TLS: as callers in the host&apos;s own namespace speak to it.</p>}
    </Section>
  );
}
