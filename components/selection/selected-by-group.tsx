"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { useTense } from "@/components/table/use-tense";
import { Section } from "@/components/ui/section";
import { useView } from "@/lib/client/use-view";
import type { GroupSelection, SelectionCompleteness } from "@/lib/contract/views/selected-by";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { selectedBy } from "@/lib/domain/statements/entry";
import { groupServicesSentence } from "@/lib/format/group-hosts";
import { partlySeen, selectedSentence } from "@/lib/format/selected-hosts";
import { listFirst } from "@/lib/format/text/lists";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { DoubtNotes } from "./doubt-notes";
import { GroupHosts } from "./group-hosts";
import { NearestMissLine } from "./nearest-miss";
import { PreviewLink } from "./preview-link";
import { type SelectedByProps, SelectedByView } from "./selected-by";

interface SelectedByGroupProps extends SelectedByProps {
  /** The query of the view "group" for this group. Its row states whether machines are lost or missing. */
  readonly groupQuery: string;
  readonly initialGroup: ViewStateOf<"group"> | null;
}

/** The services that select the machines of a group, and the machines that no service selects. */
export function SelectedByGroup({ cluster, namespace, name, query, initial, groupQuery, initialGroup }: SelectedByGroupProps) {
  const row = useView("group", groupQuery, NO_ROWS, initialGroup).state?.head.row ?? null;
  const isMissing = row !== null && row.lost + row.missing > 0;
  return (
    <SelectedByView query={query} initial={initial} of="group">
      {({ group, sight }) => group !== null && sight !== null && <Hosts {...{ cluster, namespace, name, group, sight, isMissing }} />}
    </SelectedByView>
  );
}

interface HostsProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly group: GroupSelection;
  readonly sight: SelectionCompleteness;
  readonly isMissing: boolean;
}

function Hosts({ cluster, namespace, name, group, sight, isMissing }: HostsProps) {
  const { past } = useTense(cluster);
  const { hosts, untaken, untakenBy, machines } = group;
  const isKnown = sight.services && sight.serviceEntries;
  const statement = selectedBy({ objects: hosts.length, hostNames: hosts.length, sent: null, namespace, sight });
  const sentence =
    hosts.length === 0 && !isKnown
      ? selectedSentence(statement, past)
      : groupServicesSentence({ hosts: hosts.length, untaken: isKnown ? untaken : 0, machines }, past);
  const notes = [partlySeen(statement)].filter((note) => note !== "");
  return (
    <Section
      title="Services"
      name="selected-by"
      id="hosts"
      aside={
        <>
          {hosts.length > 0 && (
            <>
              <span data-fact="objects">{`${plural(hosts.length, "service")} ${oneOrMany(hosts.length, "selects", "select")} this group`}</span> ·{" "}
            </>
          )}
          <PreviewLink from={{ cluster, resource: "workloadgroups", namespace, name }} />
        </>
      }
    >
      {sentence !== "" && <p className="mt-2.5">{sentence}</p>}
      {hosts.length > 0 && <GroupHosts cluster={cluster} hosts={hosts} machines={machines} isMissing={isMissing} />}
      <ul>
        {untakenBy.map(({ names, count, nearest }) => (
          <li key={names.join()} className="mt-2 border-b border-line pb-1.5">
            <code className="break-all">{listFirst(names, count)}</code>
            {nearest === null ? <p className="text-ink-3">No service selects labels like theirs.</p> : <NearestMissLine cluster={cluster} miss={nearest} />}
          </li>
        ))}
      </ul>
      <DoubtNotes notes={notes} doubts={sight.doubts} />
    </Section>
  );
}
