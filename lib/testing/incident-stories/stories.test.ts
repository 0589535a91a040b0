import { expect, it } from "vitest";
import { IncidentEngine } from "@/lib/domain/incidents/engine";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { MachineFacts, Observation } from "@/lib/domain/incidents/observation";
import { visiblePart } from "@/lib/domain/incidents/visible-part";
import type { EngineFactory, MachineFacts as StoryMachine, Observation as StoryObservation } from "./engine";
import type { StorySize } from "./fleet";
import { judgeStories, type VisiblePart, verdictLines, verdictTable } from "./judge";
import type { Story } from "./story";
import { STORY_KINDS, sizesOf, storiesFrom, storyOf } from "./story-of";

/** 0 = each kind once, as many as fit a run of all tests. `npm run prove -- incidents` plays more, and other seeds. */
const STORIES = Number(process.env.INCIDENT_STORIES ?? 0);
const SEED = Number(process.env.INCIDENT_SEED ?? 1);

/** The product's engine. Its keys repeat from run to run. */
const engineUnderTest: EngineFactory = (stories) => {
  const population = {
    size: stories.size.bind(stories),
    having: (...[cluster, trait, value, namespace]: readonly [string, Parameters<typeof stories.having>[1], string, string]) =>
      stories.having(cluster, trait, trait === "group" ? `${namespace}/${value}` : value),
  };
  let keys = 0;
  const engine = new IncidentEngine({ population, newKey: () => `k${keys++}` });
  const all = new Map<string, Incident>();
  return {
    take: (batch, now) => {
      engine.take(batch.map(withGroupNames));
      engine.passTo(now);
      for (const incident of engine.takeChanged()) all.set(incident.key, incident);
    },
    incidents: () => [...all.values()],
  };
};

const named = new WeakMap<StoryMachine, MachineFacts>();

/** Stories name the group of a machine or window "NAMESPACE/NAME", the engine "NAME". */
function withGroupNames(observation: StoryObservation): Observation {
  if (observation.kind === "maintenance") return { ...observation, group: observation.group === null ? null : groupName(observation.group) };
  if (observation.kind !== "machine") return observation;
  const known = named.get(observation.machine) ?? { ...observation.machine, group: groupName(observation.machine.group) };
  named.set(observation.machine, known);
  return { ...observation, machine: known };
}

function groupName(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

/** The part of an incident of `engineUnderTest` that a viewer of some namespaces gets. */
const partOfViewer: VisiblePart = (incident, namespaces) => {
  const viewer = { maySee: (_: string, namespace: string) => namespaces.includes(namespace), maySeeReplicas: () => true };
  const population = { size: () => 0, having: () => 0 };
  return visiblePart(incident as Incident, { ...viewer, population }, (incident as Incident).stateSince)?.incident ?? null;
};

/** Each kind once, with 5 machines or 1,200. */
function oneOfEachKind(): Story[] {
  return STORY_KINDS.map((kind, position) => {
    const small = sizesOf(kind).filter((size) => size < 50_000);
    return storyOf(kind, SEED + position, small[position % small.length] ?? (1_200 satisfies StorySize));
  });
}

it("finds the known incidents of generated stories", { timeout: 3_600_000 }, () => {
  const stories = STORIES === 0 ? oneOfEachKind() : storiesFrom(SEED, STORIES).slice(0, STORIES);
  const verdicts = judgeStories(engineUnderTest, stories, partOfViewer);
  if (STORIES > 0) process.stdout.write(`${verdictTable(verdicts)}\n${verdictLines(verdicts)}\n`);
  expect(verdicts.filter(({ refusedBy }) => refusedBy.length > 0).map(({ kind, refusedBy }) => ({ kind, refusedBy }))).toEqual([]);
});
