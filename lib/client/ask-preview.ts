import { Problem } from "@/lib/contract/answers";
import { apiPaths } from "@/lib/contract/paths";
import { PreviewAnswer, type PreviewRequest } from "@/lib/contract/preview";
import type { Asked } from "./ask";
import { heardStatus } from "./signed-out";

/** Asks what a document would change. Never throws; an aborted question is a refusal that nobody reads. */
export async function askPreview(request: PreviewRequest, signal: AbortSignal): Promise<Asked<PreviewAnswer>> {
  try {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const response = await fetch(apiPaths.preview(), { method: "POST", headers, body: JSON.stringify(request), signal });
    heardStatus(response.status);
    const body: unknown = await response.json();
    if (!response.ok) {
      const problem = Problem.safeParse(body);
      return { kind: "refused", problem: problem.success ? problem.data.detail || problem.data.title : `The server answered ${response.status}.` };
    }
    const parsed = PreviewAnswer.safeParse(body);
    return parsed.success ? { kind: "here", value: parsed.data } : { kind: "refused", problem: "The server answered in a form this page cannot read." };
  } catch (error) {
    return { kind: "refused", problem: error instanceof Error ? `The server cannot be reached: ${error.message}` : "The server cannot be reached." };
  }
}
