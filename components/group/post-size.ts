import { Problem } from "@/lib/contract/answers";
import { type SetSize, SizeAccepted } from "@/lib/contract/expected-size";

/** What came of a change: taken, or refused with the way out in words. */
export type SizeOutcome = { readonly kind: "accepted" } | { readonly kind: "refused"; readonly problem: string };

/** Sends a change of the expected size. Never throws: every failure has its words. */
export async function postSize(path: string, change: SetSize): Promise<SizeOutcome> {
  try {
    const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(change) });
    const body: unknown = await response.json();
    if (response.ok && SizeAccepted.safeParse(body).success) return { kind: "accepted" };
    const problem = Problem.safeParse(body);
    return { kind: "refused", problem: problem.success ? problem.data.detail || problem.data.title : `The server answered ${response.status}.` };
  } catch (error) {
    return { kind: "refused", problem: `The server cannot be reached${error instanceof Error ? `: ${error.message}` : ""}. Nothing is known to have changed.` };
  }
}
