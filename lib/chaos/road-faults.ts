import { damagedPatches } from "./damaged-patch";
import type { FaultyRoad } from "./faulty-road";
import type { SeededRandom } from "./seeded-random";

export interface RoadFault {
  readonly name: string;
  inflict(road: FaultyRoad, random: SeededRandom): void;
}

const HTML = { headers: { "content-type": "text/html" } };

/** What can go wrong between the server and a browser. */
export const ROAD_FAULTS: readonly RoadFault[] = [
  { name: "a cut browser stream", inflict: (road) => road.cut() },
  { name: "a browser stream that ends", inflict: (road) => road.end() },
  { name: "a half-open browser stream", inflict: (road) => road.stall() },
  { name: "half a frame", inflict: (road) => road.onNextPatch(({ bytes, send, cut }) => cut(send(bytes.subarray(0, bytes.length / 2)))) },
  { name: "a garbled frame", inflict: (road) => road.onNextPatch(({ send }) => send(text("event: frame\ndata: {oops\n\n"))) },
  { name: "a frame of another contract", inflict: (road) => road.onNextPatch(({ send }) => send(text('event: frame\ndata: {"t":"novelty"}\n\n'))) },
  { name: "a patch that never comes", inflict: (road) => road.onNextPatch(() => undefined) },
  {
    name: "a patch twice",
    inflict: (road) =>
      road.onNextPatch(({ bytes, send }) => {
        send(bytes);
        send(bytes);
      }),
  },
  {
    name: "a patch that does not fit",
    inflict: (road, random) =>
      road.onNextPatch(({ bytes, send }) => {
        const [, patch = ""] = /^data: (.*)\n\n$/s.exec(new TextDecoder().decode(bytes)) ?? [];
        send(text(`data: ${random.pick([...damagedPatches(patch).values()])}\n\n`));
      }),
  },
  { name: "a reader that pauses", inflict: (road, random) => road.pause(random.below(60)) },
  { name: "a refused browser", inflict: (road, random) => road.answerNext("all", () => null, random.below(60)) },
  {
    name: "a proxy's error page",
    inflict: (road, random) => road.answerNext("all", () => new Response("<html>502", { status: 502, ...HTML }), random.below(60)),
  },
  { name: "a proxy's login page", inflict: (road, random) => road.answerNext("opening", () => new Response("<html>", HTML), random.below(60)) },
  { name: "a stream nobody knows", inflict: (road, random) => road.answerNext("views", () => new Response(null, { status: 404 }), random.below(60)) },
  { name: "a request for views that is never answered", inflict: (road, random) => road.answerNext("views", () => "hang", random.below(60)) },
];

function text(words: string): Uint8Array {
  return new TextEncoder().encode(words);
}
