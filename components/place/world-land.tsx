import { geoEquirectangular, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import land from "world-atlas/land-110m.json";
import { WORLD } from "./world-dots";

type World = Parameters<typeof feature>[0];

/** The outline of all land, as the package world-atlas has it: Natural Earth, 1:110m, which is in the public domain. */
const OUTLINE = outlineOf(land as unknown as World);

function outlineOf(world: World): string {
  const [, , width, height] = WORLD;
  const all = world.objects.land;
  if (all === undefined) throw new Error("world-atlas has no land");
  const projection = geoEquirectangular()
    .scale(width / (2 * Math.PI))
    .translate([width / 2, height / 2]);
  return geoPath(projection).digits(1)(feature(world, all)) ?? "";
}

/** All land. Drawn by the server: no browser loads what draws it. */
export function WorldLand() {
  return <path d={OUTLINE} className="fill-hover stroke-line-2" strokeWidth="0.4" />;
}
