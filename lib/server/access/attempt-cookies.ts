import { createHash } from "node:crypto";
import { truncateTextWithEllipsis } from "@/lib/domain/object/clean-text";
import { type CookieStyle, cookieName, cookiesIn, setCookie } from "./cookie-text";
import type { Begun } from "./oidc-provider";
import { type SealingKeys, sealing } from "./sealing";

/** A sign-in that a browser has begun at the provider, and the address to open after it. */
interface BegunAttempt extends Begun {
  readonly from: string;
  readonly at: number;
}

/** The refusal of the last attempt, for the next page; or the end of the browser's session, for every answer until the next sign-in. */
interface KeptReason {
  readonly kind: "refused" | "ended";
  readonly problem: string;
  readonly at: number;
}

type Kept = ({ readonly kind: "begun" } & BegunAttempt) | KeptReason;

/** The sign-in attempts of a browser, and the reason why the last one failed. Each attempt has a separate cookie, named by its `state`. */
export interface AttemptCookies {
  /** Returns the `Set-Cookie` values that store one more attempt, and delete the reason and the oldest attempts. */
  begin(header: string | null, attempt: BegunAttempt): readonly string[];
  /** Returns the attempt with this `state`; null when this browser has begun none, or it has expired. */
  begun(header: string | null, state: string | null): BegunAttempt | null;
  isBegun(header: string | null): boolean;
  /** Returns the `Set-Cookie` values that delete one attempt and the reason. */
  forget(state: string): readonly string[];
  /** Returns the `Set-Cookie` value that stores a reason. */
  keepReason(kind: KeptReason["kind"], problem: string): string;
  /** Returns the reason, of either kind; null = there is none, or it has expired. */
  reasonOf(header: string | null): string | null;
  /** Returns the reason why the browser's session ended; null = it has not ended, or the reason is unknown. */
  endOf(header: string | null): string | null;
}

const NAME = "stolos-attempt";
/** The reason for the end of a session stays for the longest lifetime of a session. */
const SECONDS = { begun: 600, refused: 60, ended: 12 * 3_600 } as const;
const MOST_ATTEMPTS = 5;
/** Node accepts headers of 16 KiB in total, and a session may need 12 of these. Characters of all attempts together. */
const MOST_CHARACTERS = 6_000;
/** Browsers silently drop cookies above 4,096 bytes. A reason of this length fits after encryption, even at three bytes per letter. Characters. */
const LONGEST_PROBLEM = 700;

interface Found {
  readonly name: string;
  readonly size: number;
  readonly attempt: BegunAttempt;
}

/**
 * `keys`: as for sessions. `now` in milliseconds. Unlike a session's cookie, these are `Lax`: the browser sends them on the return from the provider's page.
 */
export function attemptCookies(keys: SealingKeys, now: () => number, style: CookieStyle): AttemptCookies {
  const { seal, unseal } = sealing(keys, "stolos attempt 1");
  const keep = (name: string, kept: Kept) => setCookie(name, seal(JSON.stringify(kept)), style, { sameSite: "Lax", seconds: SECONDS[kept.kind] });
  const take = (name: string) => setCookie(name, "", style, { sameSite: "Lax" });
  const read = (sealed: string | undefined): Kept | null => {
    const text = unseal(sealed ?? "");
    // This server sealed the text, so it has this shape.
    const kept: Kept | null = text === null ? null : JSON.parse(text);
    return kept !== null && now() - kept.at < SECONDS[kept.kind] * 1_000 ? kept : null;
  };
  const reason = (header: string | null) => {
    const kept = read(cookiesIn(header).get(cookieName(NAME, style)));
    return kept === null || kept.kind === "begun" ? null : kept;
  };
  /** Returns all attempts, newest first. Browsers send the older cookie first. The version before stored its only attempt under the name of the reason. */
  const all = (header: string | null): readonly Found[] => {
    const own = cookieName(NAME, style);
    const found = [...cookiesIn(header)].filter(([name]) => name === own || name.startsWith(`${own}-`));
    return found
      .flatMap(([name, sealed]) => {
        const kept = read(sealed);
        return kept?.kind === "begun" ? [{ name: `${NAME}${name.slice(own.length)}`, size: name.length + sealed.length, attempt: kept }] : [];
      })
      .reverse()
      .sort((one, other) => other.attempt.at - one.attempt.at);
  };
  return {
    begin: (header, attempt) => {
      const kept = keep(nameOf(attempt.state), { kind: "begun", ...attempt });
      return [kept, ...tooMany(all(header), kept.length).map(({ name }) => take(name)), take(NAME)];
    },
    begun: (header, state) => all(header).find(({ attempt }) => attempt.state === state)?.attempt ?? null,
    isBegun: (header) => all(header).length > 0,
    forget: (state) => [take(nameOf(state)), take(NAME)],
    keepReason: (kind, problem) => keep(NAME, { kind, problem: truncateTextWithEllipsis(problem, LONGEST_PROBLEM), at: now() }),
    reasonOf: (header) => reason(header)?.problem ?? null,
    endOf: (header) => {
      const kept = reason(header);
      return kept?.kind === "ended" ? kept.problem : null;
    },
  };
}

/** The name contains a digest, so that no header repeats the `state`. */
function nameOf(state: string): string {
  return `${NAME}-${createHash("sha256").update(state).digest("base64url").slice(0, 12)}`;
}

/** Returns the attempts to delete before a new one of this many characters. */
function tooMany(found: readonly Found[], characters: number): readonly Found[] {
  let [count, left] = [1, MOST_CHARACTERS - characters];
  return found.filter(({ size }) => {
    left -= size;
    return ++count > MOST_ATTEMPTS || left < 0;
  });
}
