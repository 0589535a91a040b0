import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { comparable, type Recorded } from "./comparable";
import { replay, WRITTEN_AT_STOP } from "./replay";

const folder = join(import.meta.dirname, "fleet");

describe("the simulated istiod writes what a real one wrote", () => {
  it.each(readdirSync(folder).map((file) => file.replace(".ndjson", "")))("%s", async (name) => {
    const lines = readFileSync(join(folder, `${name}.ndjson`), "utf8")
      .trim()
      .split("\n");
    const recorded = lines.map((line) => JSON.parse(line) as Recorded);
    const played = await replay(recorded, WRITTEN_AT_STOP.get(name) ?? []);
    expect(comparable(played.events)).toEqual(comparable(recorded));
    expect(played.waiting).toEqual(waitingIn(recorded));
  });
});

/** What the machines that istiod refused were told, in the last answer to `state`; without the API server's own regular expression. */
function waitingIn(recorded: readonly Recorded[]): Record<string, string> {
  const states = recorded.flatMap(({ output }) =>
    output?.startsWith('{"replicas"') ? [JSON.parse(output) as { vms: Record<string, { state: string }> }] : [],
  );
  const waiting = Object.entries(states.at(-1)?.vms ?? {}).filter(([, { state }]) => state.startsWith("waiting: "));
  return Object.fromEntries(waiting.map(([id, { state }]) => [id, state.replace("waiting: ", "").replace(/ \(e\.g\..*$/, "")]));
}
