"use client";

import { StateIcon } from "@/components/state/state-icon";
import { toneText } from "@/components/state/tone";
import { useFreshness } from "@/lib/client/status";
import type { ServiceRow } from "@/lib/contract/views/services";
import { type ServiceStatusKind, serviceTone } from "@/lib/domain/services/service-status";
import type { State } from "@/lib/domain/verdict/verdict";
import { hostStatusMeaning, hostStatusWords } from "@/lib/format/host-words";

/** The outline of a host's status: that of the state of a machine that is nearest to it. */
const ICONS = {
  nobody: "unhealthy",
  missing: "vanished",
  unverified: "unverified",
  "claimed-twice": "unreadable",
  "no-caller": "unchecked",
  unknown: "awaiting",
  awaiting: "awaiting",
  draining: "draining",
  "takes-nobody": "unchecked",
  unchecked: "unchecked",
  serves: "healthy",
} as const satisfies Record<ServiceStatusKind, State>;

/** The status of a host as icon, word and tone, never greener than its cluster is live. */
export function HostStatusBadge({ row }: { readonly row: Pick<ServiceRow, "status" | "cluster" | "machines"> }) {
  const { status, cluster, machines } = row;
  const freshness = useFreshness(cluster);
  const hasMachines = machines !== null && machines.serving > 0;
  const tone = serviceTone(status, hasMachines ? freshness : { kind: freshness.kind });
  const isCalm = status.kind === "serves" && tone !== "blind";
  return (
    <span
      title={hostStatusMeaning(status)}
      className={`inline-flex items-center gap-1.5 align-middle whitespace-nowrap ${isCalm ? (freshness.kind === "live" ? "text-ink-2" : "text-ink-3") : `${toneText[tone]} font-medium`}`}
    >
      <StateIcon state={ICONS[status.kind]} className={isCalm && freshness.kind !== "live" ? "text-ink-3" : toneText[tone]} />
      {hostStatusWords(status)}
    </span>
  );
}
