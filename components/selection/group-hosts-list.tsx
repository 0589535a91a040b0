"use client";

import { useTense } from "@/components/table/use-tense";
import type { ServiceOfGroup } from "@/lib/contract/views/selected-by";
import { answeringPhrase, ejectsPhrase, takesPhrase, zonesPhrase } from "@/lib/format/group-hosts";
import { plural } from "@/lib/format/text/numbers";
import { HostLink } from "./host-link";

interface GroupHostsListProps {
  readonly cluster: string;
  readonly hosts: readonly ServiceOfGroup[];
  /** How many machines the group has; null = they are out of sight. */
  readonly machines: number | null;
}

/** The hosts of a group as a phone shows them: who still answers, where, and whether requests leave the dead. */
export function GroupHostsList({ cluster, hosts, machines }: GroupHostsListProps) {
  const { past } = useTense(cluster);
  return (
    <ul aria-label="Hosts that select machines of this group" className="desk:hidden">
      {hosts.map((one) => (
        <li key={`${one.selector.kind} ${one.selector.name}`} className="border-b border-line py-2">
          <span className="flex min-h-11 flex-wrap items-center gap-x-2">
            <HostLink cluster={cluster} selector={one.selector} text={one.hosts[0] ?? one.selector.name} />
            {one.hosts.length > 1 && <span className="text-s text-ink-3">{`and ${plural(one.hosts.length - 1, "more host")}`}</span>}
          </span>
          <p data-serving={one.machines?.serving} data-pods={one.pods?.ready}>
            {past ? "Answered: " : "Answer: "}
            <b className={`font-medium ${leftIn(one) === 0 ? "text-bad" : ""}`}>{answeringPhrase(one)}</b>
          </p>
          {zonesPhrase(one.zones) !== "" && (
            <p data-zones={one.zones?.map(({ zone }) => zone).join(" ")} className="text-s text-ink-2">
              {zonesPhrase(one.zones)}
            </p>
          )}
          <p data-ejects={one.ejects ?? "not-visible"} className={`text-s ${one.ejects === null ? "text-blind" : one.ejects ? "text-ink-2" : "text-warn"}`}>
            {ejectsPhrase(one.ejects, past)}
          </p>
          <p className="text-s text-ink-3">{`${past ? "took" : "takes"} ${takesPhrase(one, machines)} of this group`}</p>
        </li>
      ))}
    </ul>
  );
}

/** How many are known to answer; null where a part is out of sight. */
function leftIn({ machines, pods, inline }: ServiceOfGroup): number | null {
  return machines === null || pods === null ? null : machines.serving + machines.inDoubt + pods.ready + inline;
}
