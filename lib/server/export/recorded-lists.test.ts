import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FilterGrammar, MACHINE_FILTER } from "@/lib/contract/url/filter-term";
import { FINDING_FILTER, GROUP_FILTER, INCIDENT_FILTER, SERVICE_FILTER } from "@/lib/contract/url/list-filters";
import { LOCALITY_FILTER } from "@/lib/contract/views/localities";
import type { AnyRule } from "@/lib/domain/findings/rule";
import { RULES } from "@/lib/domain/findings/rules";
import { FINDING_SETTLE_MS } from "@/lib/domain/history/finding-history";
import { TRANSITIONS } from "@/lib/domain/history/transition";
import { scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import { anEntry, aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { policyOf } from "@/lib/testing/hosts";
import { anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import {
  RECORDED_CLUSTERS,
  RECORDED_COMMANDS,
  RECORDED_ENTRIES,
  RECORDED_GROUPS,
  RECORDED_LOST,
  RECORDED_PODS,
  RECORDED_SERVICES,
  RECORDED_WORLD,
} from "@/lib/testing/recorded-fleet";
import { aDestinationRule } from "@/lib/testing/selection";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { PAST_ENTRIES, toldPast } from "@/lib/testing/told-past";
import { Downloads } from "./downloads";
import { exportList } from "./export-list";
import { exportWhatIf } from "./export-what-if";
import { findingAnswers, withNewRules, withoutCodes } from "./recorded-findings.fixture";

type Row = Readonly<Record<string, unknown>>;

const recorded = (file: string) => JSON.parse(readFileSync(join(process.cwd(), "lib/server/export", file), "utf8"));

/** The names of the rows that a query selects, in order; `refused FIELD` when the list does not have the query. */
const FILTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = recorded("recorded-filters.json");
const RECORDED_FINDINGS = { rules: recorded("recorded-rules.json") as readonly string[], answers: FILTERS.findings ?? {} };
/** The name, headings and JSON keys of each file. */
const FILES: Readonly<Record<string, readonly string[]>> = recorded("recorded-files.json");

const viewer = { subject: "somebody", scope: scopeFromPermissions(new Map(RECORDED_CLUSTERS.map((cluster) => [cluster, allKinds()]))), mayWrite: false };
const downloads = new Downloads(() => () => undefined);

function allKinds() {
  return new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const));
}

/** One machine, group and Service for each state. One of the machines was lost a minute ago. */
async function playedStates() {
  const played = await rememberedFleet(new ManualClock(NOW - 60_000), RECORDED_WORLD, null, "test", RECORDED_CLUSTERS);
  const { fleet } = played;
  await played.live([...RECORDED_ENTRIES, RECORDED_LOST], RECORDED_GROUPS);
  played.select(...RECORDED_SERVICES);
  for (const pod of RECORDED_PODS) fleet.tables["workload-pods"].upsert(pod);
  for (const namespace of ["shop", "legacy"]) fleet.setFreshness("prod-eu", "workload-pods", namespace, { kind: "live", asOf: NOW });
  fleet.setFreshness("prod-eu", "endpointslices", "*", { kind: "live", asOf: NOW });
  await played.wait(60_000);
  played.remove(RECORDED_LOST);
  await played.wait(1_000);
  for (const command of RECORDED_COMMANDS) played.history.keepAudit(command);
  return played;
}

/** An hour with an event of every recorded type. Its end records the findings. */
async function playedPast() {
  const played = await rememberedFleet(new ManualClock(NOW), RECORDED_WORLD, null, "test", RECORDED_CLUSTERS);
  await toldPast(played, async () => played);
  const findings = played.recordFindings(viewer.scope);
  const look = async () => {
    for (let looks = 0; looks < 3; looks++) {
      await findings.look();
      await played.wait(FINDING_SETTLE_MS);
    }
  };
  await look();
  const rule = policyOf("destinationrules", aDestinationRule());
  for (const one of [...RECORDED_SERVICES, rule, { ...rule, uid: "new" }, { ...rule, resourceVersion: "2", fields: [["spec.host", "b"]] as const }]) {
    played.select(one);
    await played.wait(1_000);
  }
  played.unselect(rule);
  played.world(RECORDED_WORLD);
  await look();
  played.remove(...PAST_ENTRIES);
  await look();
  findings.stop();
  await played.stop();
  return played;
}

/** A replica with connected machines ended, and one of the machines has not reconnected. */
async function playedRollout() {
  const played = await rememberedFleet(new ManualClock(NOW), RECORDED_WORLD, null, "test", RECORDED_CLUSTERS);
  const held = ["one", "two"].map((name) => anEntry({ uid: name, name, controller: "istiod-b" }));
  await played.live(held, RECORDED_GROUPS);
  await played.wait(60_000);
  played.world(aWorld([aReplica({ name: "istiod-a", uid: "istiod-1" })]));
  await played.wait(60_000);
  return played;
}

/** Exports lists of a fleet as files. */
async function exporter(play: () => ReturnType<typeof rememberedFleet>) {
  const played = await play();
  onTestFinished(() => played.database.close());
  const { fleet, history } = played;
  fleet.incidentMemory.update([anIncident()]);
  const parts = { fleet, history, lists: new StandingLists(fleet), downloads, beat: () => ({ now: NOW, clusters: [], problems: [] }) };
  const file = async (search: string) => {
    const params = new URLSearchParams(search);
    const response = await (params.get("what") === "what-if" ? exportWhatIf(parts, viewer, params) : exportList(parts, viewer, params));
    return { text: await response.text(), name: response.headers.get("content-disposition") ?? "" };
  };
  const rows = async (what: string, search: string): Promise<readonly Row[]> => JSON.parse((await file(`${search}&what=${what}&format=json`)).text);
  return { ...parts, file, rows };
}

/** Returns the name of a list's row in the recording. */
const NAMES: Readonly<Record<string, (row: Row) => string>> = {
  entries: ({ name }) => String(name),
  groups: ({ cluster, namespace, name }) => [cluster, namespace, name].join("/"),
  incidents: ({ key }) => String(key),
  services: ({ namespace, name }) => `${namespace}/${name}`,
  localities: ({ level, region, zone, subzone }) => `${level}:${[region, zone, subzone].filter((part) => part !== "").join("/")}`,
  activity: ({ type, name, at }) => `${type}:${name}@${((Date.parse(String(at)) - NOW) / 60_000).toFixed(1)}`,
  audit: ({ command, name, mode }) => `${command}/${name}/${String(mode).replace(" ", "-")}`,
};

/** Returns the names of the rows that a query of a list selects. */
async function selectedNames(list: string, search: string, { fleet, lists, rows }: Awaited<ReturnType<typeof exporter>>): Promise<readonly string[]> {
  const name = NAMES[list === "oncall" ? "groups" : list] ?? String;
  if (list !== "oncall") return (await rows(list, search)).map(name);
  const view = VIEWS.fleet({ fleet, lists, viewer, query: search, offset: 0, limit: 50, changed: () => undefined });
  const computed = view.compute().rows as unknown as readonly Row[];
  view.close();
  return computed.map(name);
}

describe.each(Object.keys(FILTERS))("the list of %s", (list) => {
  it("has the recorded rows for each recorded query", async () => {
    if (list === "findings") return expect(findingAnswers(RECORDED_FINDINGS)).toEqual(RECORDED_FINDINGS.answers);
    const exported = await exporter(list === "activity" ? playedPast : playedStates);
    const found = new Map<string, string>();
    for (const search of Object.keys(FILTERS[list] ?? {})) {
      const names = await selectedNames(list, search, exported).catch(({ field }) => [`refused ${field}`]);
      found.set(search, names.join(" "));
    }
    expect(Object.fromEntries(found)).toEqual(FILTERS[list]);
  });
});

describe("the recorded findings", () => {
  it("have each rule (npm run generate adds a new one)", () => expect(withNewRules(RECORDED_FINDINGS)).toEqual(RECORDED_FINDINGS));

  it("keep their answers when a rule is added in the middle of the list", () => {
    const added: AnyRule = { code: "STL299", name: "invented", subject: "group", severity: "error", needs: [], detect: () => [] };
    const rules = RULES.flatMap((rule) => (rule.code === "STL301" ? [added, rule] : [rule]));
    const answers = Object.entries(findingAnswers(RECORDED_FINDINGS, rules));
    expect(answers.filter(([, answer]) => answer.includes(added.code))).not.toEqual([]);
    expect(Object.fromEntries(answers.map(([search, answer]) => [search, withoutCodes(answer, [added])]))).toEqual(RECORDED_FINDINGS.answers);
  });
});

const GRAMMARS: Readonly<Record<string, FilterGrammar>> = {
  entries: MACHINE_FILTER,
  groups: GROUP_FILTER,
  services: SERVICE_FILTER,
  localities: LOCALITY_FILTER,
  findings: FINDING_FILTER,
  incidents: INCIDENT_FILTER,
};

/** Returns every key, fixed value and alias of a filter, as its grammar spells them. */
function grammarWords({ facets, compared, otherNames, values, otherValues }: FilterGrammar): readonly string[] {
  const fixed = Object.entries(values).flatMap(([key, all = []]) => [
    ...all.map((value) => `${key}:${value}`),
    ...[...otherValues].filter(([, value]) => all.includes(value)).map(([written]) => `${key}:${written}`),
  ]);
  return [...facets, ...otherNames.keys(), ...compared, ...fixed];
}

const isOf = (query: string, word: string) => (word.includes(":") ? query === word : query.startsWith(word) && /[:<>]/.test(query.charAt(word.length)));

describe("the recorded queries", () => {
  it.each(Object.entries(GRAMMARS))("have every word of the filter of %s", (list, grammar) => {
    const queries = Object.keys(FILTERS[list] ?? {}).map((search) => new URLSearchParams(search).get("q") ?? "");
    expect(grammarWords(grammar).filter((word) => !queries.some((query) => isOf(query, word)))).toEqual([]);
  });

  it("have every type of the log", () => {
    const asked = Object.keys(FILTERS.activity ?? {}).map((search) => new URLSearchParams(search).get("type"));
    expect(TRANSITIONS.filter((type) => !asked.includes(type))).toEqual([]);
  });
});

/** Returns the keys of a JSON value, including nested ones: `head.lost.machines`, `hosts[].name`. */
function jsonKeys(value: unknown, path = ""): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => jsonKeys(one, `${path}[]`)))];
  if (typeof value !== "object" || value === null) return path === "" ? [] : [path];
  return Object.entries(value).flatMap(([key, held]) => jsonKeys(held, path === "" ? key : `${path}.${key}`));
}

/** Returns the parts of a file that other programs depend on: headings or JSON keys, and for Markdown also the headings of tables. */
function structureOf(format: string, text: string): readonly string[] {
  if (format === "json") return jsonKeys(JSON.parse(text));
  if (format === "csv") return (text.split("\r\n", 1)[0] ?? "").split(",");
  return text.split("\n").filter((line, index, lines) => line.startsWith("#") || /^\|[-| :]+\|$/.test(lines[index + 1] ?? ""));
}

describe("an exported file", () => {
  it.each(Object.keys(FILES))("has its recorded name, headings and keys: %s", async (search) => {
    const { file } = await exporter(
      /what=(activity|losses)|vanished/.test(search) ? playedPast : search.includes("what=rollout") ? playedRollout : playedStates,
    );
    const { name, text } = await file(search);
    expect([name, ...structureOf(new URLSearchParams(search).get("format") ?? "csv", text)]).toEqual(FILES[search]);
  });

  it("is recorded with at least one row if it is JSON, so that the recording has the row's keys", () => {
    const bare = Object.keys(FILES).filter((search) => search.includes("format=json") && (FILES[search]?.length ?? 0) < 5);
    expect(bare).toEqual([]);
  });
});
