"use client";

import { useTense } from "@/components/table/use-tense";
import { TableHeads } from "@/components/ui/table-heads";
import { Link } from "@/lib/client/page-link";
import type { MachineFacet, Term } from "@/lib/contract/url/filter-term";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { SingleGroupHead } from "@/lib/contract/views/groups";
import type { ServiceOfGroup } from "@/lib/contract/views/selected-by";
import { healthyZonesPhrase, outlierEjectionPhrase } from "@/lib/format/group-hosts";
import { formatNumber } from "@/lib/format/text/numbers";

type Detail = NonNullable<SingleGroupHead["detail"]>;

interface GroupBreakdownProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly detail: Detail;
  /** The services that select the group's machines. */
  readonly hosts: readonly ServiceOfGroup[];
}

/** The group's machines, and those in trouble, by zone, replica and network; and how its services handle a lost machine. */
export function GroupBreakdown({ cluster, namespace, name, detail, hosts }: GroupBreakdownProps) {
  const hrefOf = (facet: MachineFacet, value: string) => {
    const term = (key: MachineFacet, wanted: string): Term => ({ kind: "facet", facet: key, value: wanted, negated: false });
    const terms = [term("group", `${namespace}/${name}`), term(facet, value)];
    return pagePaths.entries(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
  };
  return (
    <>
      <div className="grid gap-x-[34px] gap-y-3 wide:grid-cols-3">
        <Shares title="zone" facet="zone" shares={detail.zones} hrefOf={hrefOf} />
        <Shares title="replica" facet="replica" shares={detail.replicas} hrefOf={hrefOf} />
        <Shares title="network" facet="network" shares={detail.networks} hrefOf={hrefOf} />
      </div>
      <ServicesInZones cluster={cluster} hosts={hosts} />
    </>
  );
}

/** The zones of each service's healthy machines, and whether callers eject a lost machine. */
function ServicesInZones({ cluster, hosts }: Pick<GroupBreakdownProps, "cluster" | "hosts">) {
  const { past } = useTense(cluster);
  return (
    <ul className="mt-2.5">
      {hosts.map(({ selector, hosts: [host = selector.name], zones, ejects }) => (
        <li key={`${selector.kind} ${selector.name}`} className="py-0.5 text-ink-2 wrap-anywhere">
          <span className="font-mono text-s">{host}</span>:{" "}
          {healthyZonesPhrase(zones) !== "" && <span data-zones={zones?.map(({ zone }) => zone).join(" ")}>{healthyZonesPhrase(zones)} · </span>}
          <span data-ejects={ejects ?? "not-visible"} className={ejects === null ? "text-blind" : ""}>
            {outlierEjectionPhrase(ejects, past)}
          </span>
        </li>
      ))}
    </ul>
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
    <table data-facet={facet} className="table self-start text-s">
      <TableHeads of={[title, ["in trouble", "num"], ["machines", "num"]]} />
      <tbody>
        {shares.map(({ value, count, trouble }) => (
          <tr key={value} data-value={value} data-machines={count} data-trouble={trouble}>
            <th scope="row" className="max-w-0 w-[60%] truncate font-mono! font-normal! normal-case! text-ink!">
              <Link href={hrefOf(facet, value || "none")} prefetch={false} title={value} className="inline-flex min-h-6 items-center max-desk:min-h-11">
                {value || "none"}
              </Link>
            </th>
            <td className={`num ${trouble > 0 ? "font-medium text-bad" : "text-ink-3"}`}>{formatNumber(trouble)}</td>
            <td className="num">{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
