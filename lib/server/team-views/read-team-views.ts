import { MAX_SAVED_VIEWS, MAX_VIEW_NAME_LENGTH, parseViewAddress, parseViewName, type SavedView, type TeamViews } from "@/lib/contract/url/saved-view";
import { isUntypedObject } from "@/lib/domain/preview/values";
import type { Scope } from "@/lib/domain/source/scope";
import { type ViewProblem, viewProblemWords, viewsNotReadWords, viewsUnknownWords } from "@/lib/format/saved-view-words";
import type { Config } from "@/lib/server/config";
import { configMapReader, type DocumentRead, placeWords, type WhyUnknown } from "@/lib/server/config-maps/read-config-map";
import type { KubeClient } from "@/lib/server/kube/client";
import { log } from "@/lib/server/log";
import { isInSight, seesWhole } from "./views-in-sight";

/** The key of the ConfigMap that holds the views. */
export const VIEWS_KEY = "views.yaml";

/** Reads the team's views as they are now, of the clusters of a scope: those that name nothing out of its sight. */
export type ReadTeamViews = (scope: Scope) => Promise<TeamViews>;

/** Where no setting names any. */
export const noTeamViews: ReadTeamViews = async () => ({ views: [], problems: [] });

interface TeamViewsParts {
  readonly teamViews: Config["teamViews"];
  ownClientOf(cluster: string): Pick<KubeClient, "get"> | undefined;
}

/** Reads with the server's own account: the views are for those too who may not read the ConfigMap. What was read is cut to what they see. */
export function teamViewsReader({ teamViews, ownClientOf }: TeamViewsParts): ReadTeamViews {
  if (teamViews === null) return noTeamViews;
  const place = placeWords(teamViews);
  const readDocument = configMapReader({ ...teamViews, key: VIEWS_KEY }, ownClientOf);
  const tell = tellOnce();
  const ofCluster = async (cluster: string, scope: Scope): Promise<TeamViews> => {
    const read = viewsIn(await readDocument(cluster));
    tell({ cluster, place, ...("views" in read ? { why: "", problem: "" } : { why: read.why, problem: read.problem }) });
    if ("views" in read) return { views: read.views.flatMap((view) => (isInSight(view, cluster, scope) ? [{ ...view, cluster }] : [])), problems: [] };
    if (!seesWhole(scope, cluster)) return { views: [], problems: [{ cluster, problem: viewsNotReadWords() }] };
    const { fault, at } = read;
    return { views: [], problems: [{ cluster, problem: viewsUnknownWords({ place, ...read }), fault, place, ...(at !== undefined && { at }) }] };
  };
  return async (scope) => {
    const read = await Promise.all([...scope.clusters.keys()].map((cluster) => ofCluster(cluster, scope)));
    return { views: read.flatMap(({ views }) => views), problems: read.flatMap(({ problems }) => problems) };
  };
}

interface Told {
  readonly cluster: string;
  readonly place: string;
  /** "" = they could be read. */
  readonly why: WhyUnknown | "";
  readonly problem: string;
}

/** Tells the log why the views of a cluster could not be read: once, until that changes. */
function tellOnce(): (told: Told) => void {
  const last = new Map<string, string>();
  return (told) => {
    const text = told.why === "" ? "" : `${told.why} ${told.problem}`;
    const isNews = text !== (last.get(told.cluster) ?? "");
    last.set(told.cluster, text);
    if (isNews && told.why !== "") log("warn", "the team's views could not be read", { ...told });
  };
}

/** The views, or why there are none: `fault` is the kind of fault, `at` the position in the list. */
type ReadViews =
  | { readonly views: readonly SavedView[] }
  | { readonly why: WhyUnknown; readonly problem: string; readonly fault: WhyUnknown | ViewProblem["code"]; readonly at?: number };

/** The views of a document, or the first thing that is wrong with it: a list of which a part cannot be used is not used at all. */
function viewsIn(document: DocumentRead): ReadViews {
  if (document.kind === "unknown") return { why: document.why, problem: document.reason, fault: document.why };
  const items = isUntypedObject(document.value) ? document.value.views : undefined;
  if (!Array.isArray(items)) return broken({ code: "no-list" });
  if (items.length > MAX_SAVED_VIEWS) return broken({ code: "too-many", most: MAX_SAVED_VIEWS });
  const views: SavedView[] = [];
  for (const [at, item] of items.entries()) {
    const name = isUntypedObject(item) && typeof item.name === "string" ? parseViewName(item.name) : null;
    const address = isUntypedObject(item) && typeof item.address === "string" ? parseViewAddress(item.address) : null;
    if (name === null) return broken({ code: "no-name", at, most: MAX_VIEW_NAME_LENGTH });
    if (address === null) return broken({ code: "no-address", at });
    if (views.some((other) => other.name === name)) return broken({ code: "twice", at, name });
    views.push({ name, address });
  }
  return { views };
}

function broken(problem: ViewProblem): ReadViews {
  return { why: "broken", problem: viewProblemWords(problem), fault: problem.code, ...("at" in problem && { at: problem.at }) };
}
