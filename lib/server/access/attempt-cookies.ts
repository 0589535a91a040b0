import { createHash, randomBytes } from "node:crypto";
import { clippedText } from "@/lib/domain/clean-text";
import { type CookieStyle, cookieName, cookiesIn, setCookie } from "./cookie-text";
import type { Begun } from "./oidc-provider";
import { sealing } from "./sealing";

/** A sign-in that a browser has begun at the provider, and the address that it leads back to. */
export interface BegunAttempt extends Begun {
  readonly from: string;
  readonly at: number;
}

/** The refusal of the last attempt, for the next page; or the end of the session that the browser had, for every answer until the next sign-in. */
interface KeptReason {
  readonly kind: "refused" | "ended";
  readonly problem: string;
  readonly at: number;
}

type Kept = ({ readonly kind: "begun" } & BegunAttempt) | KeptReason;

/** The attempts of a browser to sign in, each in a cookie of its own that is named by the attempt's `state`, and the reason why the last one failed. */
export interface AttemptCookies {
  /** The values of `Set-Cookie` that keep one more attempt, and take the reason and the oldest attempts away. */
  begin(header: string | null, attempt: BegunAttempt): readonly string[];
  /** The attempt with this `state`; null where this browser has begun none, or too long ago. */
  begun(header: string | null, state: string | null): BegunAttempt | null;
  isBegun(header: string | null): boolean;
  /** The values of `Set-Cookie` that take one attempt and the reason away. */
  forget(state: string): readonly string[];
  /** The value of `Set-Cookie` that keeps a reason. */
  keepReason(kind: KeptReason["kind"], problem: string): string;
  /** The reason, of either kind; null = there is none, or it is too old. */
  reasonOf(header: string | null): string | null;
  /** The reason why the session that the browser had is over; null = it is not, or that is not known. */
  endOf(header: string | null): string | null;
}

const NAME = "stolos-attempt";
/** The end of a session is shown for as long as one may last. */
const SECONDS = { begun: 600, refused: 60, ended: 12 * 3_600 } as const;
const MOST_ATTEMPTS = 5;
/** Node takes headers of 16 KiB in all, and a session may need 12 of these. Characters of all attempts together. */
const MOST_CHARACTERS = 6_000;
/** A browser drops a cookie above 4,096 bytes without a word: these fit after the encryption, also in a language of three bytes a letter. Characters. */
const LONGEST_PROBLEM = 700;

interface Found {
  readonly name: string;
  readonly size: number;
  readonly attempt: BegunAttempt;
}

/** `secret`: as for sessions. `now` in milliseconds. Unlike a session these come along from the provider's page (`Lax`). */
export function attemptCookies(secret: Buffer | null, now: () => number, style: CookieStyle): AttemptCookies {
  const { seal, unseal } = sealing(secret ?? randomBytes(32), "stolos attempt 1");
  const keep = (name: string, kept: Kept) => setCookie(name, seal(JSON.stringify(kept)), style, { sameSite: "Lax", seconds: SECONDS[kept.kind] });
  const take = (name: string) => setCookie(name, "", style, { sameSite: "Lax" });
  const read = (sealed: string | undefined): Kept | null => {
    const text = unseal(sealed ?? "");
    // Sealed here: it has this shape.
    const kept: Kept | null = text === null ? null : JSON.parse(text);
    return kept !== null && now() - kept.at < SECONDS[kept.kind] * 1_000 ? kept : null;
  };
  const reason = (header: string | null) => {
    const kept = read(cookiesIn(header).get(cookieName(NAME, style)));
    return kept === null || kept.kind === "begun" ? null : kept;
  };
  /** All attempts, the newest first: browsers send the cookie that is older first. The version before kept its only one under the name of the reason. */
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
    keepReason: (kind, problem) => keep(NAME, { kind, problem: clippedText(problem, LONGEST_PROBLEM), at: now() }),
    reasonOf: (header) => reason(header)?.problem ?? null,
    endOf: (header) => {
      const kept = reason(header);
      return kept?.kind === "ended" ? kept.problem : null;
    },
  };
}

/** A `state` is no secret once it was used, but nothing has to repeat it. */
function nameOf(state: string): string {
  return `${NAME}-${createHash("sha256").update(state).digest("base64url").slice(0, 12)}`;
}

/** The attempts that give way to a new one of so many characters. */
function tooMany(found: readonly Found[], characters: number): readonly Found[] {
  let [count, left] = [1, MOST_CHARACTERS - characters];
  return found.filter(({ size }) => {
    left -= size;
    return ++count > MOST_ATTEMPTS || left < 0;
  });
}
