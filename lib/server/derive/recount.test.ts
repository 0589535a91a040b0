import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dated, DerivedValues } from "./derived-values";
import { type Affected, atMost, type SourceChange } from "./evaluations";
import { KeysByValue } from "./keys-by-value";
import { ReadValues } from "./read-values";
import { type Total, Totals } from "./totals";

/** An object: it belongs to a group, rests on a source, and ages twice, each time after `lifetime` milliseconds; 0 = never. */
interface Item {
  readonly group: number;
  readonly source: number;
  readonly weight: number;
  readonly lifetime: number;
  readonly writtenAt: number;
}

interface Value {
  readonly group: number;
  readonly score: number;
  readonly age: number;
  readonly due: number | null;
}

interface Sum extends Total {
  score: number;
  aged: number;
}

type Step =
  | { readonly kind: "write"; readonly key: number; readonly item: Omit<Item, "writtenAt"> }
  | { readonly kind: "remove"; readonly key: number }
  | { readonly kind: "source"; readonly source: number; readonly level: number }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "slice"; readonly values: number };

const item = fc.record({ group: fc.nat({ max: 2 }), source: fc.nat({ max: 2 }), weight: fc.nat({ max: 5 }), lifetime: fc.constantFrom(0, 3, 7) });
const key = fc.nat({ max: 7 });
const arbitrarySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("write" as const), key, item }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), key }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("source" as const), source: fc.nat({ max: 2 }), level: fc.nat({ max: 3 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat({ max: 9 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("slice" as const), values: fc.nat({ max: 3 }) }) },
  ),
  { minLength: 1, maxLength: 40 },
);

function dated(value: Value): Dated<Value> {
  return { value, due: value.due };
}

/** Three layers: values of items, sums of groups, and which groups weigh much. Items are found by source, as entries are by replica. */
function layers() {
  const items = new Map<number, Item>();
  const levels = new Map<number, number>();
  const bySource = new KeysByValue();
  const sums = [0, 1, 2].map((): Sum => ({ score: 0, aged: 0, version: 0 }));
  const sumOf = (group: number) => sums[group] ?? { score: 0, aged: 0, version: 0 };
  const derivedOf = ({ group, source, weight, lifetime, writtenAt }: Item, at: number): Value => {
    const age = lifetime === 0 ? 0 : Math.min(2, Math.floor((at - writtenAt) / lifetime));
    return { group, score: weight * (levels.get(source) ?? 1), age, due: lifetime === 0 || age === 2 ? null : writtenAt + (age + 1) * lifetime };
  };
  const values = new DerivedValues<Value, string>(
    {
      evaluate: (of, at) => (items.has(of) ? dated(derivedOf(items.get(of) as Item, at)) : null),
      isSame: (a, b) => a.group === b.group && a.score === b.score && a.age === b.age && a.due === b.due,
    },
    "due",
  );
  const heavy = new DerivedValues<boolean, string>({ evaluate: (group) => ({ value: sumOf(group).score > 9, due: null }), isSame: (a, b) => a === b }, "due");
  const told: { key: number; before: Value | null; after: Value | null; at: number; cause: string }[] = [];
  const counted = new Map<number, Value>();
  const totals = new Totals<Sum>({
    totalsOf: (of) => (counted.has(of) ? [sumOf((counted.get(of) as Value).group)] : []),
    add: (sum, of, by) => {
      sum.score += by * (counted.get(of)?.score ?? 0);
      sum.aged += by * (counted.get(of)?.age ?? 0);
    },
  });
  values.hook((of, before, after, at, cause) => {
    told.push({ key: of, before, after, at, cause });
    totals.leave(of);
    if (after === null) counted.delete(of);
    else counted.set(of, after);
    totals.enter(of);
    for (const { group } of [before, after].filter((value) => value !== null)) heavy.evaluations.affect(group, at, cause);
  });
  return { items, levels, bySource, sums, derivedOf, values, heavy, told };
}

type Layers = ReturnType<typeof layers>;

/** Plays steps; before each of them, and at the end (step null), `run` evaluates as much as it likes. */
function played(steps: readonly Step[], run: (all: Layers, now: number, step: Step | null) => void) {
  const all = layers();
  const { items, levels, bySource, values } = all;
  let now = 100;
  const change = (source: number, level: number): SourceChange<string> => ({
    source: String(source),
    take: (): Affected<string> => {
      levels.set(source, level);
      return { cause: `source ${source}`, keys: bySource.of(source), has: (of) => items.get(of)?.source === source, settled: () => undefined };
    },
  });
  const write = (of: number, next: Item | null) => {
    values.evaluations.evaluateNow(of, now);
    if (next === null) {
      items.delete(of);
      bySource.delete(of);
    } else {
      items.set(of, next);
      bySource.set(of, next.source);
    }
    values.evaluate(of, now, "write");
  };
  for (const step of steps) {
    run(all, now, step);
    if (step.kind === "write") write(step.key, { ...step.item, writtenAt: now });
    else if (step.kind === "remove") write(step.key, null);
    else if (step.kind === "source") values.evaluations.change(change(step.source, step.level), now);
    else if (step.kind === "wait") now += step.ms;
  }
  run(all, now, null);
  return { ...all, now };
}

/** Lets whatever waits be evaluated in slices, and only at the end all of it. */
function inSlices({ values, heavy }: Layers, now: number, step: Step | null): void {
  const most = step === null ? undefined : atMost(step.kind === "slice" ? step.values : 1);
  if (step !== null && step.kind !== "slice") return;
  values.evaluations.run(now, most);
  heavy.evaluations.run(now, most);
}

describe("whatever changes, however late and in whatever slices it is evaluated", () => {
  it("every value, sum and value of sums is in the end that of a full recount", () => {
    fc.assert(
      fc.property(arbitrarySteps, (steps) => {
        const { items, values, heavy, sums, derivedOf, now } = played(steps, inSlices);
        for (let of = 0; of <= 7; of++) {
          const one = items.get(of);
          expect(values.get(of)).toEqual(one === undefined ? null : derivedOf(one, now));
        }
        expect(values.size).toBe(items.size);
        for (const [group, { score, aged }] of sums.entries()) {
          const own = [...items.values()].filter((one) => one.group === group).map((one) => derivedOf(one, now));
          expect([score, aged]).toEqual([own.reduce((sum, one) => sum + one.score, 0), own.reduce((sum, one) => sum + one.age, 0)]);
          expect(heavy.get(group) ?? false).toBe(score > 9);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("a reader who lets what fell due be evaluated first finds nothing that time has made another", () => {
    fc.assert(
      fc.property(arbitrarySteps, (steps) => {
        played(steps, (all, now, step) => {
          inSlices(all, now, step);
          const { values, items } = all;
          const aged = () => [...items.values()].reduce((sum, one) => sum + all.derivedOf(one, now).age, 0);
          while (!values.evaluations.catchUp(now, atMost(1)));
          expect(all.sums.reduce((sum, one) => sum + one.aged, 0)).toBe(aged());
        });
      }),
      { numRuns: 300 },
    );
  });

  it("each key is told the same story: from what to what, when and why", () => {
    fc.assert(
      fc.property(arbitrarySteps, (steps) => {
        const early = played(steps, ({ values }, now) => void values.evaluations.run(now));
        // What a source was before it changed is over with: a source that changes while another is walked over counts later.
        const late = played(steps, (all, now, step) => {
          if (step === null || step.kind === "source") all.values.evaluations.run(now);
          else inSlices(all, now, step);
        });
        for (let of = 0; of <= 7; of++) expect(late.told.filter(({ key: whose }) => whose === of)).toEqual(early.told.filter(({ key: whose }) => whose === of));
        for (const { before, at } of late.told.filter(({ cause }) => cause === "due")) expect(at).toBe(before?.due);
      }),
      { numRuns: 500 },
    );
  });
});

describe("what waits", () => {
  it("of time is evaluated by the source as it was when it fell due, though that is another one by now", () => {
    const step = { key: 0, item: { group: 0, source: 0, weight: 2, lifetime: 3 } };
    const steps: Step[] = [
      { kind: "write", ...step },
      { kind: "wait", ms: 4 },
      { kind: "source", source: 0, level: 3 },
      { kind: "wait", ms: 1 },
    ];
    const { told } = played(steps, inSlices);
    expect(told.map(({ after, at, cause }) => [after?.score, after?.age, at, cause])).toEqual([
      [2, 0, 100, "write"],
      [2, 1, 103, "due"],
      [6, 1, 105, "source 0"],
    ]);
  });

  it("is evaluated once, however often it was affected", () => {
    const { heavy } = layers();
    let evaluated = 0;
    const counting = new DerivedValues<number, string>({ evaluate: () => ({ value: ++evaluated, due: null }), isSame: () => false }, "due");
    for (const at of [1, 2, 3]) counting.evaluations.affect(0, at, "change");
    expect(counting.evaluations.next).toBe(0);
    expect(counting.evaluations.run(3)).toBe(true);
    expect([evaluated, counting.evaluations.next, heavy.evaluations.next]).toEqual([1, null, null]);
  });

  it("of a source gives way to a newer change of it, and tells when it is settled", () => {
    const heard: string[] = [];
    const numbers = new DerivedValues<number, string>({ evaluate: (value) => ({ value, due: null }), isSame: () => true }, "due");
    const change = (source: string, name: string): SourceChange<string> => ({
      source,
      take: () => ({ cause: name, keys: [1, 2], has: (of) => of < 3, settled: () => heard.push(name) }),
    });
    for (const name of ["first", "second", "third"]) numbers.evaluations.change(change("a", name), 1);
    expect(numbers.evaluations.run(1, atMost(2))).toBe(false);
    expect(heard).toEqual([]);
    expect(numbers.evaluations.run(1)).toBe(true);
    expect(heard).toEqual(["first", "third"]);
  });
});

it("what rests on a total is evaluated when it is read, once for each version and question", () => {
  const read = new ReadValues<Total, string, number>();
  const total: Total = { version: 1 };
  let evaluated = 0;
  const ask = (question: string) => read.of(total, question, () => ++evaluated);
  expect([ask("a"), ask("a"), ask("b")]).toEqual([1, 1, 2]);
  total.version++;
  expect([ask("b"), ask("b")]).toEqual([3, 3]);
});
