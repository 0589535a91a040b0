"use client";

import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { useTense } from "@/components/table/use-tense";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import type { LossesAnswer } from "@/lib/contract/answers/history";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { SingleGroupHead } from "@/lib/contract/views/groups";
import type { MachinesReconnecting, OtherGroupsOnReplicas, TroubledMachinesOfReplica } from "@/lib/domain/statements/recovery";
import { standingWords } from "@/lib/format/control-plane/standing-words";
import { heldPhrase, othersSentence, reconnectingSentence } from "@/lib/format/replicas-of-group";
import { type ReplicaOfGroup, useReplicasOfGroup } from "@/components/diagnosis/use-replicas-of-group";

interface GroupReplicasProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly detail: SingleGroupHead["detail"];
  readonly losses: LossesAnswer | null;
}

/** Is it the machines or the control plane: the replicas that held who is lost or in trouble, and how machines of other groups on them fare. */
export function GroupReplicas({ detail, losses, ...place }: GroupReplicasProps) {
  const { replicas, cluster, others } = useReplicasOfGroup(place, detail?.replicas ?? [], losses);
  const tense = useTense(place.cluster);
  if (replicas.length === 0) return null;
  const href = pagePaths.controlPlane(formatListQuery({ clusters: [place.cluster], namespaces: [], terms: [], sort: "" }));
  return (
    <Section
      title="Is it the control plane?"
      name="replicas"
      id="control-plane"
      aside={
        <Link href={href} prefetch={false} className="inline-flex items-center text-ink-2 max-desk:min-h-11">
          Control plane
        </Link>
      }
    >
      <ul className="mt-1">
        {replicas.map((replica) => (
          <ReplicaLine key={replica.name} replica={replica} cluster={place.cluster} />
        ))}
      </ul>
      {others !== null && (
        <p className="mt-2" {...statementAttributes(othersOnReplicas(others))}>
          {othersSentence(others, tense.past)}
        </p>
      )}
      {cluster !== null && (
        <p className="mt-1 text-ink-2" {...statementAttributes(machinesReconnecting(cluster))}>
          {reconnectingSentence(cluster, tense.past)}
        </p>
      )}
    </Section>
  );
}

function ReplicaLine({ replica: { name, held, row, absence }, cluster }: { readonly replica: ReplicaOfGroup; readonly cluster: string }) {
  const tense = useTense(cluster);
  const standing = row === null ? null : standingWords(row, tense);
  const statement: TroubledMachinesOfReplica = { kind: "held-by-replica", replica: name, ...held };
  const tone = standing === null ? "text-blind" : standing.tone === "good" && tense.past ? "text-ink-3" : toneText[standing.tone];
  return (
    <li data-standing={row?.standing ?? (absence || undefined)} className="border-b border-line py-2">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 font-mono text-s break-all">{name}</span>
        <span title={standing?.title} className={`font-medium ${tone}`}>
          {standing?.word ?? absence}
        </span>
      </span>
      <span className="text-s text-ink-2" {...statementAttributes(statement)}>
        {`held ${heldPhrase(held)}`}
      </span>
    </li>
  );
}

function othersOnReplicas({ machines, groups, troubled }: Omit<OtherGroupsOnReplicas, "kind">): OtherGroupsOnReplicas {
  return { kind: "others-on-replicas", machines, groups, troubled };
}

function machinesReconnecting({ reconnecting, managed }: Omit<MachinesReconnecting, "kind">): MachinesReconnecting {
  return { kind: "machines-reconnecting", reconnecting, managed };
}
