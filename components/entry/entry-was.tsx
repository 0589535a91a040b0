"use client";

import { Moment } from "@/components/table/times";
import { Details } from "@/components/ui/details";
import { Fact, Facts } from "@/components/ui/facts";
import { Columns, Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { usePastView } from "@/lib/client/past-view";
import type { LossRow } from "@/lib/contract/answers/history";
import { hrefAtMoment } from "@/lib/contract/url/history-window";
import { objectViewQuery } from "@/lib/contract/url/page-query";
import { pagePaths } from "@/lib/contract/url/paths";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { EntryHead } from "@/lib/contract/views/entries";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import { causeWords } from "@/lib/format/cause-words";
import { LabelsDetail, LastReportDetail, ObjectDetail } from "./entry-details";
import { EntryMachineFacts } from "./entry-machine";
import { FlapsDetail, FormerEntriesDetail, TimeOrRange } from "./entry-past-details";
import { isDeletion } from "./lost-entry-card";
import type { EntryWithDetail } from "./use-last-seen";

interface EntryWasProps {
  readonly row: EntryRow;
  readonly loss: LossRow | null;
  /** The entry as this page last saw it; null = request it from the history. */
  readonly seen: EntryWithDetail | null;
}

/** The last known values of an entry that is gone: its end, its machine, and the details that the history has. */
export function LastKnownEntry({ row, loss, seen }: EntryWasProps) {
  const remembered = useEntryThen(row, seen !== null || loss === null ? null : (loss.notBefore ?? loss.endedAt) - 1);
  const whole = seen ?? remembered.entry;
  const { cluster, namespace, name, uid } = row;
  return (
    <>
      <Columns
        main={<LastSeenFacts row={row} loss={loss} brief={whole !== null || remembered.isReading} />}
        side={whole !== null && <EntryMachineFacts row={whole.row} detail={whole.detail} />}
      />
      {!remembered.isReading && (
        <Details>
          {whole !== null && (
            <>
              <LastReportDetail detail={whole.detail} />
              <LabelsDetail {...whole} />
              <ObjectDetail {...whole} />
            </>
          )}
          <FlapsDetail {...{ cluster, namespace, name, uid }} />
          <FormerEntriesDetail {...{ cluster, namespace, name, uid }} shownUid={uid} />
        </Details>
      )}
    </>
  );
}

/**
 * Returns an entry at a time of the past (milliseconds); null = not requested or unknown. The page renders nothing below it until it has loaded, so
 * that nothing moves.
 */
function useEntryThen(row: EntryRow, at: number | null): { readonly entry: EntryWithDetail | null; readonly isReading: boolean } {
  const { state, problem } = usePastView(at === null ? null : { kind: "entry", query: objectViewQuery(row, row.uid), offset: 0, limit: 0 }, at);
  // The server builds this head with the same code as for the live view.
  const head = state === null ? null : (state.head as Partial<EntryHead>);
  const entry = head?.row && head.detail ? { row: head.row, detail: head.detail } : null;
  return { entry, isReading: at !== null && state === null && problem === null };
}

interface LastSeenFactsProps {
  readonly row: EntryRow;
  readonly loss: LossRow | null;
  /** True if the page has the sections Machine and Object. */
  readonly brief: boolean;
}

function LastSeenFacts({ row, loss, brief }: LastSeenFactsProps) {
  const left = loss?.disconnectedAt ?? row.disconnectedAt;
  const page = pagePaths.entry(row.cluster, row.namespace, row.name, row.uid);
  return (
    <Section
      name="last-seen"
      title="When last seen"
      aside={
        loss !== null && (
          <Link href={hrefAtMoment(page, (loss.notBefore ?? loss.endedAt) - 1)} className="hover:text-ink hover:underline">
            page at that time
          </Link>
        )
      }
    >
      <Facts>
        {row.message !== "" && (
          <Fact field="message" name="message">
            {row.message}
          </Fact>
        )}
        <Fact field="disconnected" name="disconnected">
          {left === null ? (
            <span className="text-ink-3">no disconnection is stored</span>
          ) : (
            <>
              <Moment at={left} whole /> <span className="text-ink-3">as istiod reported it</span>
            </>
          )}
        </Fact>
        {loss !== null && (
          <Fact field="deleted" name="deleted">
            <TimeOrRange at={loss.endedAt} notBefore={loss.notBefore} /> <span className="text-ink-3">as it was received here</span>
          </Fact>
        )}
        {loss !== null && (
          <Fact field="ended-by" name="ended by">
            {causeWords(loss.cause)}
            {isDeletion(loss.cause) && (
              <>
                {" · "}
                <Link href={pagePaths.audit(formatQueryValues({ q: row.name, mode: "applied" }))} prefetch={false} className="text-accent">
                  commands in the audit
                </Link>
              </>
            )}
          </Fact>
        )}
        {!brief && <WrittenFacts row={row} />}
      </Facts>
    </Section>
  );
}

/** The fields of the entry, for a page without the section Machine. */
function WrittenFacts({ row: { address, locality, network, controller, group, uid } }: Pick<LastSeenFactsProps, "row">) {
  const facts = { address, locality, network, replica: controller, group, uid };
  return Object.entries(facts).map(([name, value]) => (
    <Fact key={name} field={name} name={name} mono>
      {value || "—"}
    </Fact>
  ));
}
