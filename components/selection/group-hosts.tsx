"use client";

import { StateIcon } from "@/components/state/state-icon";
import { toneText } from "@/components/state/tone";
import { useTense } from "@/components/table/use-tense";
import { TableHeads } from "@/components/ui/table-heads";
import { useNotVerified } from "@/lib/client/not-verified";
import type { ServiceOfGroup } from "@/lib/contract/views/selected-by";
import { type GroupServiceStatus, groupServiceStatus } from "@/lib/domain/statements/group-services";
import type { Tone } from "@/lib/domain/verdict/freshness";
import type { State } from "@/lib/domain/verdict/verdict";
import { GROUP_SERVICE_STATUS_WORDS, groupServiceReason, otherEndpoints } from "@/lib/format/group-hosts";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { HostLink } from "./host-link";

interface GroupHostsProps {
  readonly cluster: string;
  readonly hosts: readonly ServiceOfGroup[];
  /** The number of the group's machines; null = not visible. */
  readonly machines: number | null;
  /** True if machines of the group are lost or missing. */
  readonly isMissing: boolean;
}

/** The services that select machines of a group: status, endpoints and reason. A phone shows two lines for each. */
export function GroupHosts({ cluster, hosts, machines, isMissing }: GroupHostsProps) {
  const tense = useTense(cluster);
  const isVerified = useNotVerified(cluster) === null;
  const ordered = hosts
    .map((one) => ({ one, status: groupServiceStatus(one, isMissing) }))
    .sort((a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status));
  return (
    <table className="table">
      <caption className="sr-only">Services that select machines of this group</caption>
      <TableHeads className="max-desk:sr-only" of={["SERVICE", "STATUS", ["MACHINES", "num"], "PODS", "WHY"]} />
      <tbody>
        {ordered.map(({ one, status }) => (
          <tr
            key={`${one.selector.kind} ${one.selector.name}`}
            data-service={one.hosts[0]}
            data-status={status}
            className="max-desk:grid max-desk:grid-cols-[minmax(0,1fr)_auto] max-desk:items-baseline max-desk:py-1"
          >
            <td className={PHONE_CELL} title={`${one.selector.kind} ${one.selector.name}`}>
              <span className="inline-flex max-desk:min-h-6">
                <HostLink cluster={cluster} selector={one.selector} text={one.hosts[0] ?? one.selector.name} />
              </span>
              {one.hosts.length > 1 && <span className="text-s text-ink-3">{` +${plural(one.hosts.length - 1, "name")}`}</span>}
            </td>
            <td className={`${PHONE_CELL} max-desk:order-3`}>
              <ServiceStatus status={status} isKnownNow={!tense.past && isVerified} />
            </td>
            <td
              data-column="takes"
              data-takes={one.takes}
              data-serving={one.machines?.serving}
              data-pods={one.pods?.ready ?? "not-visible"}
              className={`num ${PHONE_CELL} max-desk:order-2`}
            >
              {one.machines === null ? "–" : formatNumber(one.machines.serving)}
              {one.machines !== null && <span className="text-ink-3">/{formatNumber(one.machines.taken)}</span>}
            </td>
            <td className="text-ink-2 max-desk:hidden">{otherEndpoints(one)}</td>
            <td className={`whitespace-normal text-ink-2 wrap-anywhere ${PHONE_CELL} max-desk:order-4 max-desk:col-span-2`}>
              {groupServiceReason(one, machines, tense.past)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A cell of a row that is a small grid on a phone. */
const PHONE_CELL = "max-desk:h-auto max-desk:border-0 max-desk:py-0.5";

const TONES: Readonly<Record<GroupServiceStatus, Tone>> = {
  down: "bad",
  "no-machine": "blind",
  degraded: "bad",
  unverified: "blind",
  "not-visible": "blind",
  "not-checked": "idle",
  healthy: "good",
};
const STATUSES = Object.keys(TONES);
const ICONS = {
  down: "unhealthy",
  "no-machine": "vanished",
  degraded: "unhealthy",
  unverified: "unverified",
  "not-visible": "awaiting",
  "not-checked": "unchecked",
  healthy: "healthy",
} as const satisfies Record<GroupServiceStatus, State>;

/** Not green on a page that is not live, and while the connections of machines cannot be verified. */
function ServiceStatus({ status, isKnownNow }: { readonly status: GroupServiceStatus; readonly isKnownNow: boolean }) {
  const isCalm = status === "healthy" || status === "not-checked";
  const tone = isCalm && !isKnownNow ? "text-ink-3" : toneText[TONES[status]];
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${isCalm ? "text-ink-2" : `font-medium ${tone}`}`}>
      <StateIcon state={ICONS[status]} className={tone} />
      {GROUP_SERVICE_STATUS_WORDS[status]}
    </span>
  );
}
