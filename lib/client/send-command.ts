import { Problem, type ProblemCode } from "@/lib/contract/answers/answers";
import { CommandAccepted, type CommandInput, type CommandObjectReference, type CommandRequest, type ObjectCommandName } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import type { FieldError } from "@/lib/domain/edit/field-errors";
import { answerLostWords, trialLostWords } from "@/lib/format/command-words";
import { heardStatus } from "./signed-out";

/**
 * What came of a command: taken, or refused (or not known to be done) with the way out in words. `status`: that of the refusal, null = no answer
 * came that can be read. `causes`: which fields of the text that was sent are refused, where the server says so.
 */
export type CommandOutcome =
  | { readonly kind: "accepted"; readonly warnings: readonly string[]; readonly resourceVersion: string }
  | ({ readonly kind: "refused"; readonly problem: string; readonly status: number | null; readonly causes?: readonly FieldError[] } & RefusalFacts);

/** The kind of refusal, and the rights that the viewer lacks, each as "VERB RESOURCE". */
export interface RefusalFacts {
  readonly code?: ProblemCode | undefined;
  readonly missingRights?: readonly string[] | undefined;
}

/** A command for one object, with what was typed and the version of the object that the person saw. */
export interface CommandSent<Name extends ObjectCommandName> {
  readonly name: Name;
  readonly address: CommandObjectReference;
  readonly resourceVersion: string;
  readonly input: CommandInput<Name>;
  /** The API server tries it, and does not make it. */
  readonly dryRun?: boolean;
}

/** Sends a command. Never throws: every failure has its words, and an answer that got lost is told as such. */
export async function sendCommand<Name extends ObjectCommandName>({
  name,
  address,
  resourceVersion,
  input,
  dryRun = false,
}: CommandSent<Name>): Promise<CommandOutcome> {
  const lostWords = dryRun ? trialLostWords : answerLostWords;
  const request: CommandRequest = { dryRun, resourceVersion, input };
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(apiPaths.command(name, address), { method: "POST", headers, body: JSON.stringify(request) });
    heardStatus(response.status);
    const body: unknown = await response.json();
    const accepted = CommandAccepted.safeParse(body);
    if (response.ok && accepted.success) {
      const { warnings = [], resourceVersion } = accepted.data;
      return { kind: "accepted", warnings, resourceVersion };
    }
    const problem = Problem.safeParse(body);
    if (!problem.success) return { kind: "refused", problem: lostWords({ status: response.status }), status: null };
    const { detail, title, status, causes = [], code, missingRights } = problem.data;
    return { kind: "refused", problem: detail || title, status, causes, ...(code !== undefined && { code }), ...(missingRights && { missingRights }) };
  } catch (error) {
    return { kind: "refused", problem: lostWords({ reason: error instanceof Error ? error.message : "" }), status: null };
  }
}
