"use client";

import type { ReactNode } from "react";
import { Sentence, statementAttributes } from "@/components/state/statement";
import { lossDecisions } from "@/components/table/accept-losses";
import { Crumbs } from "@/components/table/crumbs";
import { Elsewhere } from "@/components/table/elsewhere";
import { PageActions } from "@/components/table/page-actions";
import { useZone } from "@/components/table/use-zone";
import { StateChartSection } from "@/components/timeline/state-chart-section";
import { type PageStateChart, usePageStateChart } from "@/components/timeline/use-page-state-chart";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { useOfNow } from "@/lib/client/clock";
import { useActivity } from "@/lib/client/history";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { useFreshness, useStatus } from "@/lib/client/status";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import type { GroupRow } from "@/lib/contract/views/groups";
import { entriesDeletedWithGroup, groupGone } from "@/lib/domain/statements/group";
import { absenceReason } from "@/lib/format/absence";
import { formatDateTime } from "@/lib/format/clock";
import { deletedMachinesPhrase, deletedSentence } from "@/lib/format/group-deleted";
import { timesToRecoverText } from "./group-recovery";
import { LostMachinesSection } from "./lost-section";
import { type GroupLosses, useGroupLosses } from "./use-group-losses";

interface GroupGoneProps {
  /** The group's row while its lost machines count; null or absent = none. */
  readonly row?: GroupRow | null;
  readonly offered?: readonly ObjectCommandName[];
  /** Links to the incidents of its machines. */
  readonly incidents?: ReactNode;
  /** The user who deleted the group with Stolos; null = not in the audit log; absent = the audit log was not read. */
  readonly deletedBy?: string | null | undefined;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly problem: string | null;
}

/** The page of a group that does not exist: its deletion and machines from the history, or a statement that it is unknown. */
export function GoneGroupPage({ row = null, offered = [], incidents, deletedBy, cluster, namespace, name, problem }: GroupGoneProps) {
  const live = useFreshness(cluster).kind === "live";
  const clusters = useStatus().clusters.map((one) => one.cluster);
  const place = { cluster: [cluster], ns: [namespace], group: name };
  const band = usePageStateChart(place);
  const losses = useGroupLosses(place, band.url.asked, row?.lost ?? 0);
  const [deletion] = useActivity({ cluster: [cluster], ns: [namespace], name, type: ["group-deleted"], limit: 1 }, "7d").value?.rows ?? [];
  const zone = useZone();
  const at = usePast();
  const isUnreadThen = at !== null && problem !== null;
  const deleted = useOfNow((now) => (deletion === undefined ? "" : deletedSentence(deletion, now, zone)));
  const { rows = [], total = 0, planned = 0 } = losses.value ?? {};
  const collected = rows.filter(({ cause }) => cause === "group-deleted").length;
  const isCut = rows.length < total + planned;
  const reason =
    deletion === undefined ? (
      absenceReason(cluster, clusters, live)
    ) : (
      <Sentence of={entriesDeletedWithGroup(collected, isCut)}>{deletedMachinesPhrase(collected, isCut)}</Sentence>
    );
  return (
    <>
      <Crumbs
        cluster={cluster}
        steps={[{ href: pagePaths.groups(`ns=${encodeSegment(namespace)}`), name: namespace }]}
        name={name}
        actions={<PageActions actions={[{ label: "Activity", href: pagePaths.activity(`ns=${encodeSegment(namespace)}&group=${encodeSegment(name)}`) }]} />}
      />
      <Headline sub={incidents} data={statementAttributes(groupGone(namespace, name, deletion), { past: !live })}>
        {deleted ||
          (isUnreadThen
            ? `This group cannot be shown as it was at ${formatDateTime(at, zone)}.`
            : live
              ? "No such group can be seen."
              : "This group is not known.")}
      </Headline>
      <Elsewhere about={`group ${name}`} fields={{ cluster, namespace, group: name, ...(deletion !== undefined && { at: String(deletion.at) }) }} />
      <Notice
        kind={problem === null ? "not-found" : "error"}
        title={problem ?? reason}
        actions={
          <Link href={pagePaths.groups(`ns=${encodeSegment(namespace)}`)} className={buttonClass()}>
            Groups of {namespace}
          </Link>
        }
      >
        {isUnreadThen ? undefined : (
          <>
            {deletion !== undefined && <DeletedBy who={deletedBy} namespace={namespace} name={name} />}
            <p>Kubernetes deletes the entries of a deleted group. Its machines stay connected.</p>
            <p>istiod registers them again when a group of this name exists.</p>
          </>
        )}
      </Notice>
      {isRemembered(band, losses, deletion !== undefined) && (
        <>
          <StateChartSection band={band} hasLegend moreOf={timesToRecoverText} />
          <LostMachinesSection losses={losses} isOver decisions={row === null ? null : lossDecisions(row, null, offered)} />
        </>
      )}
    </>
  );
}

/** The user who deleted the group, with a link to the audit log. The history of Kubernetes objects has no users. */
function DeletedBy({ who, namespace, name }: { readonly who: string | null | undefined; readonly namespace: string; readonly name: string }) {
  const audit = pagePaths.audit(`ns=${encodeSegment(namespace)}&q=${encodeSegment(name)}`);
  return (
    <p data-deleted-by={who ?? "not-known"}>
      {who === null && <span className="text-blind">The user is not known: the audit has no such command. </span>}
      {typeof who === "string" && <span>{`Deleted by ${who}, with Stolos. `}</span>}
      <Link href={audit} prefetch={false} className="inline-flex min-h-6 items-center">
        {who === undefined ? "Find the user in Audit" : "Audit"}
      </Link>
    </p>
  );
}

/** Returns true if the history has machines of the group, or the group itself. Without them, an empty chart would look like good news. */
function isRemembered({ value }: PageStateChart, losses: GroupLosses, isDeleted: boolean): boolean {
  const hadMachines = value?.points.some(({ total, missing }) => total + missing > 0) ?? false;
  return isDeleted || hadMachines || (losses.value?.total ?? 0) + (losses.value?.planned ?? 0) > 0;
}
