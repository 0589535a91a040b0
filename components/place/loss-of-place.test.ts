import { describe, expect, it } from "vitest";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { formatLostPart } from "@/lib/contract/views/what-if";
import { lossOfPlace } from "./loss-of-place";

describe("a place that may be lost", () => {
  it.each<[LocalityRow["level"], string, string, string, string | null]>([
    ["region", "eu", "", "", "region:eu"],
    ["region", "", "", "", null],
    ["zone", "", "eu-a", "", "zone:/eu-a"],
    ["subzone", "eu", "", "r1", "subzone:eu//r1"],
    ["zone", "eu", "eu-a", "", "zone:eu/eu-a"],
    ["zone", "eu", "", "", "zone:eu/"],
    ["zone", "", "", "", null],
    ["subzone", "eu", "eu-a", "r1", "subzone:eu/eu-a/r1"],
    ["subzone", "eu", "eu-a", "", null],
    ["nowhere", "", "", "", "region:"],
    ["unseen", "", "", "", null],
  ])("%s %s/%s/%s", (level, region, zone, subzone, spelled) => {
    const part = lossOfPlace({ level, region, zone, subzone });
    expect(part && formatLostPart(part)).toBe(spelled);
  });
});
