import type { Problem } from "@/lib/contract/answers";
import { log, thrownFields } from "@/lib/server/log";

const BRAND = Symbol.for("stolos.refusal");

/** A refusal that a reader may see: status, what, exactly what, and (for bad input) the field. */
export class Refusal extends Error {
  readonly [BRAND] = true;

  constructor(
    readonly status: 400 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 502 | 503,
    readonly title: string,
    readonly detail: string,
    readonly field?: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }

  /** A module exists several times in a Next process: what another one's class refused is a refusal too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}

/** The answer of a refusal. Anything else that was thrown says nothing to the reader and everything to the log. */
export function problemAnswer(thrown: unknown): Response {
  if (thrown instanceof Refusal) {
    const { status, title, detail, field } = thrown;
    return answer({ title, status, detail, ...(field === undefined ? {} : { field }) });
  }
  log("error", "a request failed", thrownFields(thrown));
  return answer({ title: "Something went wrong here", status: 500, detail: "The server's log says what." });
}

function answer(problem: Problem): Response {
  return Response.json(problem, { status: problem.status, headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store" } });
}
