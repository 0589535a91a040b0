import type { ObjectCommandName } from "@/lib/contract/commands";
import { pagePaths } from "@/lib/contract/url/paths";
import { formatPickedScope, type PickedScope } from "./picked-scope";

interface PageLink {
  readonly word: string;
  readonly href: string;
  readonly current: boolean;
  /** Other search words for the palette. */
  readonly aliases: readonly string[];
}

/** A section of the navigation with its heading. */
export interface PageGroup {
  readonly title: string;
  readonly links: readonly PageLink[];
}

/** Returns true if one of the offered commands can create a group. A viewer without the permission sees the missing verb in the form. */
export function isNewGroupOffered(offered: readonly ObjectCommandName[]): boolean {
  return offered.some((name) => name.startsWith("create-"));
}

interface NavigationParts {
  readonly pathname: string;
  /** The selected clusters and namespaces. Links to lists keep them. */
  readonly picked: PickedScope;
  /** True if the navigation has the link "New group". */
  readonly canCreateGroup: boolean;
}

/** Returns the sections of the navigation with their links. */
export function pageGroups({ pathname, picked, canCreateGroup }: NavigationParts): readonly PageGroup[] {
  const search = formatPickedScope(picked);
  const current = currentPage(pathname);
  const link = (word: string, path: string, ...aliases: readonly string[]): PageLink => {
    const [page = ""] = path.split("?");
    return { word, href: path, current: current === page, aliases };
  };
  return [
    {
      title: "Now",
      links: [
        link("Fleet", search === "" ? pagePaths.fleet() : `${pagePaths.fleet()}?${search}`, "home", "overview"),
        link("Incidents", pagePaths.incidents(search), "outages"),
        link("Groups", pagePaths.groups(search), "wg", "workloadgroups"),
        link("Entries", pagePaths.entries(search), "we", "workloadentries", "machines"),
        link("Services", pagePaths.services(search), "svc", "serviceentries", "hosts", "selectors"),
        link("On call", pagePaths.onCall(search), "oncall", "alert", "incident", "phone"),
      ],
    },
    {
      title: "Where",
      links: [
        link("Localities", pagePaths.localities(search), "places", "zones", "regions", "map", "world"),
        link("Networks", pagePaths.networks(search), "gateways", "eastwest", "vpc"),
      ],
    },
    { title: "Istio", links: [link("Control plane", pagePaths.controlPlane(search), "istiod", "replicas", "rollout", "cp", "revisions")] },
    {
      title: "Review",
      links: [
        link("Findings", pagePaths.findings(search), "rules", "problems", "defects", "stl"),
        link("Activity", pagePaths.activity(search), "log", "history", "changes", "timeline"),
      ],
    },
    {
      title: "Tools",
      links: [
        link("Try an edit", pagePaths.preview(), "preview", "dry run"),
        ...(canCreateGroup ? [link("New group", pagePaths.newGroup("ready"), "create", "onboard")] : []),
      ],
    },
  ];
}

/** Returns the path of the navigation link for a page: the list for the page of an object. */
function currentPage(pathname: string): string {
  if (pathname.startsWith(pagePaths.newGroup("ready"))) return pagePaths.newGroup("ready");
  if (pathname === pagePaths.preview()) return pathname;
  const [, first = "", , kind = ""] = pathname.split("/");
  const room = first === "c" ? kind : first;
  return `/${room === "serviceentries" ? "services" : room === "audit" ? "activity" : room}`;
}
