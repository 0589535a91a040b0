import { SELECTED_SUBJECTS, type SelectedByHead } from "@/lib/contract/views/selected-by";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { isInScope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import { followSources, type NotFollowed } from "@/lib/server/fleet/followed-sources";
import { objectInSight, sightOf } from "@/lib/server/fleet/group-sight";
import { NewsInSight } from "@/lib/server/hosts/news-in-sight";
import { type OpenView, UnreadableQuery, type ViewContext } from "@/lib/server/live/view-source";
import { entrySelection } from "@/lib/server/selected-by/entry-selection";
import { groupSelection } from "@/lib/server/selected-by/group-selection";
import { type Seen, seenOf } from "@/lib/server/selected-by/seen";
import { watchGroups } from "./watch-groups";

interface Subject {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

type Selected = ReturnType<OpenView<"selected-by">>;

const NOTHING: SelectedByHead = { found: false, sight: null, entry: null, group: null };

/** Who selects one entry, or the machines of one group. The query names it: `of`, `cluster`, `ns`, `name` and, for one incarnation, `uid`. */
export const openSelectedBy: OpenView<"selected-by"> = (context) => {
  const params = new URLSearchParams(context.query);
  const [of, cluster, namespace, name, uid] = ["of", "cluster", "ns", "name", "uid"].map((key) => params.get(key) ?? "");
  const subject = SELECTED_SUBJECTS.find((one) => one === of);
  if (subject === undefined || !cluster || !namespace || !name) throw new UnreadableQuery("Say of what: of=entry or of=group, cluster, ns and name.");
  const about = { cluster, namespace, name, uid: uid ?? "" };
  return subject === "entry" ? openEntry(context, about) : openGroup(context, about);
};

function openEntry(context: ViewContext, { cluster, namespace, name, uid }: Subject): Selected {
  const { fleet, viewer, changed } = context;
  const visible = isInScope(viewer.scope, cluster, "workloadentries", namespace);
  const objects = watchObjects(context, cluster);
  const isHere = ({ place }: { readonly place: FleetPlace }) => visible && place.cluster === cluster && place.namespace === namespace;
  const onEntry = (entry: EntryRef) => {
    if (fleet.nameOf(entry) === name && isHere(fleet.groupOf(entry))) changed();
  };
  const close = fleet.subscribe({
    leaving: onEntry,
    entering: onEntry,
    group: (record) => isHere(record) && sightOf(viewer.scope, record).object && changed(),
  });
  const head = (): SelectedByHead => {
    const ref = !visible ? null : uid === "" ? fleet.byName(cluster, namespace, name) : fleet.byUid(cluster, uid);
    if (ref === null) return NOTHING;
    const seen = objects.seen();
    return { found: true, sight: seen.sightIn(namespace), entry: entrySelection(fleet, ref, seen, viewer.scope), group: null };
  };
  return {
    compute: () => ({ head: head(), rows: [] }),
    close: () => {
      close();
      objects.close();
    },
  };
}

function openGroup(context: ViewContext, { cluster, namespace, name }: Subject): Selected {
  const { fleet, viewer, changed } = context;
  const objects = watchObjects(context, cluster);
  const news = new NewsInSight(fleet, viewer.scope, (place) => place.cluster === cluster && place.namespace === namespace);
  const unsubscribe = fleet.hosts.subscribe((host) => news.of(host) && changed());
  const unwatch = watchGroups(fleet, viewer.scope, (place) => place.cluster === cluster && place.namespace === namespace, changed);
  const head = (): SelectedByHead => {
    const record = fleet.group(cluster, namespace, name);
    const sight = record === null ? null : sightOf(viewer.scope, record);
    if (record === null || sight === null) return NOTHING;
    if (!(sight.machines && record.members.size > 0) && objectInSight(record, sight) === null) return NOTHING;
    const seen = objects.seen();
    return { found: true, sight: seen.sightIn(namespace), entry: null, group: groupSelection(fleet, record, sight, seen, viewer.scope) };
  };
  return {
    compute: () => ({ head: head(), rows: [] }),
    close: () => {
      unwatch();
      unsubscribe();
      objects.close();
    },
  };
}

/** The objects that decide, gathered anew once one of them that is in sight is another, or what is known of the mesh. */
function watchObjects({ fleet, viewer: { scope }, changed }: ViewContext, cluster: string) {
  let seen: Seen | null = null;
  const anew = () => {
    seen = null;
    changed();
  };
  const isInSight = ({ cluster: its, kind, namespace }: IndexedTableObject) => its === cluster && isInScope(scope, cluster, kind, namespace);
  const hooks = followSources(fleet.tables, NOT_FOLLOWED, (before, after) => {
    if ([before, after].some((one) => one !== null && isInSight(one))) anew();
  });
  const isKnown = scope.clusters.has(cluster);
  const close = fleet.subscribe({ world: (where) => isKnown && where === cluster && anew() });
  return {
    seen: () => {
      seen ??= seenOf(fleet, cluster, scope);
      return seen;
    },
    close: () => {
      close();
      for (const unhook of hooks) unhook();
    },
  };
}

/** Whose objects say who selects a machine, and which policies touch it. */
const NOT_FOLLOWED: NotFollowed = {
  virtualservices: "Where routes send requests is told on the page of their host.",
  gateways: "What passes between networks is told on the page of networks.",
  serviceaccounts: "No account selects a machine.",
  endpointslices: "The page of a machine or group receives changes of its services.",
  "workload-pods": "What Pods change about a host is heard from the host itself.",
};
