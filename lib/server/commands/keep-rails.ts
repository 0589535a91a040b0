import { formatFieldPath } from "@/lib/domain/edit/field-changes";
import { type BrokenRule, brokenRules, brokenTokenRules, policyViolationCode } from "@/lib/domain/platform-policy/broken-rules";
import type { PlatformPolicies } from "@/lib/domain/platform-policy/policies";
import { asText, fieldValue } from "@/lib/domain/preview/values";
import { brokenRuleAt, brokenRuleWords } from "@/lib/format/guard-rails-words";
import type { ReadRails } from "@/lib/server/guard-rails/read-rails";
import { Refusal } from "@/lib/server/http/problem";
import type { Command } from "./command";

interface Written {
  readonly command: Pick<Command, "verb" | "ruled">;
  readonly address: { readonly cluster: string; readonly namespace: string };
  readonly readRails: ReadRails;
}

/** Refuses a body that breaks a rule of the platform team, and every body while nobody knows what the rules are. They are read anew for each write. */
export async function keepRails({ command, address: { cluster, namespace }, readRails }: Written, body: unknown): Promise<void> {
  if (command.ruled === "no") return;
  const answer = await readRails(cluster);
  if (answer.kind === "none") return;
  if (answer.kind === "unknown") throw new Refusal(503, "Rules not known", answer.problem, undefined, { code: "policy-unknown" });
  const broken = command.ruled === "token" ? tokenRules(answer.rails, namespace, body) : objectRules(answer.rails, { command, namespace, body });
  if (broken.length === 0) return;
  const title = "Against a rule of the platform team";
  if (command.ruled === "token") throw new Refusal(422, title, broken.map(brokenRuleWords).join(" "), "seconds", { code: "policy-broken" });
  const causes = broken.map((rule) => ({ field: formatFieldPath(rule.path), message: brokenRuleWords(rule), code: policyViolationCode(rule) }));
  throw new Refusal(422, title, broken.map(brokenRuleAt).join(" "), "text", { causes, code: "policy-broken" });
}

function tokenRules(rails: PlatformPolicies, namespace: string, body: unknown): readonly BrokenRule[] {
  return brokenTokenRules(rails, { namespace, seconds: Number(fieldValue(fieldValue(body, "spec"), "expirationSeconds")) });
}

function objectRules(rails: PlatformPolicies, { command, namespace, body }: Pick<Written, "command"> & { namespace: string; body: unknown }) {
  return brokenRules(rails, { kind: asText(fieldValue(body, "kind")), namespace, isNew: command.verb === "create", body });
}
