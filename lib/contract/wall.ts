import { pagePaths } from "./paths";

const NAME = "display";
const WALL = "wall";

/** The address of the on-call page as a wall shows it, with the choice of clusters and namespaces; `search` as `formatListQuery` spells it. */
export function wallPath(search: string): string {
  return pagePaths.onCall(search === "" ? `${NAME}=${WALL}` : `${search}&${NAME}=${WALL}`);
}

/** Does an address ask for the wall display? Only the on-call page has one. */
export function isWall(pathname: string, search: Pick<URLSearchParams, "get">): boolean {
  return pathname === pagePaths.onCall() && search.get(NAME) === WALL;
}
