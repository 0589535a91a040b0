import { expect, it } from "vitest";
import type { PlatformPolicyAnswer } from "@/lib/contract/answers/platform-policy";
import type { LabelSet } from "@/lib/domain/object/label-set";
import { readPlatformPolicies } from "@/lib/domain/platform-policy/read-policies";
import { Refusal } from "@/lib/server/http/problem";
import { keepMachineRails } from "./keep-machine-rails";

const read = readPlatformPolicies({ requiredLabels: [{ key: "cost-center", values: ["100", "200"] }] });
if (!("rails" in read)) throw new Error("The rules of this test cannot be read.");
const KNOWN: PlatformPolicyAnswer = { kind: "known", place: "ConfigMap a/b", rails: read.rails };
const UNKNOWN: PlatformPolicyAnswer = { kind: "unknown", place: "ConfigMap a/b", problem: "ConfigMap a/b is not there." };

/** What came of it: "" = nothing stood against it, else status and field. */
async function kept(answer: PlatformPolicyAnswer, ...machines: readonly LabelSet[]): Promise<string> {
  const given = machines.map((labels) => ({ labels }));
  const refusal = await keepMachineRails(async () => answer, "eu", given).catch((thrown: unknown) => thrown);
  if (refusal === undefined) return "";
  if (!(refusal instanceof Refusal)) throw refusal;
  return `${refusal.status} ${refusal.field ?? ""}`.trim();
}

it.each<[claim: string, answer: PlatformPolicyAnswer, machines: readonly LabelSet[], outcome: string]>([
  ["are taken where no rule is about them", KNOWN, [[["rack", "7"]]], ""],
  ["are taken where their value is allowed", KNOWN, [[["cost-center", "200"]]], ""],
  ["are refused at the machine whose value is not", KNOWN, [[["cost-center", "200"]], [["cost-center", "999"]]], "422 machines.1.labels"],
  ["are refused while nobody knows the rules", UNKNOWN, [[["rack", "7"]]], "503"],
  ["are nothing that a rule is about where there are none", UNKNOWN, [[], []], ""],
  ["are taken where there are no rules", { kind: "none" }, [[["cost-center", "999"]]], ""],
])("labels of a machine's own %s", async (_claim, answer, machines, outcome) => {
  expect(await kept(answer, ...machines)).toBe(outcome);
});
