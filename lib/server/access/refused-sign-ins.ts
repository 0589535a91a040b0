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

/** Audits refused sign-ins. Anyone can cause them, so each address gets at most one line a minute, with a count. */
export class RefusedSignIns {
  readonly #lines: CountedLines<SignInLine>;

  constructor({ history, clock }: Parts) {
    this.#lines = new CountedLines(clock, (line, count) => auditSignIn(history, { ...line, count }));
  }

  /** Runs a step of a sign-in, and audits its refusal. */
  async audited<T>(line: Begun, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      const outcome = thrown instanceof Refusal ? refusedBy(thrown) : { result: "failed" };
      this.#lines.add(countedNetwork(line.origin.address), { ...line, ...outcome });
      throw thrown;
    }
  }

  /** Writes the counted lines before the process ends. */
  end(): void {
    this.#lines.end();
  }
}
