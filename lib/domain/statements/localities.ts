import type { Statement } from "@/lib/domain/statements/statement";
import { type StatementTense, tenseValues } from "./counts";

/** The numbers in the headline of the localities page. */
export interface LocalitiesCounts {
  readonly machines: number;
  /** The number of visible Pods that are endpoints of services with machines. */
  readonly pods: number;
  readonly regions: number;
  readonly zones: number;
  /** The number of machines whose locality has no zone. */
  readonly withoutZone: number;
  /** The number of machines with a fourth part in their locality, which Istio drops. */
  readonly odd: number;
  /** The number of services whose Pods are not visible. The number and the localities of these Pods are not known. */
  readonly podsUnseen: number;
  /** The number of Pods whose locality is not visible, because their Nodes are not. */
  readonly placesUnseen: number;
  /** The distribution of endpoint weight over zones; null = no zone has weight. */
  readonly concentration: {
    readonly kind: "single" | "concentrated" | "spread";
    readonly region: string;
    readonly zone: string;
    readonly share: number;
    readonly threshold: number;
    readonly zones: number;
  } | null;
}

/** The numbers of groups and services in one zone only. */
export interface SingleZoneCounts {
  readonly groups: number;
  readonly hosts: number;
}

/** The headline of the localities page: the zone with the largest share of the endpoint weight. `share`: in per cent of all weight. */
export interface ZoneWeightConcentration extends Statement {
  readonly kind: "weight-placed";
  readonly spread: "none" | "single" | "concentrated" | "spread";
  readonly region: string | null;
  readonly zone: string | null;
  readonly share: number | null;
  readonly weightedZones: number;
  readonly singleZoneGroups: number | null;
  readonly singleZoneServices: number | null;
  readonly past: boolean;
  readonly asOf: number | null;
}

/** Makes the headline of the localities page. `single` null = not counted yet. */
export function zoneWeightConcentration({ concentration }: LocalitiesCounts, single: SingleZoneCounts | null, tense: StatementTense): ZoneWeightConcentration {
  return {
    kind: "weight-placed",
    spread: concentration?.kind ?? "none",
    region: concentration?.region ?? null,
    zone: concentration?.zone ?? null,
    share: concentration === null ? null : percent(concentration.share),
    weightedZones: concentration?.zones ?? 0,
    ...{ singleZoneGroups: single?.groups ?? null, singleZoneServices: single?.hosts ?? null },
    ...tenseValues(tense),
  };
}

/** Returns a share in whole per cent. 0 and 100 only if the share is exactly that. */
function percent(share: number): number {
  if (share <= 0 || share >= 1) return Math.round(share * 100);
  return Math.min(99, Math.max(1, Math.round(share * 100)));
}

/** The second line of the localities page. */
export interface LocalityTotals extends Statement, Omit<LocalitiesCounts, "concentration"> {
  readonly kind: "machines-placed";
  /** The share of the weight from which a zone counts as concentrated, in per cent. */
  readonly threshold: number | null;
  /** The number of zones with weight, on which the threshold depends. */
  readonly weightedZones: number | null;
}

/** Makes the second line of the localities page. */
export function localityTotals({ concentration, ...counts }: LocalitiesCounts): LocalityTotals {
  const { machines, pods, regions, zones, withoutZone, odd, podsUnseen, placesUnseen } = counts;
  return {
    ...{ kind: "machines-placed", machines, pods, regions, zones, withoutZone, odd, podsUnseen, placesUnseen },
    threshold: concentration === null ? null : percent(concentration.threshold),
    weightedZones: concentration?.zones ?? null,
  };
}

/** The numbers of groups or services in one zone, in two, in more, and in zones that are not known. */
export interface ZoneSpreadStatement extends Statement {
  readonly kind: "zones-of-each";
  readonly of: "group" | "host";
  readonly one: number;
  readonly two: number;
  readonly more: number;
  readonly untold: number;
  readonly all: number;
}

/** The numbers of groups or services by their zones: `total` are in one zone, of `of`. */
interface Spread {
  readonly total: number;
  readonly two: number;
  readonly more: number;
  readonly untold: number;
  readonly of: number;
}

/** States how many groups or services are in one zone, in two, in more, or in unknown zones. */
export function zoneSpreadStatement(of: ZoneSpreadStatement["of"], spread: Spread): ZoneSpreadStatement {
  const { total: one, two, more, untold, of: all } = spread;
  return { kind: "zones-of-each", of, one, two, more, untold, all };
}
