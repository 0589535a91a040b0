import { formatFieldPath } from "@/lib/domain/edit/field-changes";
import { localTargets } from "@/lib/domain/platform-policy/local-targets";
import { asText, fieldValue } from "@/lib/domain/preview/values";
import { localTargetWords } from "@/lib/format/local-target-words";
import type { Config } from "@/lib/server/config";
import { Refusal } from "@/lib/server/http/problem";
import type { Command } from "./command";

interface Written {
  readonly command: Pick<Command, "ruled" | "verb">;
  readonly localAddresses: Config["localAddresses"];
}

/**
 * Refuses an object that would send callers to themselves or to a cloud's metadata service, unless whoever runs this server allows that. What the
 * object has already stays. `stored`: reads it; asked only where something would be refused.
 */
export async function keepAddresses({ command, localAddresses }: Written, body: unknown, stored: () => Promise<unknown>): Promise<void> {
  if (command.ruled !== "object" || localAddresses === "allowed") return;
  const kind = asText(fieldValue(body, "kind"));
  const targets = localTargets(kind, body);
  if (targets.length === 0) return;
  const had = new Set(command.verb === "create" ? [] : localTargets(kind, await stored()).map(({ address }) => address));
  const added = targets.filter(({ address }) => !had.has(address));
  if (added.length === 0) return;
  const said = added.map((target) => `${formatFieldPath(target.path)}: ${localTargetWords(target)}`);
  throw new Refusal(422, "An address that callers must not be sent to", said.join(" "), "text", { code: "local-address" });
}
