import { formatTerm, type Term } from "@/lib/contract/url/filter-term";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { parseMachineTerms } from "@/lib/contract/url/parse-terms";
import { search } from "@/lib/server/fleet/search";
import { effectiveLabels } from "@/lib/testing/effective-labels";
import { atMost, mustBe, percentile, print, told } from "@/lib/testing/figures";
import { startApi } from "./api";
import { type Product, startProduct, VIEWER } from "./product";

const SELECTORS = [
  "app=app-7",
  "app=app-7 version=1.0.0",
  "team=team-3 istio.io/rev=default kubernetes.io/arch=amd64",
  "app=* team=team-3 !version=1.0.0 istio.io/rev=default",
  "hostname=vm-77.prod.example.com",
  "!app=*",
  "topology.kubernetes.io/zone=eu-west-1a team!=team-3 app=* version=1.2.0 istio.io/rev=default",
];
/** Enough of them for a hundredth to be more than the slowest one; the first ones compile the code. */
const ROUNDS = 70;
const WARM_ROUNDS = 10;
/** The scan, which is only a ratio's other half, is left out of most rounds. */
const SCANNED_EVERY = 10;

/** P12, first half: a selector or a search → its count, facets and first page, against a compiled scan over the plain labels of the same fleet. */
export async function selection(entries: number): Promise<void> {
  const api = await startApi(entries);
  const product = startProduct(api.url);
  await product.live();
  const labels = plainLabels(product);
  const [own, ratios]: [number[], number[]] = [[], []];
  let equal = true;
  for (let round = 0; round < ROUNDS; round++) {
    for (const text of SELECTORS) {
      const terms = parseMachineTerms(text);
      const scanned = round % SCANNED_EVERY === 0 ? timed(() => scan(labels, terms)) : null;
      const counted = timed(() => count(product, terms));
      if (scanned !== null) equal &&= scanned.result === counted.result;
      if (round < WARM_ROUNDS) continue;
      own.push(counted.ms);
      if (scanned !== null) ratios.push(counted.ms / scanned.ms);
    }
  }
  const base = { part: "P12", entries };
  print(atMost(2, { ...base, metric: "selector → count, facets and page, p99", value: percentile(own, 0.99), unit: "ms" }));
  print(told({ ...base, metric: "selector → count, facets and page, p50", value: percentile(own, 0.5), unit: "ms" }));
  print(told({ ...base, metric: "selector → count, facets and page ÷ compiled scan for the count", value: percentile(ratios, 0.5), unit: "" }));
  const searches = ["app-1", "10.0.0.17", "vm-99", "nothing-is-called-so"].map(
    (text) => timed(() => search(product.fleet, product.lists, text, VIEWER.scope)).ms,
  );
  print(told({ ...base, metric: "search of the palette, slowest", value: Math.max(...searches), unit: "ms" }));
  print(mustBe({ ...base, metric: "counts equal those of the scan", value: equal }));
  await product.stop();
  api.end();
}

function count({ fleet }: Product, terms: readonly Term[]): number {
  const query = { ...parseMachinesQuery(""), terms };
  const list = fleet.list(query, VIEWER.scope);
  list.facets();
  list.slice(0, 60);
  list.close();
  return list.matched;
}

function plainLabels({ fleet }: Product): ReadonlyMap<string, string>[] {
  return Array.from(fleet.entries(), (entry) => new Map(effectiveLabels(fleet.entry(entry), true)));
}

function scan(labels: readonly ReadonlyMap<string, string>[], terms: readonly Term[]): number {
  let matched = 0;
  for (const set of labels) if (terms.every((term) => matches(set, term))) matched++;
  return matched;
}

function matches(set: ReadonlyMap<string, string>, term: Term): boolean {
  if (term.kind !== "label") throw new Error(`${formatTerm(term)} is no selector.`);
  const value = set.get(term.key);
  return (term.value === null ? value !== undefined : value === term.value) !== term.negated;
}

/** In milliseconds of CPU: on a busy machine the clock tells of others too. */
function timed<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}
