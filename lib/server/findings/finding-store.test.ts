import { expect, it } from "vitest";
import { RULES } from "@/lib/domain/findings/rules";
import type { AnyRule, Finding, SubjectFindings } from "./finding";
import { FindingStore } from "./finding-store";

const [first, second] = RULES as readonly AnyRule[];
const objects = [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }];

function found(...rules: readonly (AnyRule | undefined)[]): SubjectFindings {
  const findings = rules.flatMap((rule): Finding[] => {
    const subject = { kind: "entry", cluster: "prod-eu", namespace: "shop", key: "uid-1" } as const;
    return rule === undefined ? [] : [{ id: rule.code, rule, subject, mute: null, detected: { objects, evidence: {} } }];
  });
  return { findings, untold: [] };
}

it("forgets a finding by its name, also where the same was found once more meanwhile", () => {
  const store = new FindingStore();
  store.turn(null, found(first, second), 0);
  // What was asked again and is the same is not told: the next turn is from an equal value.
  store.turn(found(first, second), found(first), 1);
  const codes = (all: Iterable<Finding>) => Array.from(all, ({ rule }) => rule.code);
  expect(codes(store.all())).toEqual([first?.code]);
  expect(codes(store.about("prod-eu", "WorkloadEntry", "shop", "vm-1"))).toEqual([first?.code]);
  expect([first, second].map((rule) => (rule === undefined ? -1 : store.countOf(rule)))).toEqual([1, 0]);
  store.turn(found(first), null, 2);
  expect([store.size, codes(store.about("prod-eu", "WorkloadEntry", "shop", "vm-1"))]).toEqual([0, []]);
});
