"use client";

import { Sentence } from "@/components/state/statement";
import { Elsewhere } from "@/components/table/elsewhere";
import { Age, Moment } from "@/components/table/times";
import { Fact, Facts, None } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import { expectedSizeStatement } from "@/lib/domain/group/expected-size";
import { acceptedSizeWords } from "@/lib/format/accepted-loss-words";
import { probeTarget, probeTimes } from "@/lib/format/group-details";
import { plannedSizeWords } from "@/lib/format/planned-words";
import { formatNumber } from "@/lib/format/text/numbers";
import { ExpectedSizeForm } from "./size-editor";

type Detail = NonNullable<SingleGroupHead["detail"]>;

interface GroupFactsProps {
  readonly row: GroupRow;
  readonly detail: Detail;
  /** The commands that this viewer is offered. A command without permission has no control. */
  readonly offered: readonly ObjectCommandName[];
}

/** The facts of a group that users need most: size, probe, service account, network, managing tool, last writer, and links to external tools. */
export function GroupFacts({ row, detail, offered }: GroupFactsProps) {
  const { template, probe, lastWriter, managedBy, deletingAt, expectedSizeText } = detail;
  const { cluster, namespace, name } = row;
  return (
    <Section name="group-facts" title="Group">
      <Facts>
        <Fact field="expected-size" name="size">
          <ExpectedSize row={row} text={expectedSizeText} />
          {offered.includes("set-expected-size") && row.exists && (
            <>
              {" "}
              <ExpectedSizeForm {...{ cluster, namespace, name, managedBy }} text={expectedSizeText} resourceVersion={detail.resourceVersion} />
            </>
          )}
        </Fact>
        {row.rollUp.expectedMost !== undefined && (
          <Fact field="total" name="total">
            {`max(${formatNumber(row.rollUp.expected ?? 0)}, registered) = ${formatNumber(row.rollUp.fullTotal)}`}
          </Fact>
        )}
        <Fact field="method" name="probe" mono={probe !== null}>
          {probe === null ? <None>none: only a machine&apos;s own mesh.yaml sets one</None> : probeTarget(probe)}
        </Fact>
        {probe !== null && <ProbeTimes probe={probe} />}
        <Fact field="account" name="account" mono>
          {template.serviceAccount || <None>not set</None>}
        </Fact>
        <Fact field="network" name="network" mono>
          {template.network || <None>not set</None>}
        </Fact>
        {managedBy !== "" && (
          <Fact field="managed-by" name="managed by">
            {managedBy}
          </Fact>
        )}
        {lastWriter !== null && (
          <Fact field="last-writer" name="last writer">
            <code>{lastWriter.manager}</code> <span className="text-ink-2">{lastWriter.operation}</span>
            {lastWriter.time !== null && (
              <>
                {", "}
                <Moment at={lastWriter.time} />
              </>
            )}
          </Fact>
        )}
        <Fact field="age" name="age">
          <Age at={row.createdAt} />
        </Fact>
        {deletingAt !== null && (
          <Fact field="deleting" name="deleting">
            <span className="text-warn">since </span>
            <Moment at={deletingAt} />
          </Fact>
        )}
      </Facts>
      <Elsewhere about={`group ${name}`} fields={{ cluster, namespace, group: name }} />
    </Section>
  );
}

/** Each setting of the probe in its own element, below the probe's target. */
function ProbeTimes({ probe }: { readonly probe: NonNullable<Detail["probe"]> }) {
  const times = probeTimes(probe);
  return (
    <>
      <dt className="sr-only">probe times</dt>
      <dd className="col-start-2 min-w-0 text-ink-2" title="A change reaches a machine with its next bundle.">
        {times.map(([field, text], at) => (
          <span key={field}>
            <span data-fact={field}>{text}</span>
            {at < times.length - 1 && ", "}
          </span>
        ))}
      </dd>
    </>
  );
}

/** The expected size with its source: declared, learned or unknown. */
function ExpectedSize({ row, text }: { readonly row: GroupRow; readonly text: string | null }) {
  const { expected, expectedFrom, expectedMost, planned, accepted } = row.rollUp;
  return <Sentence of={expectedSizeStatement(row.rollUp, text)}>{sizeText()}</Sentence>;

  function sizeText() {
    const upTo = expectedMost === undefined ? "" : `–${formatNumber(expectedMost)}`;
    const taken = [planned === undefined ? "" : plannedSizeWords({ planned }), accepted === undefined ? "" : acceptedSizeWords({ accepted })];
    const source = expectedMost === undefined ? expectedFrom : "declared";
    if (expected !== null) return [`${formatNumber(expected)}${upTo}, ${source}`, ...taken.filter((part) => part !== "")].join(". ");
    return text === null ? <None>not known</None> : <Unreadable text={text} />;
  }
}

function Unreadable({ text }: { readonly text: string }) {
  return (
    <span className="text-warn">
      <code>{text || '""'}</code> is neither a whole number nor a range
    </span>
  );
}
