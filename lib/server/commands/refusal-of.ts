import { alreadyThereWords, conflictWords, nothingChangedWords, notKnownWhetherDoneWords, objectGoneWords } from "@/lib/format/command-words";
import { Refusal } from "@/lib/server/http/problem";
import type { KubeError } from "@/lib/server/kube/kube-error";
import type { Command } from "./command";

/** Where a command failed: before anything was sent to be changed, at the dry run, or at the change itself. */
export type Step = "before" | "dry-run" | "change";

/** Failures after which the API server may have made the change although its answer did not come. */
const LOST: ReadonlySet<KubeError["kind"]> = new Set(["unreachable", "timed-out", "server-error", "bad-answer", "aborted"]);

/** Why the API server did not do it, with the way out; or that nobody knows whether it did. */
export function refusalOf(error: KubeError, step: Step, { noun, precondition }: Pick<Command, "noun" | "precondition">): Refusal {
  const { kind, message } = error;
  if (step === "change" && LOST.has(kind)) return new Refusal(502, "Not known whether it was done", notKnownWhetherDoneWords({ message }));
  if (kind === "not-found" && step !== "before") return new Refusal(404, "Not there", objectGoneWords({ noun }));
  if (kind === "forbidden") return new Refusal(403, "Not allowed", message);
  if (kind === "invalid" && error.status === 409) return conflict(precondition, noun);
  if (kind === "invalid") return new Refusal(422, "Not accepted", message, undefined, { causes: error.causes ?? [] });
  return new Refusal(502, "The API server gave no answer", nothingChangedWords({ message }));
}

function conflict(precondition: Command["precondition"], noun: string): Refusal {
  if (precondition === "absent") return new Refusal(409, "Already there", alreadyThereWords({ noun }));
  return new Refusal(409, "Changed meanwhile", conflictWords({ noun }));
}
