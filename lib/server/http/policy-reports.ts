import { type CspReport, type CspViolation, cspViolationsOf } from "@/lib/contract/answers/csp-report";
import { truncateText } from "@/lib/domain/object/clean-text";
import { log } from "@/lib/server/log";
import { RateLimit, rateOf } from "./rate-limit";

/** Bodies that are read, from everybody together. */
const READ = rateOf(5);
/** Lines of the log, of everything together; and each of one kind: the same page breaks the same rule in every browser that opens it. */
const LINES = { perSecond: 1 / 6, burst: 10 };
const SAME_LINE = { perSecond: 1 / 600, burst: 1 };

const NOT_KNOWN = "not known";
const LONGEST_PATH = 200;
/** What browsers name in the place of an address. */
const WORDS = /^(inline|eval|wasm-eval|self|data|blob|filesystem|about|trusted-types-policy|trusted-types-sink|[a-z]+-extension)$/;

/**
 * What browsers report of pages that broke their Content-Security-Policy: counted, and told by a line of the log now and then. Nothing is kept, and no
 * query, fragment, password or piece of a script is told. Whoever forges reports fills no log: `now` in milliseconds, of a clock that never goes back.
 */
export class PolicyReports {
  readonly #read: RateLimit;
  readonly #lines: RateLimit;
  readonly #sameLine: RateLimit;
  #heard = 0;

  constructor(now: () => number) {
    this.#read = new RateLimit(READ, now);
    this.#lines = new RateLimit(LINES, now);
    this.#sameLine = new RateLimit(SAME_LINE, now);
  }

  /** So many violations were reported since the process began, told or not. */
  get heard(): number {
    return this.#heard;
  }

  /** May one more body be read? Takes it off. */
  hasRoom(): boolean {
    return this.#read.take("") === 0;
  }

  take(report: CspReport): void {
    for (const violation of cspViolationsOf(report)) {
      this.#heard++;
      const told = plain(violation);
      const isNew = this.#sameLine.take(JSON.stringify([told.directive, told.blocked, told.page])) === 0;
      if (isNew && this.#lines.take("") === 0) log("warn", "a browser reports a violation of a page's policy", { ...told, heard: this.#heard });
    }
  }
}

function plain({ page, directive, blocked, file, line }: CspViolation): { readonly [name: string]: string } {
  const path = pathOf(file);
  const at = path !== NOT_KNOWN && line !== null && Number.isSafeInteger(line) && line > 0 ? `:${line}` : "";
  return {
    directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? NOT_KNOWN,
    blocked: WORDS.test(blocked) ? blocked : originOf(blocked),
    page: pathOf(page),
    file: WORDS.test(file) ? file : `${path}${at}`,
  };
}

function pathOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === "http:" || url?.protocol === "https:" ? truncateText(url.pathname, LONGEST_PATH) : NOT_KNOWN;
}

/** Where it leads, and nothing of what it would have carried there. */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null) return NOT_KNOWN;
  return truncateText(url.origin === "null" ? url.protocol : url.origin, LONGEST_PATH);
}
