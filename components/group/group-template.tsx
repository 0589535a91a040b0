import { Sentence } from "@/components/state/statement";
import { Age, Moment } from "@/components/table/times";
import { WhoSelects } from "@/components/table/who-selects";
import { Fact, Facts, None, ReadAs } from "@/components/ui/facts";
import { Folded } from "@/components/ui/folded";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import { expectedSizeStatement } from "@/lib/domain/group/expected-size";
import { acceptedSizeWords } from "@/lib/format/accepted-loss-words";
import { plannedSizeWords } from "@/lib/format/planned-words";
import { formatNumber } from "@/lib/format/text/numbers";
import { localityNote, weightNote } from "@/lib/format/workload-words";
import { SizeEditor } from "./size-editor";

interface GroupTemplateProps {
  readonly row: GroupRow;
  readonly detail: NonNullable<SingleGroupHead["detail"]>;
  /** The commands of this page: the control of one that is missing here does not exist. */
  readonly offered: readonly ObjectCommandName[];
}

/** What the group gives to entries that are created from now on. */
export function GroupTemplate({ row, detail, offered }: GroupTemplateProps) {
  const { template, lastWriter } = detail;
  const labels = [...detail.entryLabels, ...template.labels.filter(({ key }) => !detail.entryLabels.some((label) => label.key === key))];
  return (
    <Section name="template" title="Template" aside="for entries to come">
      <Facts>
        <Fact field="expected-size" name="expected size">
          <ExpectedSize row={row} text={detail.expectedSizeText} />
          {offered.includes("set-expected-size") && row.exists && (
            <>
              {" "}
              <SizeEditor
                cluster={row.cluster}
                namespace={row.namespace}
                name={row.name}
                text={detail.expectedSizeText}
                resourceVersion={detail.resourceVersion}
                managedBy={detail.managedBy}
              />
            </>
          )}
        </Fact>
        <Fact field="account" name="account" mono>
          {template.serviceAccount || <None>not set</None>}
        </Fact>
        <Fact field="network" name="network" mono>
          {template.network || <None>not set</None>}
        </Fact>
        <Fact field="locality" name="locality" mono>
          {template.locality || <None>not set</None>}
        </Fact>
        <ReadAs field="locality-reading" note={localityNote({ locality: template.locality, from: "spec.locality" })} />
        <Fact field="weight" name="weight">
          {template.weight ?? <None>not set</None>}
        </Fact>
        <ReadAs field="weight-reading" note={weightNote(template.weight)} />
        <Fact field="ports" name="ports" mono>
          {template.ports.length === 0 ? <None>none</None> : template.ports.map(({ name, port }) => `${name} ${port}`).join(", ")}
        </Fact>
        <Fact field="labels" name="labels">
          {labels.length === 0 ? (
            <None>none</None>
          ) : (
            <Folded items={labels} first={12} what="labels">
              {(some) => <Labels row={row} labels={some} />}
            </Folded>
          )}
        </Fact>
        {detail.entryAnnotations.length > 0 && (
          <Fact field="annotations" name="annotations" mono>
            {detail.entryAnnotations.map(({ key, value }) => `${key}=${value}`).join(", ")}
          </Fact>
        )}
        <Fact field="age" name="age">
          <Age at={row.createdAt} />
        </Fact>
        {detail.managedBy !== "" && (
          <Fact field="managed-by" name="managed by">
            {detail.managedBy}
          </Fact>
        )}
        {lastWriter !== null && (
          <Fact field="last-writer" name="last writer">
            <code>{lastWriter.manager}</code> <span className="text-ink-2">{lastWriter.operation}</span>{" "}
            {lastWriter.time !== null && <Moment at={lastWriter.time} />}
          </Fact>
        )}
        {detail.deletingAt !== null && (
          <Fact field="deleting" name="deleting">
            <span className="text-warn">since </span>
            <Moment at={detail.deletingAt} />
          </Fact>
        )}
      </Facts>
      <p className="mt-2 text-s text-ink-3">A change here does not reach entries that exist: it takes effect when they are created anew.</p>
    </Section>
  );
}

/** The size with where it comes from: a person's word, the record's, or nobody's. */
function ExpectedSize({ row, text }: { readonly row: GroupRow; readonly text: string | null }) {
  const { expected, expectedFrom, expectedMost, planned, accepted } = row.rollUp;
  return <Sentence of={expectedSizeStatement(row.rollUp, text)}>{sizeText()}</Sentence>;

  function sizeText() {
    const upTo = expectedMost === undefined ? "" : `–${formatNumber(expectedMost)}`;
    const taken = [planned === undefined ? "" : plannedSizeWords({ planned }), accepted === undefined ? "" : acceptedSizeWords({ accepted })];
    if (expected !== null) return [`${formatNumber(expected)}${upTo}, ${expectedFrom}`, ...taken.filter((part) => part !== "")].join(". ");
    return text === null ? <None>unknown: neither declared nor learned yet</None> : <Unreadable text={text} />;
  }
}

function Labels({ row, labels }: { readonly row: GroupRow; readonly labels: readonly { readonly key: string; readonly value: string }[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {labels.map(({ key, value }) => {
        const terms = [{ kind: "label", key, value, negated: false }] as const;
        const search = formatListQuery({ clusters: [row.cluster], namespaces: [row.namespace], terms, sort: "" });
        return (
          <span key={key} className="inline-flex items-center gap-0.5">
            <Link
              href={pagePaths.entries(search)}
              prefetch={false}
              className="rounded-small border border-line-2 bg-raised px-1.5 font-mono text-s break-all text-ink-2 no-underline hover:border-accent hover:text-accent hover:no-underline"
            >
              {key}={value}
            </Link>
            <WhoSelects cluster={row.cluster} namespace={row.namespace} label={{ key, value }} short />
          </span>
        );
      })}
    </span>
  );
}

function Unreadable({ text }: { readonly text: string }) {
  return (
    <span className="text-warn">
      <code>{text || '""'}</code> is neither a whole number nor a range
    </span>
  );
}
