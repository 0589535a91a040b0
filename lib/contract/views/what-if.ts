import { formatListQuery, type ListQuery, parseListQuery } from "@/lib/contract/url/list-query";
import type { SizeSource } from "@/lib/domain/group/expected-size";
import { parseLocality } from "@/lib/domain/localities/locality";
import { cutText } from "@/lib/domain/object/clean-text";
import type { ServicesAfterLossCounts } from "@/lib/domain/statements/what-if";
import type { Capacity, TrafficMove } from "@/lib/domain/what-if/capacity";
import { MOMENTS, type Moment } from "@/lib/domain/what-if/leaving";
import type { LostPart } from "@/lib/domain/what-if/lost-part";

/** What the page asks: which parts are supposed to be lost, at which moment after, and how much more each of the rest could carry. All of it stands in the address. */
export interface WhatIfQuery extends Pick<ListQuery, "clusters" | "namespaces"> {
  readonly parts: readonly LostPart[];
  readonly moment: Moment;
  /** In percent of what each carries today. */
  readonly headroom: number;
  /** Which rows: of hosts, or of groups. */
  readonly of: "hosts" | "groups";
}

/** What those who are left can carry beyond today, where nobody says. */
const DEFAULT_HEADROOM = 30;
export const MAX_HEADROOM = 900;
const MOST_PARTS = 16;
const MOST_LETTERS = 512;

/** Reads an address. What is no part is left out, and told by `unreadParts`. */
export function parseWhatIf(search: URLSearchParams | string): WhatIfQuery {
  const params = typeof search === "string" ? new URLSearchParams(search) : search;
  const { clusters, namespaces } = parseListQuery(params);
  const parts = spelledParts(params).flatMap((text) => parsePart(text) ?? []);
  const byText = new Map(parts.map((part) => [formatPart(part), part]));
  return {
    ...{ clusters, namespaces },
    parts: [...byText.keys()].sort().flatMap((text) => byText.get(text) ?? []),
    moment: MOMENTS.find((moment) => moment === params.get("moment")) ?? "at-once",
    headroom: headroomOf(params.get("headroom")),
    of: params.get("of") === "groups" ? "groups" : "hosts",
  };
}

/** The words of an address that name no part. */
export function unreadParts(search: URLSearchParams | string): readonly string[] {
  const params = typeof search === "string" ? new URLSearchParams(search) : search;
  return spelledParts(params).filter((text) => parsePart(text) === null);
}

/** The canonical form: equal questions give equal strings. What is usual is left out. */
export function formatWhatIf({ clusters, namespaces, parts, moment, headroom, of }: WhatIfQuery): string {
  const params = new URLSearchParams(formatListQuery({ clusters, namespaces, terms: [], sort: "" }));
  for (const text of [...new Set(parts.map(formatPart))].sort()) params.append("lost", text);
  if (moment !== "at-once") params.set("moment", moment);
  if (headroom !== DEFAULT_HEADROOM) params.set("headroom", String(headroom));
  if (of !== "hosts") params.set("of", of);
  return params.toString();
}

/** Reads one part: `zone:REGION/ZONE`, `zone:REGION/` (no zone), `region:R`, `subzone:R/Z/S`, `network:N`, `set:FILTER`; null where it is none. */
export function parsePart(text: string): LostPart | null {
  const at = text.indexOf(":");
  const [kind, value] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
  const { region, zone, subzone, dropped } = parseLocality(value);
  if (at < 0 || (kind !== "set" && dropped !== "")) return null;
  switch (kind) {
    case "region":
      return zone === "" ? { kind, region } : null;
    case "zone":
      if (subzone !== "" || (zone === "" && (region === "" || !value.endsWith("/")))) return null;
      return { kind, region, zone };
    case "subzone":
      return subzone === "" ? null : { kind, region, zone, subzone };
    case "network":
      return { kind, network: value };
    case "set":
      return value.trim() === "" ? null : { kind, query: value.trim() };
    default:
      return null;
  }
}

/** A part as the address spells it. */
export function formatPart(part: LostPart): string {
  switch (part.kind) {
    case "region":
      return `region:${part.region}`;
    case "zone":
      return `zone:${part.region}/${part.zone}`;
    case "subzone":
      return `subzone:${part.region}/${part.zone}/${part.subzone}`;
    case "network":
      return `network:${part.network}`;
    case "set":
      return `set:${part.query}`;
  }
}

/** The narrowest part that has the place: its subzone, else its zone or the region's machines without zone. "" = no locality. */
export function lostPartOfLocality(locality: string): LostPart {
  const { region, zone, subzone } = parseLocality(locality);
  if (subzone !== "") return { kind: "subzone", region, zone, subzone };
  return region === "" && zone === "" ? { kind: "region", region } : { kind: "zone", region, zone };
}

function spelledParts(params: URLSearchParams): readonly string[] {
  return params
    .getAll("lost")
    .filter((text) => text !== "")
    .slice(0, MOST_PARTS)
    .map((text) => cutText(text, MOST_LETTERS));
}

function headroomOf(text: string | null): number {
  if (text === null || !/^\d{1,4}$/.test(text.trim())) return DEFAULT_HEADROOM;
  return Math.min(MAX_HEADROOM, Number(text));
}

interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

interface WireCapacity {
  readonly kind: Capacity["kind"];
  readonly ratio: number;
}

/** Whether requests would move, with the evidence in words. */
interface WireMove {
  readonly kind: TrafficMove["kind"];
  /** In a word or two. */
  readonly says: string;
  readonly because: readonly string[];
  /** The part of the requests that goes to dead endpoints where nobody orders by place, 0 to 1. */
  readonly lostShare: number;
}

/** One host before and after a loss. Null = these may not be listed, which is never zero. */
export interface LostServiceRow {
  /** `CLUSTER/UID/HOST` */
  readonly id: string;
  readonly cluster: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  /** Machines that callers are sent, of which `doubted` (before, after) nobody vouches for. */
  readonly machines: (BeforeAfter & { readonly doubtedBefore: number; readonly doubtedAfter: number }) | null;
  readonly pods: BeforeAfter | null;
  /** Pods that count as left although their place is not known. */
  readonly placelessPods: number;
  readonly inline: BeforeAfter;
  /** Healthy addresses of EndpointSlices, which stay. */
  readonly addresses: number | null;
  readonly weight: BeforeAfter;
  readonly capacity: WireCapacity;
  /** Dead endpoints that callers are sent at this moment. */
  readonly dead: number;
  /** Machines that died with the replica that held them: Healthy and listed until the sweep. */
  readonly heldByLost: number;
  readonly move: WireMove;
}

/** One group before and after a loss. */
export interface LostGroupRow {
  /** `CLUSTER/NAMESPACE/GROUP` */
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  /** "" = machines of no group. */
  readonly name: string;
  readonly machines: BeforeAfter;
  readonly serving: BeforeAfter;
  /** Of those that serve, how many nobody vouches for. */
  readonly doubted: BeforeAfter;
  /** Of those that serve; null where nothing of it is lost: then nobody sums it up. */
  readonly weight: BeforeAfter | null;
  readonly expected: number | null;
  readonly expectedFrom: SizeSource;
  readonly capacity: WireCapacity;
  /** Of its lost machines, those that callers are sent at this moment, and those that died with their replica. */
  readonly dead: number;
  readonly heldByLost: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A place or network that can be lost, with how many machines are there. */
interface LostChoice {
  readonly part: string;
  readonly machines: number;
}

interface LostReplica {
  readonly cluster: string;
  readonly name: string;
  readonly node: string;
  readonly place: string;
}
interface LostGateway {
  readonly cluster: string;
  readonly network: string;
  readonly address: string;
  readonly object: string;
  readonly isLost: boolean | null;
}

/** Head of "what-if". Its rows are LostHostRow or (`of=groups`) LostGroupRow, worst first. */
export interface WhatIfHead {
  /** The moment of the fleet that it was computed on; milliseconds. */
  readonly asOf: number;
  /** What in the question could not be read, in words, or null. */
  readonly problem: string | null;
  readonly parts: readonly string[];
  readonly moment: Moment;
  readonly headroom: number;
  /** Each moment with when it is, in milliseconds (null = never, or nobody knows), and how many dead endpoints callers are sent then. */
  readonly moments: readonly { readonly moment: Moment; readonly span: Span | null; readonly dead: number }[];
  readonly lost: {
    readonly machines: number;
    readonly serving: number;
    readonly pods: number;
    /** False if more Pods may be lost: they are not visible, or their Nodes are not. */
    readonly knowsPods: boolean;
    readonly inline: number;
    /** Of the serving machines, by how they leave. */
    readonly leaving: { readonly grace: number; readonly age: number; readonly withReplica: number; readonly never: number; readonly unknown: number };
    /** Machines elsewhere whose replica is lost: they connect to another one at once, and nothing happens to them. */
    readonly reconnecting: number;
  };
  readonly replicas: { readonly lost: readonly LostReplica[]; readonly left: number; readonly unplaced: number; readonly isVisible: boolean };
  readonly gateways: readonly LostGateway[];
  /** Services and groups by how what is left would cope. */
  readonly hosts: ServicesAfterLossCounts;
  readonly groups: ServicesAfterLossCounts;
  /** Groups that would have fewer machines than are expected. */
  readonly groupsShort: number;
  readonly choices: { readonly places: readonly LostChoice[]; readonly networks: readonly LostChoice[] };
  /** What is taken for granted, and what is not in sight, in words. */
  readonly assumptions: readonly string[];
  readonly notSeen: readonly string[];
  readonly total: number;
  readonly matched: number;
}
