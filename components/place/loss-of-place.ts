import type { LocalityRow } from "@/lib/contract/views/localities";
import type { LostPart } from "@/lib/domain/what-if/lost-part";

/** A place as something that can be lost: a region, a zone or a subzone by its whole name; null where the row is no place of one name. */
export function lossOfPlace({ level, region, zone, subzone }: Pick<LocalityRow, "level" | "region" | "zone" | "subzone">): LostPart | null {
  switch (level) {
    case "region":
      // A zone without a region can be lost. All of them together have no name.
      return region === "" ? null : { kind: "region", region };
    case "zone":
      return region === "" && zone === "" ? null : { kind: "zone", region, zone };
    case "subzone":
      return subzone === "" ? null : { kind: "subzone", region, zone, subzone };
    case "nowhere":
      return { kind: "region", region: "" };
    case "unseen":
      return null;
  }
}
