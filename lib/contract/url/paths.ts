import type { GroupDraftStep } from "@/lib/contract/answers/drafts";
import type { SignInNote } from "@/lib/contract/answers/session";
import type { CommandObjectReference, ObjectCommandName } from "@/lib/contract/commands";
import type { FindingObject } from "@/lib/domain/findings/rule";
import { MESH_SERVICE_RESOURCE_BY_KIND } from "@/lib/domain/selection/objects";
import type { YamlKind } from "@/lib/domain/source/source";

/**
 * Encodes one segment of a path or one value of a query. Half a surrogate pair becomes U+FFFD, because `encodeURIComponent` throws on it. No name contains one,
 * so the result matches no object.
 */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Decodes a segment that `encoded` returned. A segment that is not decodable stays unchanged and matches no object. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}

/** Returns true if each escape of a path is valid and the whole path is UTF-8. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The addresses below encode each segment. No other code encodes them. */
const seg = encodeSegment;

/** The kinds of services, by the plural in their address. */
export const SERVICE_KIND_BY_RESOURCE = { services: "Service", serviceentries: "ServiceEntry" } as const;

/** Returns the plural in the address of a service; null if it is another word. */
export function parseServiceResource(plural: string): keyof typeof SERVICE_KIND_BY_RESOURCE | null {
  return plural === "services" || plural === "serviceentries" ? plural : null;
}

/** The longest encoded query in characters. The server reads addresses of up to 8 KiB, and encoding can triple the length. */
const LONGEST_QUERY = 8_000;

/** The addresses of pages. `search`: a query string without the question mark. */
export const pagePaths = {
  fleet: () => "/",
  onCall: (search = "") => `/oncall${search && `?${search}`}`,
  groups: (search = "") => `/groups${search && `?${search}`}`,
  group: (cluster: string, namespace: string, name: string) => `/c/${seg(cluster)}/groups/${seg(namespace)}/${seg(name)}`,
  /** A step of a new group before the group exists. */
  newGroup: (step: GroupDraftStep, search = "") => `/groups/new${step === "ready" ? "" : `/${step}`}${search && `?${search}`}`,
  /** Two pages of a group: the files of its machines, and the arrival of a machine. */
  bundle: (cluster: string, namespace: string, name: string) => `${pagePaths.group(cluster, namespace, name)}/bundle`,
  arrive: (cluster: string, namespace: string, name: string) => `${pagePaths.group(cluster, namespace, name)}/arrive`,
  activity: (search = "") => `/activity${search && `?${search}`}`,
  audit: (search = "") => `/audit${search && `?${search}`}`,
  entries: (search = "") => `/entries${search && `?${search}`}`,
  localities: (search = "") => `/localities${search && `?${search}`}`,
  findings: (search = "") => `/findings${search && `?${search}`}`,
  incidents: (search = "") => `/incidents${search && `?${search}`}`,
  incident: (key: string) => `/incidents/${seg(key)}`,
  services: (search = "") => `/services${search && `?${search}`}`,
  /** A Service or a ServiceEntry; `host` is one of the host names of a ServiceEntry that has several. */
  host: (cluster: string, kind: "Service" | "ServiceEntry", namespace: string, name: string, host?: string) =>
    `/c/${seg(cluster)}/${MESH_SERVICE_RESOURCE_BY_KIND[kind]}/${seg(namespace)}/${seg(name)}${host ? `?host=${seg(host)}` : ""}`,
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
export type ResourceWithPage = "workloadgroups" | "workloadentries" | "services" | "serviceentries";

/** The addresses of routes. */
export const apiPaths = {
  live: () => "/api/live",
  /** One object as YAML, fetched as the viewer; `resource`: its plural. */
  object: (cluster: string, resource: YamlKind, namespace: string, name: string) => `/api/c/${seg(cluster)}/objects/${resource}/${seg(namespace)}/${seg(name)}`,
  /** Kubernetes Events of one object, fetched as the viewer. */
  events: (cluster: string, resource: ResourceWithPage, namespace: string, name: string) =>
    `/api/c/${seg(cluster)}/events/${resource}/${seg(namespace)}/${seg(name)}`,
  /** The effects of deleting an entry or a group. */
  impact: (resource: "workloadentries" | "workloadgroups", cluster: string, namespace: string, name: string) =>
    `/api/c/${seg(cluster)}/impact/${resource}/${seg(namespace)}/${seg(name)}`,
  /** The effects of deleting several entries (POST). Nothing is written. */
  severalImpact: () => "/api/impact",
  /** Checks that the viewer may send a command for an object (GET), and sends it (POST). */
  command: (command: ObjectCommandName, { cluster, namespace, name }: CommandObjectReference) =>
    `/api/c/${seg(cluster)}/commands/${command}/${seg(namespace)}/${seg(name)}`,
  /** The known values for the files of a group's machines (GET), and the files (POST). */
  bundle: (cluster: string, namespace: string, name: string, revision?: string) =>
    `/api/c/${seg(cluster)}/bundles/${seg(namespace)}/${seg(name)}${revision === undefined ? "" : `?revision=${seg(revision)}`}`,
  /** The visible causes why a machine of a group has not joined. */
  arrival: (cluster: string, namespace: string, name: string) => `/api/c/${seg(cluster)}/arrivals/${seg(namespace)}/${seg(name)}`,
  /** The namespaces in which the viewer may create a group. */
  groupPlaces: (cluster: string) => `/api/c/${seg(cluster)}/group-places`,
  /** The objects that a group without machines leaves behind. */
  leftovers: (cluster: string, namespace: string, name: string) => `/api/c/${seg(cluster)}/leftovers/${seg(namespace)}/${seg(name)}`,
  /** The objects that use a service account. */
  account: (cluster: string, namespace: string, name: string) => `/api/c/${seg(cluster)}/accounts/${seg(namespace)}/${seg(name)}`,
  /** The facts of the mesh that a new group in a namespace needs. */
  preflight: (cluster: string, namespace: string) => `/api/c/${seg(cluster)}/preflight/${seg(namespace)}`,
  /** The changes that a document would make (POST). Nothing is written. */
  preview: () => "/api/preview",
  search: (text: string) => `/api/search?q=${seg(text)}`,
  /** The name of one cell of a ribbon. */
  cell: (ribbon: string, index: number) => `/api/strip/cell?ribbon=${seg(ribbon)}&index=${index}`,
  /** Answers from the history. `search`: the result of `formatQueryValues`. */
  history: (
    what: "band" | "rows" | "losses" | "entry" | "host" | "rollouts" | "findings" | "activity" | "earlier-incidents" | "incident-notes" | "export",
    search: string,
  ) => `/api/history/${what}?${search}`,
  /** The post-mortem of an incident, as Markdown. */
  postMortem: (key: string, search = "") => `/api/incidents/${seg(key)}/post-mortem${search && `?${search}`}`,
  /** A view of the live pages at a past moment. */
  view: (search: string) => `/api/view?${search}`,
  /** A file with the state of services and groups after a supposed loss of a part of the fleet. */
  whatIf: (search: string) => `/api/what-if?${search}`,
  /** The signed-in viewer (GET), and the sign-in (POST). */
  session: () => "/api/session",
  signOut: () => "/api/sign-out",
  /** Begins a sign-in through a provider (POST). */
  beginSignIn: () => "/api/sign-in",
  /** Renews the token of a provider's sign-in if that is due (POST). */
  renewal: () => "/api/session/renewal",
  /** The views that a team stored. */
  teamViews: () => "/api/team-views",
  /** Browsers report violations of a page's Content Security Policy here (POST). */
  policyReports: () => "/api/policy-reports",
  health: () => "/api/healthz",
  ready: () => "/api/readyz",
};

const NAME = "display";
const WALL = "wall";

/** Returns the address of the on-call page as a wall display, with the chosen clusters and namespaces. `search`: the result of `formatListQuery`. */
export function wallDisplayPath(search: string): string {
  return pagePaths.onCall(search === "" ? `${NAME}=${WALL}` : `${search}&${NAME}=${WALL}`);
}

/** Returns true for the address of the wall display. Only the on-call page has one. */
export function isWallDisplay(pathname: string, search: Pick<URLSearchParams, "get">): boolean {
  return pathname === pagePaths.onCall() && search.get(NAME) === WALL;
}

/** Returns the page of an object that a finding names; null if it has none. */
export function findingObjectPath(cluster: string, { kind, namespace, name }: FindingObject): string | null {
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
