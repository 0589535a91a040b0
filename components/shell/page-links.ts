import { pagePaths } from "@/lib/contract/url/paths";
import { type PickedScope, scopeSearch } from "./picked-scope";

/** One page of the navigation. */
export interface PageLink {
  readonly word: string;
  readonly href: string;
  readonly current: boolean;
  /** Other words by which the palette finds it. */
  readonly aliases: readonly string[];
}

/** The pages there are, under the choice of clusters and namespaces that is in force. */
export function pageLinks(pathname: string, picked: PickedScope): readonly PageLink[] {
  const search = scopeSearch(picked);
  const [, first, , kind] = pathname.split("/");
  const room = first === "c" ? kind : first;
  return [
    { word: "Fleet", href: search === "" ? pagePaths.fleet() : `${pagePaths.fleet()}?${search}`, current: room === "", aliases: ["home", "overview"] },
    { word: "Incidents", href: pagePaths.incidents(search), current: room === "incidents", aliases: ["outages"] },
    {
      word: "Groups",
      href: pagePaths.groups(search),
      current: room === "groups" && !pathname.startsWith(pagePaths.newGroup("ready")),
      aliases: ["wg", "workloadgroups"],
    },
    { word: "Entries", href: pagePaths.entries(search), current: room === "entries", aliases: ["we", "workloadentries", "machines"] },
    {
      word: "Services",
      href: pagePaths.services(search),
      current: room === "services" || room === "serviceentries",
      aliases: ["svc", "serviceentries", "hosts", "selectors"],
    },
    {
      word: "Localities",
      href: pagePaths.localities(search),
      current: room === "localities",
      aliases: ["places", "zones", "regions", "map", "world"],
    },
    { word: "Networks", href: pagePaths.networks(search), current: room === "networks", aliases: ["gateways", "eastwest", "vpc"] },
    {
      word: "Control plane",
      href: pagePaths.controlPlane(search),
      current: room === "control-plane",
      aliases: ["istiod", "replicas", "rollout", "cp", "revisions"],
    },
    { word: "Findings", href: pagePaths.findings(search), current: room === "findings", aliases: ["rules", "problems", "defects", "stl"] },
    { word: "On call", href: pagePaths.onCall(search), current: room === "oncall", aliases: ["oncall", "alert", "incident", "phone"] },
    { word: "Activity", href: pagePaths.activity(search), current: room === "activity", aliases: ["log", "history", "changes", "timeline"] },
  ];
}
