import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { seeded } from "@/lib/sandbox/istiod/random";
import { comparable, type Recorded } from "@/lib/sandbox/recordings/comparable";
import { REPLAY_BEGIN, replay, WRITTEN_AT_STOP } from "@/lib/sandbox/recordings/replay";
import { ObjectStore } from "./object-store";
import { Timeline } from "./timeline";

const FOLDER = join(process.cwd(), "lib/sandbox/recordings/fleet");
const NAMES = readdirSync(FOLDER).map((file) => file.replace(".ndjson", ""));

it.each(NAMES)("istiod on the timeline and the object store of a play writes the versions of the recording %s", async (name) => {
  const lines = readFileSync(join(FOLDER, `${name}.ndjson`), "utf8")
    .trim()
    .split("\n");
  const recorded = lines.map((line) => JSON.parse(line) as Recorded);
  const clock = new Timeline(REPLAY_BEGIN);
  const api = new ObjectStore(clock, seeded(1)).as("pilot-discovery");
  const { events } = await replay(recorded, WRITTEN_AT_STOP.get(name) ?? [], { clock, api, advance: (ms) => clock.runTo(clock.now() + ms) });
  expect(comparable(events)).toEqual(comparable(recorded));
});
