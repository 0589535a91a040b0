import type { FindingRemedy } from "@/lib/domain/findings/rule";
import { shellQuote } from "@/lib/format/shell-quote";

/** What to paste to a terminal, safe whatever the names contain; `context`: the kubeconfig's, "" = the current one. */
export function patchCommand(patch: FindingRemedy, context: string): string {
  const flag = context === "" ? "" : ` --context ${shellQuote(context)}`;
  if ("command" in patch) return patch.command.replace(/^kubectl(?= )/, () => `kubectl${flag}`);
  const object = shellQuote(`${patch.kind.toLowerCase()}/${patch.name}`);
  return `kubectl${flag} -n ${shellQuote(patch.namespace)} patch ${object} --type merge -p ${shellQuote(JSON.stringify(patch.body))}`;
}
