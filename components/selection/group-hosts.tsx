"use client";

import { useTense } from "@/components/table/use-tense";
import { TableHeads } from "@/components/ui/table-heads";
import type { ServiceOfGroup } from "@/lib/contract/views/selected-by";
import { answeringPhrase, ejectsPhrase, takesPhrase, templatePhrase, zonesPhrase } from "@/lib/format/group-hosts";
import { plural } from "@/lib/format/text/numbers";
import { HostLink } from "./host-link";

interface GroupHostsProps {
  readonly cluster: string;
  readonly hosts: readonly ServiceOfGroup[];
  /** How many machines the group has; null = they are out of sight. */
  readonly machines: number | null;
}

/** The hosts of a group, most of its machines first: how many it takes, whether those to come too, and who answers for it. */
export function GroupHosts({ cluster, hosts, machines }: GroupHostsProps) {
  const { past } = useTense(cluster);
  return (
    <div className="overflow-x-auto max-desk:hidden">
      <table className="table">
        <caption className="sr-only">Hosts that select machines of this group</caption>
        <TableHeads of={["HOST", ["TAKES", "num"], "ENTRIES TO COME", "WHO ANSWERS"]} />
        <tbody>
          {hosts.map((one) => (
            <tr key={`${one.selector.kind} ${one.selector.name}`} data-host={one.hosts[0]}>
              <td className="min-w-44 whitespace-normal">
                <HostLink cluster={cluster} selector={one.selector} text={one.hosts[0] ?? one.selector.name} />
                <span className="block text-s text-ink-3">
                  {`${one.selector.kind} ${one.selector.name}`}
                  {one.hosts.length > 1 && `, ${plural(one.hosts.length - 1, "more host")}`}
                </span>
              </td>
              <td data-column="takes" className={`num ${machines !== null && one.takes < machines ? "text-warn" : ""}`}>
                {takesPhrase(one, machines)}
              </td>
              <td className={`min-w-28 whitespace-normal wrap-anywhere ${one.template?.length === 0 || one.template === null ? "text-ink-2" : "text-warn"}`}>
                {templatePhrase(one)}
              </td>
              <td data-serving={one.machines?.serving} data-pods={one.pods?.ready ?? "not-visible"} className="whitespace-normal text-ink-2">
                <span data-fact="answers">{answeringPhrase(one)}</span>
                {zonesPhrase(one.zones) !== "" && <span className="block text-s text-ink-3">{zonesPhrase(one.zones)}</span>}
                <span className={`block text-s ${one.ejects === null ? "text-blind" : one.ejects ? "text-ink-3" : "text-warn"}`}>
                  {ejectsPhrase(one.ejects, past)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
