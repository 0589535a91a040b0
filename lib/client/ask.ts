import type * as z from "zod/mini";
import { Problem } from "@/lib/contract/answers/answers";
import { heardStatus } from "./signed-out";

/** An answer of one of our routes, or the refusal in words; `status` where a server refused. */
export type Asked<T> = { readonly kind: "here"; readonly value: T } | { readonly kind: "refused"; readonly problem: string; readonly status?: number };

/**
 * Asks a route of ours and reads its answer by the schema; `question`: what does not fit into an address, sent as the body of a POST. Never throws; an
 * aborted question is a refusal that nobody reads.
 */
export async function ask<T>(path: string, schema: z.ZodMiniType<T>, signal: AbortSignal, question?: unknown): Promise<Asked<T>> {
  try {
    const response = await fetch(path, { signal, ...(question === undefined ? { headers: ACCEPT } : posted(question)) });
    heardStatus(response.status);
    const body: unknown = await response.json();
    if (!response.ok) {
      const problem = Problem.safeParse(body);
      const words = problem.success ? problem.data.detail || problem.data.title : `The server answered ${response.status}.`;
      return { kind: "refused", problem: words, status: response.status };
    }
    const parsed = schema.safeParse(body);
    return parsed.success ? { kind: "here", value: parsed.data } : { kind: "refused", problem: "The server answered in a form this page cannot read." };
  } catch (error) {
    return { kind: "refused", problem: error instanceof Error ? `The server cannot be reached: ${error.message}` : "The server cannot be reached." };
  }
}

const ACCEPT = { accept: "application/json" } as const;

function posted(question: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json", ...ACCEPT }, body: JSON.stringify(question) };
}
