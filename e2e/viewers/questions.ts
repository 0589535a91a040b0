import { readFileSync } from "node:fs";
import type { Thing } from "./world";

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** One request: of a route or page that the build has, with its parameters filled in. */
export interface Question {
  /** As the build names it: `/api/search`, `/c/[cluster]/groups/[namespace]/[name]`. */
  readonly of: string;
  readonly isRoute: boolean;
  readonly address: string;
}

/** What there is to ask about, in which namespaces; where none are named, in two that make a difference. */
interface Things {
  readonly entries: readonly Thing[];
  readonly groups: readonly Thing[];
  readonly namespaces?: readonly string[];
}

/** What the build serves that is neither a page nor a route of ours. */
export const NOT_OURS = ["/_global-error", "/_not-found", "/icon.svg"];

const WHATS = ["band", "losses", "activity", "rows", "entry"];
const WINDOW = "window=1h";

/** The query strings that make a route tell something; a route that is missing here is asked without one. */
function searchesOf(route: string, { entries, groups, namespaces }: Things): readonly string[] {
  const [first] = entries;
  if (first === undefined) throw new Error("The clusters have no machines.");
  switch (route) {
    case "/api/history/[what]":
      return [`${WINDOW}&cluster=${first.cluster}&ns=${first.namespace}&name=${first.name}&kind=groups&id=${first.cluster}/${first.namespace}/x`];
    case "/api/history/export":
      return ["entries", "groups", "services", "networks", "findings", "losses", "activity"].map((what) => `what=${what}&format=csv&${WINDOW}`);
    case "/api/search":
      return ["10.", "a", "checkout", "shop", "istiod"].map((text) => `q=${text}`);
    case "/api/strip/cell":
      return somePlaces(groups, namespaces).map(({ cluster, namespace, name }) => `ribbon=${cluster}/${namespace}/${name}&index=0`);
    case "/api/view":
      return ["shell", "fleet", "strip", "groups", "entries", "services", "unselected", "networks", "findings"].map(
        (kind) => `kind=${kind}&limit=50&at=${new Date(Date.now() - 1_000).toISOString()}`,
      );
    default:
      return [""];
  }
}

/** Every route and page of the build, each asked for things in and out of everybody's sight. */
export function questionsOf(world: Things): readonly Question[] {
  const built: Readonly<Record<string, string>> = JSON.parse(readFileSync(".next/app-path-routes-manifest.json", "utf8"));
  const ours = Object.entries(built).filter(([, path]) => !NOT_OURS.includes(path));
  return ours.flatMap(([file, path]) =>
    filled(path, world).flatMap((address) =>
      searchesOf(path, world).map((search) => ({ of: path, isRoute: file.endsWith("/route"), address: search === "" ? address : `${address}?${search}` })),
    ),
  );
}

/** An address for each kind of thing in places that make a difference. */
function filled(path: string, { entries, groups, namespaces }: Things): readonly string[] {
  if (!path.includes("[")) return [path];
  const isOfGroups = ["/groups/", "/bundles/", "/arrivals/", "[command]"].some((part) => path.includes(part));
  const things = [...(isOfGroups ? [] : somePlaces(entries, namespaces)), ...(path.includes("/entries/") ? [] : somePlaces(groups, namespaces))];
  const kinds = path.startsWith("/api/") ? ["workloadentries", "workloadgroups"] : ["services", "serviceentries"];
  const resources = path.includes("[resource]") ? kinds : [""];
  const whats = path.includes("[what]") ? WHATS : [""];
  const addresses = things.flatMap(({ cluster, namespace, name }) =>
    resources.flatMap((resource) =>
      whats.map((what) =>
        path
          .replace("[cluster]", cluster)
          .replace("[namespace]", namespace)
          .replace("[name]", name)
          .replace("[resource]", resource)
          .replace("[what]", what)
          .replace("[command]", "set-expected-size")
          .replace("[...path]", "anything"),
      ),
    ),
  );
  const unknown = addresses.find((address) => address.includes("["));
  if (unknown !== undefined) throw new Error(`${path} has a parameter that this test does not fill: ${unknown}`);
  return [...new Set(addresses)];
}

/** One thing of each of the namespaces, in each cluster: somebody sees one of them and not another. */
function somePlaces(things: readonly Thing[], namespaces: readonly string[] = ["shop", "legacy"]): readonly Thing[] {
  const some = things.filter(({ namespace }) => namespaces.includes(namespace));
  return [...new Map(some.map((thing) => [`${thing.cluster}/${thing.namespace}`, thing])).values()];
}
