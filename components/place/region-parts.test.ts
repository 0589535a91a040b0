import { expect, it } from "vitest";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { regionParts } from "./region-parts";

const row = (level: LocalityRow["level"], id: string, within = 0) => ({ level, id, within }) as LocalityRow;

it("a region has its zones, a zone its subzones, and no locality is drawn like a zone", () => {
  const rows = [
    row("region", "eu", 2),
    row("zone", "a", 2),
    row("subzone", "a1"),
    row("subzone", "a2"),
    row("zone", "b"),
    row("region", "us", 1),
    row("zone", "c"),
    row("nowhere", "none"),
  ];
  const told = regionParts(rows).map(
    ({ row: { id }, zones }) => `${id}: ${zones.map(({ zone, drawn }) => `${zone.id}(${drawn.map((one) => one.id).join(" ")})`).join(" ")}`,
  );
  expect(told).toEqual(["eu: a(a1 a2) b(b)", "us: c(c)", "none: none(none)"]);
});

it("a window that begins in the middle of a region draws nothing of it", () => {
  expect(regionParts([row("zone", "a"), row("subzone", "a1"), row("region", "us")]).map(({ row: { id } }) => id)).toEqual(["us"]);
});
