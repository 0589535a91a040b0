import type { DraftStep } from "@/lib/contract/answers/drafts";
import type { SignInNote } from "@/lib/contract/answers/session";
import type { CommandAddress, CommandName } from "@/lib/contract/commands";
import type { FindingObject } from "@/lib/domain/findings/rule";
import { SELECTING_PLURALS } from "@/lib/domain/selection/objects";
import type { YamlKind } from "@/lib/domain/source/source";

/**
 * One segment of a path, or one value of a query, whatever it holds: half a surrogate pair, at which `encodeURIComponent` throws and which no
 * name holds, becomes U+FFFD, and nothing is found under it.
 */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Reads what `encoded` wrote; what cannot be decoded stays as it is, and nothing is found under it. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}

/** Is every escape of a path one, and the whole UTF-8? */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Addresses of pages and routes. Every segment is encoded here and nowhere else. */
const seg = encoded;

/** The kinds of objects that have hosts, by the plural that stands in their address. */
export const SERVICE_KINDS = { services: "Service", serviceentries: "ServiceEntry" } as const;

/** The plural in the address of a host; null where it is none. */
export function serviceResource(plural: string): keyof typeof SERVICE_KINDS | null {
  return plural === "services" || plural === "serviceentries" ? plural : null;
}

/** The server reads addresses of up to 8 KiB, and encoding makes one up to three times as long. Characters. */
const LONGEST_QUERY = 8_000;

export const pagePaths = {
  fleet: () => "/",
  onCall: (search = "") => `/oncall${search && `?${search}`}`,
  groups: (search = "") => `/groups${search && `?${search}`}`,
  group: (cluster: string, namespace: string, name: string) => `/c/${seg(cluster)}/groups/${seg(namespace)}/${seg(name)}`,
  /** A step of making a group, before it is there. */
  newGroup: (step: DraftStep, search = "") => `/groups/new${step === "ready" ? "" : `/${step}`}${search && `?${search}`}`,
  /** The files of its machines, and what comes after: two pages of a group. */
  bundle: (cluster: string, namespace: string, name: string) => `${pagePaths.group(cluster, namespace, name)}/bundle`,
  arrive: (cluster: string, namespace: string, name: string) => `${pagePaths.group(cluster, namespace, name)}/arrive`,
  activity: (search = "") => `/activity${search && `?${search}`}`,
  audit: (search = "") => `/audit${search && `?${search}`}`,
  entries: (search = "") => `/entries${search && `?${search}`}`,
  localities: (search = "") => `/localities${search && `?${search}`}`,
  findings: (search = "") => `/findings${search && `?${search}`}`,
  services: (search = "") => `/services${search && `?${search}`}`,
  /** A Service or a ServiceEntry; `host` is one of the host names of a ServiceEntry that has several. */
  host: (cluster: string, kind: "Service" | "ServiceEntry", namespace: string, name: string, host?: string) =>
    `/c/${seg(cluster)}/${SELECTING_PLURALS[kind]}/${seg(namespace)}/${seg(name)}${host ? `?host=${seg(host)}` : ""}`,
  networks: (search = "") => `/networks${search && `?${search}`}`,
  controlPlane: (search = "") => `/control-plane${search && `?${search}`}`,
  preview: (search = "") => `/services/preview${search && `?${search}`}`,
  /** `from`: the address after the sign-in, replaced by the first page if it is too long. `note`: a remark that the page shows. */
  signIn: (from: string, note?: SignInNote): string => {
    const query = seg(from);
    if (query.length > LONGEST_QUERY) return pagePaths.signIn("/", "long-link");
    return `/sign-in?from=${query}${note === undefined ? "" : `&note=${note}`}`;
  },
  /** Without a uid, the newest incarnation of the name. */
  entry: (cluster: string, namespace: string, name: string, uid?: string) =>
    `/c/${seg(cluster)}/entries/${seg(namespace)}/${seg(name)}${uid ? `?uid=${seg(uid)}` : ""}`,
};

/** The kinds whose objects have a page with their YAML and events, by their plurals. */
export type ShownResource = "workloadgroups" | "workloadentries" | "services" | "serviceentries";

export const apiPaths = {
  live: () => "/api/live",
  /** One object as YAML, fetched as the viewer; `resource`: its plural. */
  object: (cluster: string, resource: YamlKind, namespace: string, name: string) => `/api/c/${seg(cluster)}/objects/${resource}/${seg(namespace)}/${seg(name)}`,
  /** Kubernetes Events of one object, fetched as the viewer. */
  events: (cluster: string, resource: ShownResource, namespace: string, name: string) =>
    `/api/c/${seg(cluster)}/events/${resource}/${seg(namespace)}/${seg(name)}`,
  /** What would go with an entry or a group. */
  impact: (resource: "workloadentries" | "workloadgroups", cluster: string, namespace: string, name: string) =>
    `/api/c/${seg(cluster)}/impact/${resource}/${seg(namespace)}/${seg(name)}`,
  /** What would go with several entries (POST). Nothing is written. */
  severalImpact: () => "/api/impact",
  /** May a command be given for an object (GET), and giving it (POST). */
  command: (command: CommandName, { cluster, namespace, name }: CommandAddress) => `/api/c/${seg(cluster)}/commands/${command}/${seg(namespace)}/${seg(name)}`,
  /** What is known for the files of a group's machines (GET), and the files (POST). */
  bundle: (cluster: string, namespace: string, name: string, revision?: string) =>
    `/api/c/${seg(cluster)}/bundles/${seg(namespace)}/${seg(name)}${revision === undefined ? "" : `?revision=${seg(revision)}`}`,
  /** Why a machine of a group does not come, as far as the server sees. */
  arrival: (cluster: string, namespace: string, name: string) => `/api/c/${seg(cluster)}/arrivals/${seg(namespace)}/${seg(name)}`,
  /** In which namespaces whoever asks may make a group. */
  groupPlaces: (cluster: string) => `/api/c/${seg(cluster)}/group-places`,
  /** What a group without machines leaves behind. */
  leftovers: (cluster: string, namespace: string, name: string) => `/api/c/${seg(cluster)}/leftovers/${seg(namespace)}/${seg(name)}`,
  /** Whose identity a service account is. */
  account: (cluster: string, namespace: string, name: string) => `/api/c/${seg(cluster)}/accounts/${seg(namespace)}/${seg(name)}`,
  /** What of the mesh a new group in a namespace needs. */
  preflight: (cluster: string, namespace: string) => `/api/c/${seg(cluster)}/preflight/${seg(namespace)}`,
  /** What a document would change (POST). Nothing is written. */
  preview: () => "/api/preview",
  search: (text: string) => `/api/search?q=${seg(text)}`,
  /** The name of one cell of a ribbon. */
  cell: (ribbon: string, index: number) => `/api/strip/cell?ribbon=${seg(ribbon)}&index=${index}`,
  /** What is remembered; `search` as `formatQueryValues` spells it. */
  history: (what: "band" | "rows" | "losses" | "entry" | "host" | "rollouts" | "findings" | "activity" | "export", search: string) =>
    `/api/history/${what}?${search}`,
  /** A view of the live pages as it was. */
  view: (search: string) => `/api/view?${search}`,
  /** What would be left, were a part of the fleet lost, as a file. */
  whatIf: (search: string) => `/api/what-if?${search}`,
  /** Who is signed in (GET), and signing in (POST). */
  session: () => "/api/session",
  signOut: () => "/api/sign-out",
  /** Beginning to sign in through a provider (POST). */
  beginSignIn: () => "/api/sign-in",
  /** Renewing what a provider's sign-in rests on, where that is due (POST). */
  renewal: () => "/api/session/renewal",
  /** The views that a team keeps. */
  teamViews: () => "/api/team-views",
  /** Where browsers report that a page broke its policy (POST). */
  policyReports: () => "/api/policy-reports",
  health: () => "/api/healthz",
  ready: () => "/api/readyz",
};

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

/** The page of an object that a finding names; null where it has none. */
export function objectPath(cluster: string, { kind, namespace, name }: FindingObject): string | null {
  switch (kind) {
    case "WorkloadEntry":
      return pagePaths.entry(cluster, namespace, name);
    case "WorkloadGroup":
      return pagePaths.group(cluster, namespace, name);
    case "Service":
    case "ServiceEntry":
      return pagePaths.host(cluster, kind, namespace, name);
    default:
      return null;
  }
}
