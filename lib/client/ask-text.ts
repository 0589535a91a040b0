import { Problem } from "@/lib/contract/answers/answers";
import type { Asked } from "./ask";
import { heardStatus } from "./signed-out";

/** Asks a route of ours for a text, such as a file that is to be copied. Never throws. */
export async function askText(path: string): Promise<Asked<string>> {
  try {
    const response = await fetch(path);
    heardStatus(response.status);
    if (response.ok) return { kind: "here", value: await response.text() };
    const body: unknown = await response.json();
    const problem = Problem.safeParse(body);
    return { kind: "refused", problem: problem.success ? problem.data.detail || problem.data.title : `The server answered ${response.status}.` };
  } catch (error) {
    return { kind: "refused", problem: error instanceof Error ? `The server cannot be reached: ${error.message}` : "The server cannot be reached." };
  }
}
