"use client";

import { Sentence } from "@/components/state/statement";
import { NoneMatches } from "@/components/table/none-matches";
import { NothingHere } from "@/components/table/nothing-here";
import type { ListUrl } from "@/components/table/use-list-url";
import { useUnconfiguredText } from "@/components/table/use-unconfigured";
import { Button } from "@/components/ui/button";
import { ChipButton } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { formatTerm } from "@/lib/contract/url/filter-term";
import { LOST_MACHINES_TERM } from "@/lib/contract/url/lost-query";
import { parseMachineTerms } from "@/lib/contract/url/parse-terms";
import type { EntriesHead } from "@/lib/contract/views/entries";
import { noEntryMatches } from "@/lib/domain/statements/entries";
import { plural } from "@/lib/format/text/numbers";

const LOOK = "kubectl get workloadentries --all-namespaces";

interface EmptyEntriesProps {
  readonly head: EntriesHead;
  readonly url: ListUrl;
}

/** Explains an empty list: entries are not visible, there are none, or a term of the filter excludes all. */
export function EmptyEntryList(props: EmptyEntriesProps) {
  if (props.head.vanished !== undefined) return <NoEntries {...props} />;
  return (
    <NothingHere label="Reading entries">
      <NoEntries {...props} />
    </NothingHere>
  );
}

function NoEntries({ head, url }: EmptyEntriesProps) {
  const { query } = url;
  const unconfigured = useUnconfiguredText(query.clusters);
  if (unconfigured !== null) return <NoneMatches url={url} title={unconfigured} />;
  if (head.vanished !== undefined && head.total === 0) return <NoLosses isRecorded={head.vanished.recorded.since !== null} />;
  const filtered = query.terms.length + query.namespaces.length + query.clusters.length > 0;
  if (!filtered) {
    return (
      <Notice kind="empty" title="No WorkloadEntry is visible" actions={<CopyButton text={LOOK} label="Copy command" wordy />}>
        <p>A machine appears here when its agent connects and istiod registers it, or when you create a WorkloadEntry by hand.</p>
        <p>
          To see what the API server has: <code>{LOOK}</code>
        </p>
      </Notice>
    );
  }
  const isVanished = head.vanished !== undefined;
  const helps = head.without.filter(({ matched }) => matched > 0);
  const drop = (word: string) => url.go({ terms: query.terms.filter((term) => formatTerm(term) !== word) });
  return (
    <Notice
      kind="empty"
      title={<Sentence of={noEntryMatches(head.total)}>{`None of ${countedAs(head, head.total)} matches`}</Sentence>}
      actions={<Button onClick={() => url.go({ terms: isVanished ? [LOST_MACHINES_TERM] : [], namespaces: [], clusters: [] })}>Remove every filter</Button>}
    >
      {helps.length > 0 ? (
        <ul className="grid gap-1">
          {helps.map(({ term, matched }) => (
            <li key={term} className="flex flex-wrap items-center gap-2">
              without
              <ChipButton on removes aria-label={`Remove the filter ${term}`} onClick={() => drop(wordOf(term))}>
                {term}
              </ChipButton>
              {matched === 1 ? "1 matches" : `${countedAs(head, matched)} match`}
            </li>
          ))}
        </ul>
      ) : (
        <p>No single term excludes them. Their combination does, or the chosen namespaces do.</p>
      )}
    </Notice>
  );
}

function NoLosses({ isRecorded }: { readonly isRecorded: boolean }) {
  return (
    <Notice kind="empty" title={isRecorded ? "No machine is known to be lost in this window" : "Nothing is recorded yet"}>
      <p>The list has machines whose entry ended without a plan: lost or swept by istiod, or gone while Stolos did not observe.</p>
    </Notice>
  );
}

function countedAs({ vanished }: EntriesHead, count: number): string {
  return vanished === undefined ? plural(count, "entry", "entries") : plural(count, "lost entry", "lost entries");
}

function wordOf(term: string): string {
  const [parsed] = parseMachineTerms(term);
  return parsed === undefined ? term : formatTerm(parsed);
}
