import { isRecord } from "@/lib/sandbox/apiserver/kube-object";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Which uid and which revision of this run stands for a recorded one. Learned from answers, used in requests. */
export class Translation {
  readonly #uids = new Map<string, string>();
  readonly #revisions = new Map<number, number>();
  readonly #texts = new Map<string, string>();

  /** Replaces a placeholder of the recording, such as a token, wherever it stands. */
  define(recorded: string, actual: string): void {
    this.#texts.set(recorded, actual);
  }

  /** Walks a recorded answer and ours side by side and notes what stands for what. */
  learn(recorded: unknown, actual: unknown): void {
    if (Array.isArray(recorded) && Array.isArray(actual)) {
      for (const [index, item] of recorded.entries()) this.learn(item, actual[index]);
    }
    if (!isRecord(recorded) || !isRecord(actual)) return;
    for (const [key, value] of Object.entries(recorded)) {
      const own = actual[key];
      if (key === "resourceVersion" && typeof value === "string" && typeof own === "string") this.#revisions.set(Number(value), Number(own));
      else if (key === "uid" && typeof value === "string" && typeof own === "string" && uuid.test(value)) this.#uids.set(value, own);
      else this.learn(value, own);
    }
  }

  /** An object got a new revision outside the recording. */
  moveRevision(from: number, to: number): void {
    for (const [recorded, own] of this.#revisions) if (own === from) this.#revisions.set(recorded, to);
  }

  /**
   * The revision of this run for a recorded one: the one learned; the present one for one that is newer than all learned; the last
   * learned before it; and for one from the far future as far ahead of now as it was then.
   */
  revision(recorded: number, current: number): number {
    const exact = this.#revisions.get(recorded);
    if (exact !== undefined) return exact;
    const known = [...this.#revisions.keys()];
    const highest = Math.max(0, ...known);
    if (recorded > highest + 50_000) return current + (recorded - highest);
    if (recorded > highest) {
      this.#revisions.set(recorded, current);
      return current;
    }
    const below = known.filter((revision) => revision <= recorded);
    return below.length === 0 ? recorded : (this.#revisions.get(Math.max(...below)) ?? recorded);
  }

  knows(recorded: number): boolean {
    return this.#revisions.has(recorded);
  }

  /** The text of a request with tokens and uids of this run. */
  text(text: string): string {
    let translated = text;
    for (const [recorded, own] of [...this.#texts, ...this.#uids]) translated = translated.replaceAll(recorded, own);
    return translated;
  }

  /** A request's path: its revisions and continue tokens are translated too. */
  path(path: string, current: number): string {
    return this.text(path)
      .replace(/([?&]resourceVersion=)(\d+)/, (_all, head: string, digits: string) => `${head}${digits === "0" ? "0" : this.revision(Number(digits), current)}`)
      .replace(/([?&]continue=)([\w-]+)/, (_all, head: string, token: string) => `${head}${this.#token(token, current)}`);
  }

  body(body: unknown, current: number): unknown {
    if (Array.isArray(body)) return body.map((item) => this.body(item, current));
    if (!isRecord(body)) return typeof body === "string" ? this.text(body) : body;
    return Object.fromEntries(
      Object.entries(body).flatMap(([key, value]): Array<[string, unknown]> => {
        // Of another run, and no client may change it.
        if (key === "deletionTimestamp") return [];
        const isRevision = key === "resourceVersion" && typeof value === "string" && /^\d+$/.test(value);
        return [[key, isRevision ? String(this.revision(Number(value), current)) : this.body(value, current)]];
      }),
    );
  }

  #token(token: string, current: number): string {
    const decoded = decodeToken(token);
    if (decoded === null) return token;
    const revision = decoded.rv < 0 ? -1 : this.revision(decoded.rv, current);
    return Buffer.from(JSON.stringify({ ...decoded, rv: revision })).toString("base64url");
  }
}

/** A continue token, or null for what is none. */
export function decodeToken(token: string): { v: string; rv: number; start: string } | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
    return isRecord(value) && typeof value.rv === "number" && typeof value.start === "string" ? { v: String(value.v), rv: value.rv, start: value.start } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
