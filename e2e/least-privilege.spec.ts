import { readFileSync } from "node:fs";
import { streamedViews } from "@/lib/testing/asked-views";
import type { SeenRequest } from "./api-proxy";
import { ask, eachOf } from "./ask";
import { expect, test } from "./fixtures";
import { told } from "./proof-extent";
import { type RecordedWorld, startRecordedWorld } from "./read-only/world";
import { openStream, setViews } from "./streams";
import { askedThings, questionsOf } from "./viewers/questions";

/*
 * The rights in docs/operations.md are the ones that the server uses: every request to the API server is noted while all pages,
 * routes and views are asked for.
 */
let world: RecordedWorld;

test.beforeAll(async () => {
  world = await startRecordedWorld();
});
test.afterAll(() => world.end());

/** One right: what a rule of a role would give. */
const rightOf = (verb: string, group: string, resource: string) => `${verb} ${resource}${group === "" ? "" : `.${group}`}`;

/** The rights in the table of docs/operations.md: the verbs of each kind. */
function granted(): ReadonlySet<string> {
  const operations = readFileSync("docs/operations.md", "utf8");
  const table = /The account needs these rights[^|]*\n((?:\|.*\n)+)/.exec(operations)?.[1] ?? "";
  const rows = table
    .split("\n")
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim()));
  let named = "";
  return new Set(
    rows.flatMap(([, group = "", kinds = "", verbs = ""]) => {
      // A group stands in the first of its rows.
      if (group !== "") named = group === "core" ? "" : group.replaceAll("`", "");
      const resources = kinds.split(",").flatMap((kind) => /^[a-z]+$/.exec(kind.trim().split(" ")[0] ?? "") ?? []);
      const plurals = resources.filter((kind) => kind !== "in" && kind !== "by");
      return plurals.flatMap((resource) => verbs.split(",").map((verb) => rightOf(verb.trim(), named, resource)));
    }),
  );
}

const PATH = /^\/(?:api|apis\/([^/]+))\/v[^/]+(?:\/namespaces\/[^/?]+)?\/([a-z]+)(?:\/([^/?]+))?(?:\?(.*))?$/;
/** What any account may do without a right of its own: find out what is there, and ask about itself. */
const FOR_ANYBODY = /^\/(version|apis\/[^/]+|apis\/authorization\.k8s\.io\/v1\/selfsubjectaccessreviews)$/;

/** The right that a request used; null where it needs none. */
function usedBy({ method, path }: SeenRequest): string | null {
  if (FOR_ANYBODY.test(path)) return null;
  const [, group = "", resource, name, query = ""] = PATH.exec(path.replace(/^\/api\/v1\/namespaces(\?|$)/, "/api/v1/namespaces$1")) ?? [];
  if (resource === undefined) return `${method} ${path}`;
  const verb = method !== "GET" ? method : name !== undefined ? "get" : /(^|&)watch=(true|1)/.test(query) ? "watch" : "list";
  return rightOf(verb, group, resource);
}

test("uses exactly the rights that docs/operations.md lists", async () => {
  test.setTimeout(300_000);
  const dashboard = await world.start("dashboard", { STOLOS_READ_ONLY: "true" });
  const listed = async (kind: "entry" | "group", plural: string) => {
    const { items = [] } = await world.admin.get(`/apis/networking.istio.io/v1/${plural}`);
    return items.map(({ metadata: { namespace = "", name } }) => ({ kind, cluster: "sandbox", namespace, name }));
  };
  const [entries, groups] = await Promise.all([listed("entry", "workloadentries"), listed("group", "workloadgroups")]);
  const stream = await openStream(dashboard.address);
  const things = { entries, groups, namespaces: ["shop", "data-platform"] };
  expect(await setViews(dashboard.address, stream.name, streamedViews(askedThings(things)))).toBe(204);
  const questions = questionsOf(things);
  const used = () => new Set(dashboard.proxy.seen.map(usedBy).filter((right) => right !== null));
  const needed = granted();
  const unusedYet = () => [...needed].filter((right) => !used().has(right)).sort();
  // A watch begins once its list is there, and is proved alive from time to time; what a server is asked before it has read its clusters leads to nothing.
  const askAll = async () => {
    await eachOf(questions, 4, ({ address }) => ask(dashboard.address, { method: "GET", path: address }));
    return unusedYet();
  };
  await expect.poll(askAll, { timeout: 200_000, intervals: [2_000] }).toEqual([]);
  const unused = unusedYet();
  const missing = [...used()].filter((right) => !needed.has(right)).sort();
  told("S10 rights that are granted and not used", unused.length, 0, needed.size);
  told("S10 rights that are used and not granted", missing.length, 0, needed.size);
  expect({ unused, missing }).toEqual({ unused: [], missing: [] });
  stream.close();
  await dashboard.end();
});
