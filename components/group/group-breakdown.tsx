import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import type { MachineFacet, Term } from "@/lib/contract/url/filter-term";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { SingleGroupHead } from "@/lib/contract/views/groups";
import { formatNumber } from "@/lib/format/text/numbers";

type Detail = NonNullable<SingleGroupHead["detail"]>;

interface GroupBreakdownProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly detail: Detail;
}

/** Where the machines of a group stand, and where its trouble does. */
export function GroupBreakdown({ cluster, namespace, name, detail }: GroupBreakdownProps) {
  const hrefOf = (facet: MachineFacet, value: string) => {
    const term = (key: MachineFacet, wanted: string): Term => ({ kind: "facet", facet: key, value: wanted, negated: false });
    const terms = [term("group", `${namespace}/${name}`), term(facet, value)];
    return pagePaths.entries(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
  };
  return (
    <Section name="breakdown" title="Where" aside="in trouble / machines">
      <Shares title="zone" facet="zone" shares={detail.zones} hrefOf={hrefOf} />
      <Shares title="network" facet="network" shares={detail.networks} hrefOf={hrefOf} />
      <Shares title="replica" facet="replica" shares={detail.replicas} hrefOf={hrefOf} />
    </Section>
  );
}

interface SharesProps {
  readonly title: string;
  readonly facet: MachineFacet;
  readonly shares: Detail["zones"];
  readonly hrefOf: (facet: MachineFacet, value: string) => string;
}

function Shares({ title, facet, shares, hrefOf }: SharesProps) {
  if (shares.length === 0) return null;
  return (
    <table data-facet={facet} className="mt-2.5 w-full text-s">
      <caption className="mb-0.5 text-left text-xs text-ink-3 uppercase">{title}</caption>
      <tbody>
        {shares.map(({ value, count, trouble }) => (
          <tr key={value} data-value={value} data-machines={count} data-trouble={trouble}>
            <th scope="row" className="max-w-0 w-[60%] truncate py-0.5 pr-2 text-left font-mono font-normal max-desk:h-11">
              <Link href={hrefOf(facet, value || "none")} prefetch={false} title={value}>
                {value || "none"}
              </Link>
            </th>
            <td className="w-[26%] pr-2">
              <progress
                value={trouble}
                max={Math.max(count, 1)}
                aria-hidden="true"
                className="block h-[5px] w-full appearance-none border-0 bg-sunken [&::-moz-progress-bar]:bg-bad-cell [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-bad-cell"
              />
            </td>
            <td className="text-right tabular-nums">
              <span className={trouble > 0 ? "font-medium text-bad" : "text-ink-3"}>{formatNumber(trouble)}</span>
              <span className="text-ink-3"> / {formatNumber(count)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
