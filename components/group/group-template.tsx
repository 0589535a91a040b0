import { WhoSelects } from "@/components/table/who-selects";
import { Fact, Facts, None, ReadAs } from "@/components/ui/facts";
import { Folded } from "@/components/ui/folded";
import { Link } from "@/lib/client/page-link";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import { localityNote, weightNote } from "@/lib/format/workload-words";

type Detail = NonNullable<SingleGroupHead["detail"]>;

/** Returns the labels of new entries: labels of the group's `metadata` override those of its template (docs/istio.md#label-order). */
export function labelsOfNewEntries({ entryLabels, template }: Detail): Detail["entryLabels"] {
  return [...entryLabels, ...template.labels.filter(({ key }) => !entryLabels.some((label) => label.key === key))];
}

/** The template of a group, from which istiod creates new entries. */
export function GroupTemplate({ row, detail }: { readonly row: GroupRow; readonly detail: Detail }) {
  const { template, entryAnnotations } = detail;
  const labels = labelsOfNewEntries(detail);
  return (
    <Facts>
      <Fact field="labels" name="labels">
        {labels.length === 0 ? (
          <None>none</None>
        ) : (
          <Folded items={labels} first={12} what="labels">
            {(some) => <Labels row={row} labels={some} />}
          </Folded>
        )}
      </Fact>
      <Fact field="annotations" name="annotations" mono>
        {entryAnnotations.length === 0 ? <None>none</None> : entryAnnotations.map(({ key, value }) => `${key}=${value}`).join(", ")}
      </Fact>
      <Fact field="ports" name="ports" mono>
        {template.ports.length === 0 ? <None>none</None> : template.ports.map(({ name, port }) => `${name} ${port}`).join(", ")}
      </Fact>
      <Fact field="weight" name="weight">
        {template.weight ?? <None>not set</None>}
      </Fact>
      <ReadAs field="weight-reading" note={weightNote(template.weight)} />
      <Fact field="locality" name="locality" mono>
        {template.locality || <None>not set: machines report their own</None>}
      </Fact>
      <ReadAs field="locality-reading" note={localityNote({ locality: template.locality, from: "spec.locality" })} />
    </Facts>
  );
}

function Labels({ row, labels }: { readonly row: GroupRow; readonly labels: Detail["entryLabels"] }) {
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
              className="inline-flex min-h-6 items-center rounded-small border border-line-2 bg-raised px-1.5 font-mono text-s break-all text-ink-2 no-underline hover:border-accent hover:text-accent hover:no-underline"
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
