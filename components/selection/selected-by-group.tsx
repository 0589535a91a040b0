"use client";

import { useTense } from "@/components/table/use-tense";
import { Section } from "@/components/ui/section";
import type { GroupSelection, SelectionCompleteness } from "@/lib/contract/views/selected-by";
import { selectedBy } from "@/lib/domain/statements/entry";
import { groupHostsSentence } from "@/lib/format/group-hosts";
import { partlySeen, selectedSentence } from "@/lib/format/selected-hosts";
import { listFirst } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";
import { DoubtNotes } from "./doubt-notes";
import { GroupHosts } from "./group-hosts";
import { GroupHostsList } from "./group-hosts-list";
import { NearestMissLine } from "./nearest-miss";
import { PreviewLink } from "./preview-link";
import { type SelectedByProps, SelectedByView } from "./selected-by";

/** The hosts that take the machines of a group, and the machines that none takes. */
export function SelectedByGroup({ cluster, namespace, name, query, initial }: SelectedByProps) {
  return (
    <SelectedByView query={query} initial={initial} of="group">
      {({ group, sight }) => group !== null && sight !== null && <Hosts cluster={cluster} namespace={namespace} name={name} group={group} sight={sight} />}
    </SelectedByView>
  );
}

interface HostsProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly group: GroupSelection;
  readonly sight: SelectionCompleteness;
}

function Hosts({ cluster, namespace, name, group, sight }: HostsProps) {
  const { past } = useTense(cluster);
  const { hosts, untaken, untakenBy, machines } = group;
  const isKnown = sight.services && sight.serviceEntries;
  const statement = selectedBy({ objects: hosts.length, hostNames: hosts.length, sent: null, namespace, sight });
  const sentence =
    hosts.length === 0 && !isKnown
      ? selectedSentence(statement, past)
      : groupHostsSentence({ hosts: hosts.length, untaken: isKnown ? untaken : 0, machines }, past);
  const notes = [partlySeen(statement)].filter((note) => note !== "");
  return (
    <Section
      title="Selected by"
      name="selected-by"
      id="hosts"
      aside={
        <>
          {hosts.length > 0 && (
            <>
              <span data-fact="objects">{plural(hosts.length, "object")}</span> ·{" "}
            </>
          )}
          <PreviewLink from={{ cluster, resource: "workloadgroups", namespace, name }} />
        </>
      }
    >
      {sentence !== "" && <p className="mt-2.5">{sentence}</p>}
      {hosts.length > 0 && <GroupHosts cluster={cluster} hosts={hosts} machines={machines} />}
      {hosts.length > 0 && <GroupHostsList cluster={cluster} hosts={hosts} machines={machines} />}
      <ul>
        {untakenBy.map(({ names, count, nearest }) => (
          <li key={names.join()} className="mt-2 border-b border-line pb-1.5">
            <code className="break-all">{listFirst(names, count)}</code>
            {nearest === null ? <p className="text-ink-3">nothing selects labels like theirs</p> : <NearestMissLine cluster={cluster} miss={nearest} />}
          </li>
        ))}
      </ul>
      <DoubtNotes notes={notes} doubts={sight.doubts} />
    </Section>
  );
}
