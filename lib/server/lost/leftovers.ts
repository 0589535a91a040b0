import type { GroupLeftoversAnswer } from "@/lib/contract/answers/leftovers";
import { isTooNewToBeUnused, objectUseOf, selectsLabels } from "@/lib/domain/entry/object-use";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { type AccountAddress, accountUse } from "@/lib/server/bundle/account-use";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, sightOf } from "@/lib/server/fleet/group-sight";
import { objectKey } from "@/lib/server/table/indexed-table";

type Found = NonNullable<GroupLeftoversAnswer>;

/** What a group without machines leaves behind, as far as the viewer may see; null where it has machines or is new, or nobody may say so. */
export function leftoversOf(fleet: FleetReader, scope: Scope, { cluster, namespace, name }: AccountAddress): GroupLeftoversAnswer {
  const record = fleet.group(cluster, namespace, name);
  const sight = record === null ? null : sightOf(scope, record);
  const group = record === null || sight === null ? null : objectInSight(record, sight);
  if (record === null || group === null || sight?.machines !== true || record.members.size > 0) return null;
  if (isTooNewToBeUnused({ createdAt: group.createdAt, now: fleet.now() })) return null;
  return {
    account: accountOf(fleet, scope, group),
    serviceEntries: isSourceVisible(scope, cluster, "serviceentries", namespace) ? entriesOf(fleet, scope, group) : [],
    unseen: (["serviceentries", "serviceaccounts"] as const).filter((source) => !isSourceVisible(scope, cluster, source, namespace)),
  };
}

function accountOf(fleet: FleetReader, scope: Scope, group: WorkloadGroup): Found["account"] {
  const { cluster, namespace, template } = group;
  const use = accountUse(fleet, scope, { cluster, namespace, name: template.serviceAccount });
  const [object] = use.exists === true ? fleet.tables.serviceaccounts.byIndex("account", objectKey(cluster, namespace, template.serviceAccount)) : [];
  if (object === undefined) return null;
  const groups = use.groups?.filter((other) => other !== group.name) ?? null;
  const { name, uid, resourceVersion, createdAt } = object;
  const verdict = objectUseOf([groups?.length ?? null, use.machines, use.pods], { createdAt, now: fleet.now() });
  return { name, uid, resourceVersion, ...use, groups, verdict };
}

function entriesOf(fleet: FleetReader, scope: Scope, { cluster, namespace, template, entryLabels }: WorkloadGroup): Found["serviceEntries"] {
  const labels = [...template.labels, ...entryLabels];
  return [...fleet.tables.serviceentries.inCluster(cluster)].flatMap((entry) => {
    const host = entry.namespace === namespace ? fleet.hosts.byUid(cluster, entry.uid) : null;
    if (host === null || host.selector.kind !== "ServiceEntry" || !selectsLabels(host.selector.selector ?? [], labels)) return [];
    const { machines, pods } = fleet.hosts.counts(host);
    const taken = pods !== null && isSourceVisible(scope, cluster, "workload-pods", namespace) ? pods.taken : null;
    const { name, uid, resourceVersion, createdAt } = entry;
    const verdict = objectUseOf([machines.taken, taken], { createdAt, now: fleet.now() });
    return [{ name, uid, resourceVersion, hosts: [...host.hosts], machines: machines.taken, pods: taken, verdict }];
  });
}
