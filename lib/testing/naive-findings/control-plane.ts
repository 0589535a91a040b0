import { connection } from "./connections";
import type { NaiveRule } from "./facts";
import { runningRevisions } from "./groups";

/** The cluster itself has no name among the subjects. */
const MESH = "";

/** Of each revision with several replicas: does one hold more than half as much again as its share, and ten machines more? */
const unevenRevisions: NaiveRule = (world) => {
  const { replicas } = world.world;
  const running = replicas.kind === "known" ? [...replicas.value.values()].filter(({ runningSince }) => runningSince !== null) : [];
  const holds = (name: string) =>
    world.entries.filter((entry) => entry.controller === name && ["connected", "overdue"].includes(connection(entry, world))).length;
  return [...new Set(runningRevisions(world))].flatMap((revision) => {
    const counts = running.filter((replica) => (replica.revision || "default") === revision).map(({ name }) => holds(name));
    const share = counts.reduce((sum, one) => sum + one, 0) / counts.length;
    const most = Math.max(...counts);
    return counts.length > 1 && most > share * 1.5 && most - share >= 10 ? [MESH] : [];
  });
};

const namespacesOfNobody: NaiveRule = (world) => {
  const { namespaces } = world.world.places;
  const running = runningRevisions(world);
  if (namespaces.kind !== "known" || running.length === 0) return [];
  return [...namespaces.value.values()].filter(({ revision }) => revision !== "" && !running.includes(revision)).map(() => MESH);
};

export const NAIVE_CONTROL_PLANE: Readonly<Record<string, NaiveRule>> = { STL601: unevenRevisions, STL602: namespacesOfNobody };
