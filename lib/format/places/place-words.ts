import { joinParts, listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";

/** A place of the map, as far as its words need it. "" = not set. */
export interface PlaceWordsInput {
  readonly level: "region" | "zone" | "subzone" | "nowhere" | "unseen";
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
}

/** What a place is called beneath its region or zone: "eu-central-1a", "no zone". */
export function placeName({ level, region, zone, subzone }: PlaceWordsInput): string {
  switch (level) {
    case "nowhere":
      return "No locality";
    case "unseen":
      return "Place not visible";
    case "region":
      return region || "no region";
    case "zone":
      return zone || "no zone";
    case "subzone":
      return subzone || "no subzone";
  }
}

/** What stands at the left of the cells: the region, or that there is none to name. */
export function areaName(place: PlaceWordsInput): string {
  if (place.level === "nowhere") return "nowhere";
  return place.level === "unseen" ? "not visible" : placeName(place);
}

/** What stands below the name of a place that is none: why it is there. */
export function placeNote({ level, zone }: Pick<PlaceWordsInput, "level" | "zone">): string {
  if (level === "nowhere") return "no locality is written";
  if (level === "unseen") return "Nodes tell it, and are not visible to you";
  return level === "zone" && zone === "" ? "a region is written, and no zone" : "";
}

/** A zone by a name that stands for itself: with its region, where its own name does not begin with it. */
export function zoneName({ region, zone }: Pick<PlaceWordsInput, "region" | "zone">): string {
  return region === "" || zone.startsWith(region) ? zone : `${region}/${zone}`;
}

/** The registered machines and the Pods of a place: "150 registered machines and 24 pods". */
export function whoIsThere({ machines, pods }: { readonly machines: number; readonly pods: number }): string {
  const parts = [machines > 0 || pods === 0 ? plural(machines, "registered machine") : "", pods > 0 ? plural(pods, "pod") : ""];
  return listOf(parts.filter((part) => part !== ""));
}

/** The parts of a region: "3 zones · 931 registered · 180 pods". */
export function regionLine(place: { readonly machines: number; readonly pods: number; readonly within: number }): string {
  const zones = place.within === 0 ? "" : plural(place.within, "zone");
  const machines = place.machines > 0 || place.pods === 0 ? `${formatNumber(place.machines)} registered` : "";
  return joinParts([zones, machines, place.pods > 0 ? plural(place.pods, "pod") : ""], " · ");
}

/** The count over the cells of a place, machines and pods apart: "150 + 24", "— + 16". */
export function cellCount({ machines, pods }: { readonly machines: number; readonly pods: number }): string {
  if (pods === 0) return formatNumber(machines);
  return `${machines === 0 ? "—" : formatNumber(machines)} + ${formatNumber(pods)}`;
}

/** What is said of machines that wrote more than three parts. */
export function oddWords(odd: number): string {
  return `${plural(odd, "machine")} wrote a fourth part, which Istio drops`;
}
