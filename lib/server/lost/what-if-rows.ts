import type { ServiceAfterLossRow } from "@/lib/contract/views/what-if";
import { moveWords } from "@/lib/format/lost/move-words";
import type { ListedLoss, WhatIf } from "./what-if";

/** Some hosts as rows: only of these it is worked out whether requests would move. */
export function hostRows(whatIf: WhatIf, offset: number, limit: number): readonly ServiceAfterLossRow[] {
  return whatIf.hosts.slice(offset, offset + limit).map((listed) => hostRow(whatIf, listed));
}

function hostRow(whatIf: WhatIf, listed: ListedLoss): ServiceAfterLossRow {
  const { loss, host } = listed;
  const { cluster, uid, selector } = loss.object;
  const traffic = whatIf.trafficOf(listed);
  const { says, because } = moveWords(traffic);
  const { before, after, inline, weight, capacity, counts, heldByLost, placelessPods } = loss;
  return {
    ...{ id: `${cluster}/${uid}/${host}`, cluster, kind: selector.kind, namespace: selector.namespace, name: selector.name, host },
    machines:
      before.machines === null || after.machines === null
        ? null
        : {
            ...{ before: before.machines.serving + before.machines.inDoubt, after: after.machines.serving + after.machines.inDoubt },
            ...{ doubtedBefore: before.machines.inDoubt, doubtedAfter: after.machines.inDoubt },
          },
    pods: before.pods === null || after.pods === null ? null : { before: before.pods.ready, after: after.pods.ready },
    placelessPods,
    inline: { ...inline },
    addresses: before.addresses?.ready ?? null,
    weight: { before: weight.before, after: weight.after },
    capacity: { ...capacity },
    ...{ dead: counts.dead, heldByLost },
    move: { kind: traffic.move.kind, says, because: [...because], lostShare: traffic.lostShare },
  };
}
