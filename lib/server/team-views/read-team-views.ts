import { LONGEST_NAME, MOST_VIEWS, type SavedView, type TeamViews, viewAddress, viewName } from "@/lib/contract/saved-view";
import { viewProblemWords, viewsUnknownWords } from "@/lib/format/saved-view-words";
import type { Config } from "@/lib/server/config";
import { configMapReader, placeWords } from "@/lib/server/config-maps/read-config-map";
import type { KubeClient } from "@/lib/server/kube/client";

/** The key of the ConfigMap that holds the views. */
export const VIEWS_KEY = "views.yaml";

/** Reads the team's views of these clusters as they are now. */
export type ReadTeamViews = (clusters: readonly string[]) => Promise<TeamViews>;

/** Where no setting names any. */
export const noTeamViews: ReadTeamViews = async () => ({ views: [], problems: [] });

interface TeamViewsParts {
  readonly teamViews: Config["teamViews"];
  ownClientOf(cluster: string): Pick<KubeClient, "get"> | undefined;
}

/** Reads with the server's own account: whoever may open a list may follow a link to it. */
export function teamViewsReader({ teamViews, ownClientOf }: TeamViewsParts): ReadTeamViews {
  if (teamViews === null) return noTeamViews;
  const place = placeWords(teamViews);
  const readDocument = configMapReader({ ...teamViews, key: VIEWS_KEY }, ownClientOf);
  const ofCluster = async (cluster: string): Promise<TeamViews> => {
    const document = await readDocument(cluster);
    const read = document.kind === "known" ? viewsIn(document.value) : { problem: "", why: document.why, reason: document.reason };
    if ("views" in read) return { views: read.views.map((view) => ({ ...view, cluster })), problems: [] };
    const problem =
      "why" in read ? viewsUnknownWords({ why: read.why, place, reason: read.reason }) : viewsUnknownWords({ why: "broken", place, reason: read.problem });
    return { views: [], problems: [{ cluster, problem }] };
  };
  return async (clusters) => {
    const read = await Promise.all(clusters.map(ofCluster));
    return { views: read.flatMap(({ views }) => views), problems: read.flatMap(({ problems }) => problems) };
  };
}

type ReadViews = { readonly views: readonly SavedView[] } | { readonly problem: string };

/** The views of a document, or the first thing that is wrong with it: a list of which a part cannot be used is not used at all. */
function viewsIn(value: unknown): ReadViews {
  const items = isObject(value) ? value.views : undefined;
  if (!Array.isArray(items)) return { problem: viewProblemWords({ code: "no-list" }) };
  if (items.length > MOST_VIEWS) return { problem: viewProblemWords({ code: "too-many", most: MOST_VIEWS }) };
  const views: SavedView[] = [];
  for (const [at, item] of items.entries()) {
    const name = isObject(item) && typeof item.name === "string" ? viewName(item.name) : null;
    const address = isObject(item) && typeof item.address === "string" ? viewAddress(item.address) : null;
    if (name === null) return { problem: viewProblemWords({ code: "no-name", at, most: LONGEST_NAME }) };
    if (address === null) return { problem: viewProblemWords({ code: "no-address", at }) };
    if (views.some((other) => other.name === name)) return { problem: viewProblemWords({ code: "twice", at, name }) };
    views.push({ name, address });
  }
  return { views };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
