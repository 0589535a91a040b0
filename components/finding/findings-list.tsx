"use client";

import { DataTable } from "@/components/table/data-table";
import type { ListUrl } from "@/components/table/use-list-url";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { Section } from "@/components/ui/section";
import type { FindingFacet } from "@/lib/contract/url/list-filters";
import type { FindingRow, FindingsHead } from "@/lib/contract/views/findings";
import { plural } from "@/lib/format/text/numbers";
import { findingColumns, findingSignature } from "./finding-columns";
import { RuleSection } from "./rule-section";

interface FindingsListProps {
  readonly head: FindingsHead;
  readonly view: WindowedView<FindingsHead, FindingRow>;
  readonly url: ListUrl<FindingFacet>;
}

/** What was found: by rule, the worst first; or, sorted by a column, as one table. */
export function FindingsList({ head, view, url }: FindingsListProps) {
  const found = head.rules.filter(({ matched }) => matched > 0);
  const [only] = found;
  const isTable = url.query.sort !== "";
  const rest = only !== undefined && found.length === 1 && only.matched > view.rows.length;
  return (
    <div className={view.behind ? "opacity-60" : ""} aria-busy={view.behind}>
      {!isTable && !rest && found.map((rule) => <RuleSection key={rule.code} rule={rule} rows={view.rows.filter((row) => row.code === rule.code)} url={url} />)}
      {!isTable && rest && (
        <RuleSection rule={only} rows={[]} url={url}>
          <FindingsTable {...{ head, view, url }} />
        </RuleSection>
      )}
      {isTable && (
        <Section name="findings" title="Findings" aside={plural(head.matched, "finding")} className="mt-4">
          <FindingsTable {...{ head, view, url }} />
        </Section>
      )}
    </div>
  );
}

/** Many findings in rows, of which those near the screen are here. */
function FindingsTable({ head, view, url }: FindingsListProps) {
  return (
    <DataTable
      caption="Findings"
      columns={findingColumns}
      choice={url.choice}
      rows={view.rows}
      offset={view.offset}
      total={head.matched}
      page={`${view.query} ${view.limit}`}
      signatureOf={findingSignature}
      sort={url.query.sort}
      onSort={(sort) => url.go({ sort })}
      onWindow={view.onWindow}
      keys
    />
  );
}
