import * as z from "zod/mini";
import { cutText } from "@/lib/domain/clean-text";
import { SIZE_SOURCES } from "@/lib/domain/expected-size";
import { parseLocality } from "@/lib/domain/locality";
import { CAPACITY_KINDS } from "@/lib/domain/lost/capacity";
import type { LostPart } from "@/lib/domain/lost/lost-part";
import { MOMENTS, type Moment } from "@/lib/domain/lost/moments";
import { MOVE_KINDS } from "@/lib/domain/lost/would-move";
import { formatListQuery, type ListQuery, parseListQuery } from "./list-query";

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
const USUAL_HEADROOM = 30;
export const MOST_HEADROOM = 900;
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
  if (headroom !== USUAL_HEADROOM) params.set("headroom", String(headroom));
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
export function partOfPlace(locality: string): LostPart {
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
  if (text === null || !/^\d{1,4}$/.test(text.trim())) return USUAL_HEADROOM;
  return Math.min(MOST_HEADROOM, Number(text));
}

const BeforeAfter = z.object({ before: z.number(), after: z.number() });

const WireCapacity = z.object({ kind: z.enum(CAPACITY_KINDS), ratio: z.number() });

/** Whether requests would move, with the evidence in words. */
const WireMove = z.object({
  kind: z.enum(MOVE_KINDS),
  /** In a word or two. */
  says: z.string(),
  because: z.array(z.string()),
  /** The part of the requests that goes to dead endpoints where nobody orders by place, 0 to 1. */
  lostShare: z.number(),
});

/** One host before and after a loss. Null = these may not be listed, which is never zero. */
export const LostHostRow = z.object({
  /** `CLUSTER/UID/HOST` */
  id: z.string(),
  cluster: z.string(),
  kind: z.enum(["Service", "ServiceEntry"]),
  namespace: z.string(),
  name: z.string(),
  host: z.string(),
  /** Machines that callers are sent, of which `doubted` (before, after) nobody vouches for. */
  machines: z.nullable(z.object({ ...BeforeAfter.shape, doubtedBefore: z.number(), doubtedAfter: z.number() })),
  pods: z.nullable(BeforeAfter),
  /** Pods that count as left although their place is not known. */
  placelessPods: z.number(),
  inline: BeforeAfter,
  /** Healthy addresses of EndpointSlices, which stay. */
  addresses: z.nullable(z.number()),
  weight: BeforeAfter,
  capacity: WireCapacity,
  /** Dead endpoints that callers are sent at this moment. */
  dead: z.number(),
  /** Machines that died with the replica that held them: Healthy and listed until the sweep. */
  heldByLost: z.number(),
  move: WireMove,
});
export type LostHostRow = z.infer<typeof LostHostRow>;

/** One group before and after a loss. */
export const LostGroupRow = z.object({
  /** `CLUSTER/NAMESPACE/GROUP` */
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  /** "" = machines of no group. */
  name: z.string(),
  machines: BeforeAfter,
  serving: BeforeAfter,
  /** Of those that serve, how many nobody vouches for. */
  doubted: BeforeAfter,
  /** Of those that serve; null where nothing of it is lost: then nobody sums it up. */
  weight: z.nullable(BeforeAfter),
  expected: z.nullable(z.number()),
  expectedFrom: z.enum(SIZE_SOURCES),
  capacity: WireCapacity,
  /** Of its lost machines, those that callers are sent at this moment, and those that died with their replica. */
  dead: z.number(),
  heldByLost: z.number(),
});
export type LostGroupRow = z.infer<typeof LostGroupRow>;

const Span = z.object({ from: z.number(), to: z.number() });

/** A place or network that can be lost, with how many machines are there. */
const LostChoice = z.object({ part: z.string(), machines: z.number() });

const LostReplica = z.object({ cluster: z.string(), name: z.string(), node: z.string(), place: z.string() });
const LostGateway = z.object({ cluster: z.string(), network: z.string(), address: z.string(), object: z.string(), isLost: z.nullable(z.boolean()) });

/** How many there are, and of how many what is left would cope how. */
const CapacityCounts = z.object({
  total: z.number(),
  nobody: z.number(),
  overloaded: z.number(),
  full: z.number(),
  unknown: z.number(),
  carries: z.number(),
  whole: z.number(),
  idle: z.number(),
});
export type CapacityCounts = z.infer<typeof CapacityCounts>;

/** Head of "what-if". Its rows are LostHostRow or (`of=groups`) LostGroupRow, worst first. */
export const WhatIfHead = z.object({
  /** The moment of the fleet that it was computed on; milliseconds. */
  asOf: z.number(),
  /** What in the question could not be read, in words, or null. */
  problem: z.nullable(z.string()),
  parts: z.array(z.string()),
  moment: z.enum(MOMENTS),
  headroom: z.number(),
  /** Each moment with when it is, in milliseconds (null = never, or nobody knows), and how many dead endpoints callers are sent then. */
  moments: z.array(z.object({ moment: z.enum(MOMENTS), span: z.nullable(Span), dead: z.number() })),
  lost: z.object({
    machines: z.number(),
    serving: z.number(),
    pods: z.number(),
    /** False if more Pods may be lost: they are not visible, or their Nodes are not. */
    knowsPods: z.boolean(),
    inline: z.number(),
    /** Of the serving machines, by how they leave. */
    leaving: z.object({ grace: z.number(), age: z.number(), withReplica: z.number(), never: z.number(), unknown: z.number() }),
    /** Machines elsewhere whose replica is lost: they connect to another one at once, and nothing happens to them. */
    reconnecting: z.number(),
  }),
  replicas: z.object({ lost: z.array(LostReplica), left: z.number(), unplaced: z.number(), isVisible: z.boolean() }),
  gateways: z.array(LostGateway),
  hosts: CapacityCounts,
  groups: CapacityCounts,
  /** Groups that would have fewer machines than are expected. */
  groupsShort: z.number(),
  choices: z.object({ places: z.array(LostChoice), networks: z.array(LostChoice) }),
  /** What is taken for granted, and what is not in sight, in words. */
  assumptions: z.array(z.string()),
  notSeen: z.array(z.string()),
  total: z.number(),
  matched: z.number(),
});
export type WhatIfHead = z.infer<typeof WhatIfHead>;
