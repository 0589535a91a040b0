"use client";

import { CollapsedSummary } from "@/components/state/collapsed-summary";
import { NO_ROWS } from "@/components/table/first-window";
import { Moment, QuietAge } from "@/components/table/times";
import { useZone } from "@/components/table/use-zone";
import { Detail } from "@/components/ui/details";
import { Fact, Facts, None, ReadAs } from "@/components/ui/facts";
import { TableHeads } from "@/components/ui/table-heads";
import { useNow, useOfNow } from "@/lib/client/clock";
import { useView } from "@/lib/client/use-view";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { connectionLine, labelsLine, lastReportLine, objectLine } from "@/lib/format/entry-details";
import { AMBIENT_HEALTH_NOTE, entryEvidence, REPORT_TIMES_WARNING } from "@/lib/format/entry-evidence";
import { originWords } from "@/lib/format/origin-words";
import { minuteOf } from "@/lib/format/text/duration";
import { joinParts } from "@/lib/format/text/lists";
import { weightNote } from "@/lib/format/workload-words";
import { EntryLabels } from "./entry-labels";
import type { EntryDetail, EntryWithDetail } from "./use-last-seen";

/** The condition Healthy as the object has it. */
export function LastReportDetail({ detail: { health } }: Pick<EntryWithDetail, "detail">) {
  const zone = useZone();
  const minute = useOfNow(minuteOf);
  return (
    <Detail name="reported-health" id="last-report" title="Last report" line={<CollapsedSummary line={lastReportLine(health, minute, zone)} />}>
      {health === null ? (
        <p className="pt-1 text-ink-2">The status has no condition of type Healthy.</p>
      ) : (
        <>
          <div className="desk:overflow-x-auto">
            <table className="table max-desk:[&_td]:py-1.5 max-desk:[&_td]:whitespace-normal max-desk:[&_td]:wrap-anywhere max-desk:[&_th]:whitespace-normal">
              <caption className="sr-only">The condition Healthy as stored</caption>
              <TableHeads of={[["CONDITION", "max-desk:hidden"], "STATUS", "LAST PROBE TIME", "LAST TRANSITION TIME", "MESSAGE"]} />
              <tbody>
                <tr>
                  <td className="max-desk:hidden">Healthy</td>
                  <td className={health.status === "False" ? "font-medium text-bad" : ""}>{health.status || "—"}</td>
                  <td className="font-mono text-s text-ink-2">{health.lastProbeTime ?? "—"}</td>
                  <td className="font-mono text-s text-ink-2">{health.lastTransitionTime ?? "—"}</td>
                  <td className="w-full font-mono desk:min-w-64 text-s whitespace-normal wrap-anywhere">{health.message || "—"}</td>
                </tr>
              </tbody>
            </table>
          </div>
          <p className="mt-2 text-s text-ink-3">{REPORT_TIMES_WARNING}</p>
        </>
      )}
    </Detail>
  );
}

/** The evidence for the connection state. Each line names its field in the object. */
export function ConnectionDetail({ row, detail }: EntryWithDetail) {
  const now = useNow();
  const zone = useZone();
  const { maxConnectionAge, gate } = detail;
  const line = connectionLine({ ...row, gate, maxConnectionAgeMs: maxConnectionAge.value }, now, zone);
  return (
    <Detail name="evidence" id="connection" title="Connection" line={<CollapsedSummary line={line} />}>
      <Facts>
        {entryEvidence(row, detail, now, zone).map(({ term, field, value, meaning }) => (
          <Fact key={term} field={term} name={term}>
            {field !== "" && <code className="text-ink-2">{field} </code>}
            {value !== "" && <code className="text-ink">{value}</code>}
            {(field !== "" || value !== "") && <span className="text-ink-3"> · </span>}
            {meaning}
          </Fact>
        ))}
      </Facts>
      <p
        className="mt-2 text-s text-ink-3"
        data-max-age={maxConnectionAge.kind}
        data-max-age-ms={maxConnectionAge.value ?? undefined}
        data-source={maxConnectionAge.source}
        data-replicas={detail.replicasKind}
        data-ready-reason={detail.replica?.readyReason || undefined}
        data-deleting-at={detail.replica?.deletingAt ?? undefined}
      >
        {AMBIENT_HEALTH_NOTE} The maximum age of connections is {maxConnectionAge.kind === "denied" ? "not visible" : maxConnectionAge.kind}:{" "}
        {maxConnectionAge.source}.
      </p>
    </Detail>
  );
}

/** The labels that selectors match, with their source. */
export function LabelsDetail({ row, detail }: EntryWithDetail) {
  return (
    <Detail name="labels" id="labels" title="Labels" line={<CollapsedSummary line={labelsLine(detail.labels)} />}>
      <EntryLabels row={row} detail={detail} />
    </Detail>
  );
}

const MEMBERSHIP: Record<EntryDetail["membership"], string> = {
  owned: "by owner reference",
  annotated: "by the annotation istio.io/autoRegistrationGroup only: no owner reference, so deleting the group does not delete this entry",
  "owner-differs": "by owner reference; the annotation istio.io/autoRegistrationGroup names another group",
  none: "none: neither owner reference nor annotation names one",
};

interface YamlLineProps {
  readonly query: string;
  readonly initial: ViewStateOf<"entry"> | null;
}

/** The collapsed summary of the YAML section. `query`, `initial`: the view "entry" of the page. */
export function EntryYamlSummary({ query, initial }: YamlLineProps) {
  const { row = null, detail = null } = useView("entry", query, NO_ROWS, initial).state?.head ?? {};
  const generation = row?.generation ?? null;
  const managedBy = detail?.managedBy ?? "";
  const parts = ["WorkloadEntry", generation === null ? "" : `generation ${generation}`, managedBy === "" ? "" : `managed by ${managedBy}`];
  // The JSX runtime makes invisible characters visible only inside elements.
  return <>{joinParts(parts, " · ")}</>;
}

/** Facts about the object: creator, last writer, owner, and fields that are rarely needed. */
export function ObjectDetail({ row, detail }: EntryWithDetail) {
  const zone = useZone();
  const minute = useOfNow(minuteOf);
  const { owner, lastWriter, ports } = detail;
  const line = objectLine({ ...row, owner, lastWriter: lastWriter?.manager ?? null }, minute, zone);
  return (
    <Detail name="object" id="object" title="Object" line={<CollapsedSummary line={line} />}>
      <Facts>
        <Fact field="uid" name="uid" mono>
          {row.uid}
        </Fact>
        <Fact field="age" name="created">
          {row.createdAt === null ? (
            <None>not known</None>
          ) : (
            <>
              <Moment at={row.createdAt} whole /> · <QuietAge at={row.createdAt} />
            </>
          )}
        </Fact>
        <Fact field="origin" name="created by">
          {originWords(row.origin, owner)}
        </Fact>
        <Fact field="membership" name="group">
          <span data-membership={detail.membership}>{MEMBERSHIP[detail.membership]}</span>
        </Fact>
        <Fact field="owner" name="owner">
          {owner === null ? <None>none</None> : <code>{`${owner.kind}/${owner.name}`}</code>}
        </Fact>
        {detail.managedBy !== "" && (
          <Fact field="managed-by" name="managed by">
            {detail.managedBy}
          </Fact>
        )}
        <Fact field="last-writer" name="last writer">
          <LastWriter lastWriter={lastWriter} />
        </Fact>
        <Fact field="ports" name="ports" mono>
          {ports.length === 0 ? <None>none of its own: those of the service count</None> : ports.map(({ name, port }) => `${name} ${port}`).join(", ")}
        </Fact>
        <Fact field="weight" name="weight">
          {detail.weight ?? <None>not set</None>}
        </Fact>
        <ReadAs field="weight-reading" note={weightNote(detail.weight)} />
        <Fact field="revision" name="revision" mono>
          {row.revision || <None>not known</None>}
        </Fact>
      </Facts>
      <p className="mt-2 text-s text-ink-3">Kubernetes stores who wrote a field last, not who created the object.</p>
    </Detail>
  );
}

function LastWriter({ lastWriter }: Pick<EntryDetail, "lastWriter">) {
  if (lastWriter === null) return <None>not recorded</None>;
  const { manager, operation, subresource, time } = lastWriter;
  return (
    <>
      <code>{manager}</code> <span className="text-ink-2">{subresource === "" ? operation : `${operation} of ${subresource}`}</span>
      {time !== null && (
        <>
          {" "}
          <Moment at={time} />
        </>
      )}
    </>
  );
}
