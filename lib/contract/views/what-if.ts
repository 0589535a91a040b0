import { formatListQuery, type ListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { ExpectedSizeKind } from "@/lib/domain/group/expected-size";
import { parseLocality } from "@/lib/domain/localities/locality";
import { truncateText } from "@/lib/domain/object/clean-text";
import type { ServicesAfterLossCounts } from "@/lib/domain/statements/what-if";
import type { TrafficEffect, UtilizationAfterLoss } from "@/lib/domain/what-if/capacity";
import { LOSS_MOMENTS, type LossMoment } from "@/lib/domain/what-if/leaving";
import type { LostPart } from "@/lib/domain/what-if/lost-part";
import type { ViewDeclaration } from "./view-declaration";

/** The query of the what-if page: the lost parts, the moment after the loss, and the headroom of the rest. The URL has all of it. */
export interface WhatIfQuery extends Pick<ListQuery, "clusters" | "namespaces"> {
  readonly parts: readonly LostPart[];
  readonly moment: LossMoment;
  /** The extra load that each remaining endpoint can carry, in percent of its load today. */
  readonly headroom: number;
  /** The kind of rows. */
  readonly of: "hosts" | "groups";
}

/** The headroom if the query has none, in percent. */
const DEFAULT_HEADROOM = 30;
/** The largest headroom, in percent. */
export const MAX_HEADROOM_PERCENT = 900;
const MOST_PARTS = 16;
const MOST_LETTERS = 512;

/** Parses a query. Leaves out unknown parts; `invalidLostParts` returns these. */
export function parseWhatIf(search: URLSearchParams | string): WhatIfQuery {
  const params = typeof search === "string" ? new URLSearchParams(search) : search;
  const { clusters, namespaces } = parseMachinesQuery(params);
  const parts = spelledParts(params).flatMap((text) => parseLostPart(text) ?? []);
  const byText = new Map(parts.map((part) => [formatLostPart(part), part]));
  return {
    ...{ clusters, namespaces },
    parts: [...byText.keys()].sort().flatMap((text) => byText.get(text) ?? []),
    moment: LOSS_MOMENTS.find((moment) => moment === params.get("moment")) ?? "at-once",
    headroom: headroomOf(params.get("headroom")),
    of: params.get("of") === "groups" ? "groups" : "hosts",
  };
}

/** Returns the lost parts of a query that cannot be parsed. */
export function invalidLostParts(search: URLSearchParams | string): readonly string[] {
  const params = typeof search === "string" ? new URLSearchParams(search) : search;
  return spelledParts(params).filter((text) => parseLostPart(text) === null);
}

/** Returns the canonical form: equal queries give equal strings. Default values are left out. */
export function formatWhatIf({ clusters, namespaces, parts, moment, headroom, of }: WhatIfQuery): string {
  const params = new URLSearchParams(formatListQuery({ clusters, namespaces, terms: [], sort: "" }));
  for (const text of [...new Set(parts.map(formatLostPart))].sort()) params.append("lost", text);
  if (moment !== "at-once") params.set("moment", moment);
  if (headroom !== DEFAULT_HEADROOM) params.set("headroom", String(headroom));
  if (of !== "hosts") params.set("of", of);
  return params.toString();
}

/** Parses one part: `zone:REGION/ZONE`, `zone:REGION/` (no zone), `region:R`, `subzone:R/Z/S`, `network:N`, `set:FILTER`. Null if the text is not a part. */
export function parseLostPart(text: string): LostPart | null {
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

/** Returns a part as text for a URL. `parseLostPart` reads it. */
export function formatLostPart(part: LostPart): string {
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

/** Returns the narrowest part with this locality: its subzone, else its zone, else the region's machines without a zone. "" = no locality. */
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
    .map((text) => truncateText(text, MOST_LETTERS));
}

function headroomOf(text: string | null): number {
  if (text === null || !/^\d{1,4}$/.test(text.trim())) return DEFAULT_HEADROOM;
  return Math.min(MAX_HEADROOM_PERCENT, Number(text));
}

interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

interface WireCapacity {
  readonly kind: UtilizationAfterLoss["kind"];
  readonly ratio: number;
}

/** The answer whether requests move away from dead endpoints, with the evidence as sentences. */
interface WireMove {
  readonly kind: TrafficEffect["kind"];
  /** The answer in one or two words. */
  readonly says: string;
  readonly because: readonly string[];
  /** The share of requests that goes to dead endpoints if callers do not prefer localities, 0 to 1. */
  readonly lostShare: number;
}

/** One service before and after a loss. Null = not visible, never zero. */
export interface ServiceAfterLossRow {
  /** `CLUSTER/UID/HOST` */
  readonly id: string;
  readonly cluster: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  /** Machines that callers get. `doubtedBefore` and `doubtedAfter` of them are unverified. */
  readonly machines: (BeforeAfter & { readonly doubtedBefore: number; readonly doubtedAfter: number }) | null;
  readonly pods: BeforeAfter | null;
  /** Pods that count as remaining although their locality is not known. */
  readonly placelessPods: number;
  readonly inline: BeforeAfter;
  /** Healthy addresses from EndpointSlices. The loss does not remove them. */
  readonly addresses: number | null;
  readonly weight: BeforeAfter;
  readonly capacity: WireCapacity;
  /** Dead endpoints that callers still get at this moment. */
  readonly dead: number;
  /** Machines lost together with their replica: they stay Healthy and listed until istiod's sweep. */
  readonly heldByLost: number;
  readonly move: WireMove;
}

/** One group before and after a loss. */
export interface GroupAfterLossRow {
  /** `CLUSTER/NAMESPACE/GROUP` */
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  /** "" = machines of no group. */
  readonly name: string;
  readonly machines: BeforeAfter;
  readonly serving: BeforeAfter;
  /** Unverified machines among the serving ones. */
  readonly doubted: BeforeAfter;
  /** The weight of the serving machines; null = the group loses nothing, and it is not computed. */
  readonly weight: BeforeAfter | null;
  readonly expected: number | null;
  readonly expectedFrom: ExpectedSizeKind;
  readonly capacity: WireCapacity;
  /** Its lost machines that callers still get at this moment, and those lost together with their replica. */
  readonly dead: number;
  readonly heldByLost: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A locality or network to choose as lost, with its number of machines. */
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

/** Head of "what-if". Its rows are ServiceAfterLossRow or (`of=groups`) GroupAfterLossRow, the worst first. */
export interface WhatIfHead {
  /** The time of the fleet's data behind it, in milliseconds. */
  readonly asOf: number;
  /** The error in the query as text, or null. */
  readonly problem: string | null;
  readonly parts: readonly string[];
  readonly moment: LossMoment;
  readonly headroom: number;
  /** Each moment with its time span in milliseconds; null = never, or not known. `dead`: dead endpoints that callers get then. */
  readonly moments: readonly { readonly moment: LossMoment; readonly span: Span | null; readonly dead: number }[];
  readonly lost: {
    readonly machines: number;
    readonly serving: number;
    readonly pods: number;
    /** False if more Pods may be lost: they are not visible, or their Nodes are not. */
    readonly knowsPods: boolean;
    readonly inline: number;
    /** The lost serving machines, by the way in which istiod removes them. */
    readonly leaving: { readonly grace: number; readonly age: number; readonly withReplica: number; readonly never: number; readonly unknown: number };
    /** Machines elsewhere whose replica is lost. They connect to another one at once, and keep serving. */
    readonly reconnecting: number;
  };
  readonly replicas: { readonly lost: readonly LostReplica[]; readonly left: number; readonly unplaced: number; readonly isVisible: boolean };
  readonly gateways: readonly LostGateway[];
  /** Services and groups, counted by the capacity of what remains. */
  readonly hosts: ServicesAfterLossCounts;
  readonly groups: ServicesAfterLossCounts;
  /** Groups that would have fewer machines than expected. */
  readonly groupsShort: number;
  readonly choices: { readonly places: readonly LostChoice[]; readonly networks: readonly LostChoice[] };
  /** Sentences about assumptions, and about objects that are not visible. */
  readonly assumptions: readonly string[];
  readonly notSeen: readonly string[];
  readonly total: number;
  readonly matched: number;
}

export const WHAT_IF_VIEW: ViewDeclaration<WhatIfHead, ServiceAfterLossRow | GroupAfterLossRow> = {
  canonicalQuery: (query) => formatWhatIf(parseWhatIf(query)),
  cost: 400,
  rows: "window",
  rowCount: "matched",
};
