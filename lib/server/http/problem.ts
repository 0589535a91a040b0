import type { Problem, ProblemCode } from "@/lib/contract/answers/answers";
import type { FieldError } from "@/lib/domain/edit/field-errors";
import { truncateTextWithEllipsis } from "@/lib/domain/object/clean-text";
import { systemClock } from "@/lib/server/clock";
import { CountedLines } from "@/lib/server/counted-lines";
import { log, thrownFields } from "@/lib/server/log";
import { processWide } from "@/lib/server/process-wide";
import { REQUEST_HEADER } from "./inbound-headers";

const BRAND = Symbol.for("stolos.refusal");

/** The cause of the error, the seconds until a retry makes sense, and the facts that the texts are made of. */
interface RefusalOptions extends ErrorOptions {
  readonly retryAfterSeconds?: number;
  readonly causes?: readonly FieldError[];
  readonly code?: ProblemCode;
  /** Rights that the viewer lacks, each as "VERB RESOURCE". The code is then "no-right". */
  readonly missingRights?: readonly string[];
  /** True if a limit of the server was reached, which the log has. The default is true for the status 429. */
  readonly isLimit?: boolean;
}

/** A refusal that a reader may see: status, what, exactly what, and (for bad input) the field of the request, and those of the document in it. */
export class Refusal extends Error {
  readonly [BRAND] = true;
  readonly retryAfterSeconds: number | undefined;
  readonly causes: readonly FieldError[];
  readonly code: ProblemCode | undefined;
  readonly missingRights: readonly string[];
  readonly isLimit: boolean;

  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 502 | 503,
    readonly title: string,
    readonly detail: string,
    readonly field?: string,
    options?: RefusalOptions,
  ) {
    super(detail, options);
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.causes = options?.causes ?? [];
    this.missingRights = options?.missingRights ?? [];
    this.isLimit = options?.isLimit ?? status === 429;
    this.code = options?.code ?? (this.missingRights.length > 0 ? "no-right" : undefined);
  }

  /** A module exists several times in a Next process: what another one's class refused is a refusal too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}

/**
 * Returns the answer of a refusal as `application/problem+json`. Anything else that was thrown is a fault: it is written to the log, and the answer has only the
 * `requestId` with which it is found there.
 */
export function problemAnswer(thrown: unknown, { headers: asked }: { readonly headers: Pick<Headers, "get"> }): Response {
  const id = asked.get(REQUEST_HEADER);
  const requestId = id === null ? {} : { requestId: id };
  if (thrown instanceof Refusal) {
    const { status, title, detail, field, retryAfterSeconds } = thrown;
    if (thrown.isLimit) limitLines().add(title, { status, limit: title, detail, ...(id !== null && { request: id }) });
    const headers = {
      ...(retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }),
      ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
    };
    return answer({ title, status, detail, ...(field === undefined ? {} : { field }), ...factsOf(thrown), ...requestId }, headers);
  }
  log("error", "a request failed", { ...(id !== null && { request: id }), ...thrownFields(thrown) });
  return answer({ ...failedProblem(id), ...requestId });
}

interface LimitLine {
  readonly status: number;
  readonly limit: string;
  readonly detail: string;
  readonly request?: string;
}

const lines = processWide<CountedLines<LimitLine>>("stolos.limit-lines");

/** Each limit gets at most one line of the log a minute, with the number of refused requests. */
function limitLines(): CountedLines<LimitLine> {
  const known =
    lines.get() ?? new CountedLines<LimitLine>(systemClock(), (line, count) => log("warn", "a limit was reached", { ...line, ...(count > 1 && { count }) }));
  lines.set(known);
  return known;
}

/** The problem of a request that failed by a fault of the server. `requestId`: its id in the log; null = it has none. */
export function failedProblem(requestId: string | null): Pick<Problem, "title" | "detail"> & { readonly status: 500 } {
  const where = requestId === null ? "" : ` under the request ${requestId}`;
  return { title: "Something went wrong here", status: 500, detail: `The server's log says what${where}.` };
}

/** The most causes of one answer: what is wrong in fifty places is not mended one by one. */
const MOST_CAUSES = 50;

function factsOf({ causes, code, missingRights }: Refusal): Pick<Problem, "causes" | "code" | "missingRights"> {
  return {
    ...(causes.length === 0 ? {} : { causes: causes.slice(0, MOST_CAUSES).map(clipped) }),
    ...(code === undefined ? {} : { code }),
    ...(missingRights.length === 0 ? {} : { missingRights: [...missingRights] }),
  };
}

function clipped({ field, message, code }: FieldError): FieldError {
  return { field: truncateTextWithEllipsis(field, 400), message: truncateTextWithEllipsis(message, 1_000), ...(code !== undefined && { code }) };
}

function answer(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(problem, { status: problem.status, headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers } });
}
