import { readFileSync } from "node:fs";
import { type AskedThings, askedViews, EXPORTS, OPENED_KINDS, pastAddresses } from "@/lib/testing/asked-views";
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

const WINDOW = "window=1h";
const nowMinus = (ms: number) => new Date(Date.now() - ms).toISOString();

/** The query strings that make a route or page tell something; one that is missing here is asked without one. */
function searchesOf(route: string, { entries, groups }: AskedThings): readonly string[] {
  switch (route) {
    case "/api/history/export":
      return EXPORTS.map((what) => `what=${what}&format=csv&${WINDOW}`);
    case "/api/search":
      return ["10.", "a", "checkout", "shop", "istiod"].map((text) => `q=${text}`);
    case "/api/strip/cell":
      return groups.map(({ cluster, namespace, name }) => `ribbon=${cluster}/${namespace}/${name}&index=0`);
    case "/api/view":
      return askedViews({ entries, groups }).map(({ kind, query }) => `${new URLSearchParams({ kind, query, limit: "50", at: nowMinus(1_000) })}`);
    case "/api/what-if":
      return lossesOf({ entries, groups }).map((lost) => `${lost}&moment=after-grace&format=csv`);
    case "/localities":
      return ["", ...lossesOf({ entries, groups })];
    case "/services/preview":
      return ["", ...groups.map(({ cluster, namespace, name }) => `from=${cluster}/workloadgroups/${namespace}/${name}`)];
    case "/groups/new":
    case "/groups/new/describe":
    case "/groups/new/reach":
    case "/groups/new/review":
      return ["", ...groups.map(({ cluster, namespace }) => `cluster=${cluster}&namespace=${namespace}`)];
    case "/":
    case "/entries":
      return ["", `at=${nowMinus(1_000)}`];
    default:
      return [""];
  }
}

/** What is asked of a loss: of the views of that kind, those that are about hosts. */
function lossesOf(things: AskedThings): readonly string[] {
  return askedViews(things).flatMap(({ kind, query }) => (kind === "what-if" && !query.includes("of=") ? [query] : []));
}

/** The things of the places that make a difference, one of each kind in each. */
export function askedThings({ entries, groups, namespaces }: Things): AskedThings {
  return { entries: somePlaces(entries, namespaces), groups: somePlaces(groups, namespaces) };
}

/** Every route and page of the build, each asked for things in and out of everybody's sight. */
export function questionsOf(world: Things): readonly Question[] {
  const built: Readonly<Record<string, string>> = JSON.parse(readFileSync(".next/app-path-routes-manifest.json", "utf8"));
  const ours = Object.entries(built).filter(([, path]) => !NOT_OURS.includes(path));
  const things = askedThings(world);
  return ours.flatMap(([file, path]) => {
    const isRoute = file.endsWith("/route");
    if (path === HISTORY) return pastAddresses(things).map((address) => ({ of: path, isRoute, address: path.replace("[what]", address) }));
    return filled(path, world).flatMap((address) =>
      searchesOf(path, things).map((search) => ({ of: path, isRoute, address: search === "" ? address : `${address}?${search}` })),
    );
  });
}

const HISTORY = "/api/history/[what]";

/** An address for each kind of thing in places that make a difference. */
function filled(path: string, { entries, groups, namespaces }: Things): readonly string[] {
  if (!path.includes("[")) return [path];
  const isOfGroups = ["/groups/", "/bundles/", "/arrivals/", "[command]"].some((part) => path.includes(part));
  const things = [...(isOfGroups ? [] : somePlaces(entries, namespaces)), ...(path.includes("/entries/") ? [] : somePlaces(groups, namespaces))];
  const addresses = things.flatMap(({ kind, cluster, namespace, name }) =>
    kindsOf(path, kind).map((resource) =>
      path
        .replace("[cluster]", cluster)
        .replace("[namespace]", namespace)
        .replace("[name]", name)
        .replace("[resource]", resource)
        .replace("[command]", "set-expected-size")
        .replace("[key]", "none")
        .replace("[...path]", "anything"),
    ),
  );
  const unknown = addresses.find((address) => address.includes("["));
  if (unknown !== undefined) throw new Error(`${path} has a parameter that this test does not fill: ${unknown}`);
  return [...new Set(addresses)];
}

/**
 * What an address with a kind in it is asked for under the name of a thing: any object may have the name of a group. Of some kinds there is no such
 * object, and the right to read it is used all the same.
 */
function kindsOf(path: string, named: Thing["kind"]): readonly string[] {
  if (!path.includes("[resource]")) return [""];
  if (!path.startsWith("/api/")) return ["services", "serviceentries"];
  return path.includes("/impact/") || named !== "group" ? ["workloadentries", "workloadgroups"] : OPENED_KINDS;
}

/** One thing of each of the namespaces, in each cluster: somebody sees one of them and not another. */
function somePlaces(things: readonly Thing[], namespaces: readonly string[] = ["shop", "legacy"]): readonly Thing[] {
  const some = things.filter(({ namespace }) => namespaces.includes(namespace));
  return [...new Map(some.map((thing) => [`${thing.cluster}/${thing.namespace}`, thing])).values()];
}
