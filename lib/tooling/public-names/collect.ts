import { browserNames } from "./browser-names";
import { clusterNames } from "./cluster-names";
import { fileNames } from "./file-names";
import { declaredQueryValues, filterNames } from "./filter-names";
import { historyNames } from "./history-names";
import { type FoundName, nameKey } from "./name-list";
import { pageNames } from "./page-names";
import { routeNames } from "./route-names";
import { settingNames } from "./setting-names";
import { SourceGraph } from "./source-graph";

export interface Collected {
  /** Each name once, in the order of the code. */
  readonly names: readonly FoundName[];
  /** One sentence for each part of the code whose names cannot be found. */
  readonly problems: readonly string[];
}

/** All public names of the code in a folder. */
export async function collectNames(root: string): Promise<Collected> {
  const graph = new SourceGraph(root);
  try {
    const parts = [pageNames(graph), filterNames(graph), fileNames(graph), routeNames(graph), settingNames(graph), browserNames(graph), clusterNames(graph)];
    const names = [...parts.flatMap((part) => part.names), ...declaredQueryValues(), ...(await historyNames())];
    const unique = new Map(names.map((one) => [nameKey(one), one]));
    return { names: [...unique.values()], problems: parts.flatMap((part) => part.problems) };
  } finally {
    graph.close();
  }
}
