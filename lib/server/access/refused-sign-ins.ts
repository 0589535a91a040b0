import type { Clock } from "@/lib/server/clock";
import { CountedLines } from "@/lib/server/counted-lines";
import { countedNetwork } from "@/lib/server/http/ip-address";
import { Refusal } from "@/lib/server/http/problem";
import { auditSignIn, type KeepsAudit, refusedBy, type SignInLine } from "./audit-sign-in";

type Begun = Omit<SignInLine, "result" | "why" | "count">;

interface Parts {
  readonly history: KeepsAudit;
  readonly clock: Pick<Clock, "setTimer">;
}

/** The audit of sign-ins that were refused, which anybody can cause: of one address no more than a line a minute, with a count. */
export class RefusedSignIns {
  readonly #lines: CountedLines<SignInLine>;

  constructor({ history, clock }: Parts) {
    this.#lines = new CountedLines(clock, (line, count) => auditSignIn(history, { ...line, count }));
  }

  /** Does a step of signing in; where it is refused, the audit has that. */
  async audited<T>(line: Begun, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      const outcome = thrown instanceof Refusal ? refusedBy(thrown) : { result: "failed" };
      this.#lines.add(countedNetwork(line.origin.address), { ...line, ...outcome });
      throw thrown;
    }
  }

  /** Writes what was counted: the process ends. */
  end(): void {
    this.#lines.end();
  }
}
