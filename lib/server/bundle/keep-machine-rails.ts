import type { LabelSet } from "@/lib/domain/object/label-set";
import { brokenMachineLabelRules } from "@/lib/domain/platform-policy/broken-rules";
import { brokenRuleWords } from "@/lib/format/guard-rails-words";
import type { ReadRails } from "@/lib/server/guard-rails/read-rails";
import { Refusal } from "@/lib/server/http/problem";

/** Refuses labels of machines' own that break a rule of the platform team, and any such label while nobody knows what the rules are. */
export async function keepMachineRails(readRails: ReadRails, cluster: string, machines: readonly { readonly labels: LabelSet }[]): Promise<void> {
  if (machines.every(({ labels }) => labels.length === 0)) return;
  const answer = await readRails(cluster);
  if (answer.kind === "none") return;
  if (answer.kind === "unknown") throw new Refusal(503, "Rules not known", answer.problem);
  for (const [index, { labels }] of machines.entries()) {
    const broken = brokenMachineLabelRules(answer.rails, labels);
    if (broken.length > 0) throw new Refusal(422, "Against a rule of the platform team", broken.map(brokenRuleWords).join(" "), `machines.${index}.labels`);
  }
}
