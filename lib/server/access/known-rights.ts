import type { NamespaceScope, WatchedKind } from "@/lib/domain/source/scope";
import type { Clock } from "@/lib/server/clock";
import type { KubeClient } from "@/lib/server/kube/client";
import type { KubeError } from "@/lib/server/kube/kube-error";
import { reviewRules } from "@/lib/server/kube/review-rules";
import { askEverywhere } from "./ask-everywhere";
import { askPlaces } from "./ask-places";
import { CredentialsOwner, type CredentialsOwnerParts } from "./credentials-owner";
import type { Everywhere } from "./everywhere";
import { isShown, type PlaceQuestion, type PlaceRights } from "./place-rights";
import type { Look, ReviewQueue } from "./review-queue";
import { kindsToAsk, placesToAsk, type ScopeQuestion } from "./review-scope";
import type { ReviewTimes } from "./review-times";
import type { Told } from "./told";

type Client = Pick<KubeClient, "post">;

export interface KnownRightsParts extends CredentialsOwnerParts {
  readonly client: Client;
  /** The line of this API server. */
  readonly queue: ReviewQueue;
  readonly times: ReviewTimes;
  readonly clock: Pick<Clock, "monotonic">;
  /** What is asked now; null = what the server's own account may read is not known yet. */
  question(): ScopeQuestion | null;
}

/** Each renewal also checks for rights that were lost this recently, so that a recreated binding works soon. Milliseconds. */
const RECENTLY_MS = 10 * 60_000;

/** What one look is for, and how far it goes. */
interface Extent {
  readonly question: ScopeQuestion;
  /** The namespaces that are asked about. */
  readonly due: readonly string[];
  /** When it began, by the monotonic clock: what it finds held then. */
  readonly startedAt: number;
  /** What is not shown is not asked about again, where the rules do not tell a change. */
  readonly onlyShown: boolean;
  /** What may be read everywhere is asked in full, whatever the rules say. */
  readonly isWholeDue: boolean;
}

const NOT_KNOWN_YET: KubeError = { kind: "unreachable", message: "What the server's own account may read is not known yet." };

/**
 * What one viewer's credentials may see of one cluster, as access reviews said. They are all asked once, and again where the list of the viewer's
 * rules says that something has changed: one question for each namespace of which something is seen, however many kinds that is. Where the list cannot say
 * so, what is seen is asked about each time: the beat of every open page counts the objects of all of it, so that no kind in sight is without use.
 * No list of rules shows anything to anybody: whatever is seen was allowed by an access review, in that namespace or everywhere. What was found of
 * the very same user by other credentials counts for these too, once the cluster has said whom they stand for.
 */
export class KnownRights {
  readonly #owner: CredentialsOwner;
  #everywhere: Everywhere | null = null;
  readonly #places = new Map<string, PlaceRights>();
  #renewedAt = Number.NEGATIVE_INFINITY;
  #renewalBeganAt = Number.NEGATIVE_INFINITY;
  #isLookingForMore = false;
  /** The time of the last lost right in each namespace, by the monotonic clock. */
  readonly #lostAt = new Map<string, number>();
  #everywhereLostAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: KnownRightsParts) {
    this.#owner = new CredentialsOwner(parts, () => this.#forget());
  }

  /** Asks whether what may be seen still may, and, the first time or after a long while, what else may. Never rejects. */
  async renew(): Promise<Told> {
    const question = this.parts.question();
    if (question === null) return { kind: "failed", error: NOT_KNOWN_YET };
    const { clock, times } = this.parts;
    const now = clock.monotonic();
    const isNew = this.#everywhere === null;
    const look: Look = { neededBy: isNew ? now + times.mostAgeMs : this.#renewedAt + times.mostAgeMs, kind: isNew ? "first" : "renewal", failed: null };
    if (isNew) await this.#takeFound(question, look);
    const isTaken = isNew && this.#everywhere !== null;
    if (isTaken && clock.monotonic() - this.#renewedAt < times.renewMs)
      return this.#owner.rejected(null) ?? { ...this.#told(question), askedAt: this.#renewedAt };
    const isFirst = this.#everywhere === null;
    const places = placesToAsk(question);
    // Whoever comes back after a while: nobody has looked for new rights meanwhile. Where it was tried in vain, what is shown is renewed first.
    const isWhole = isFirst || now - this.#renewalBeganAt >= times.moreMs;
    const due = isWhole ? [...places.keys()] : this.#seen(places, question);
    this.#renewalBeganAt = now;
    const error = await this.#look(look, { question, due, startedAt: now, onlyShown: !isWhole, isWholeDue: false });
    const rejected = this.#owner.rejected(error);
    if (rejected !== null) return rejected;
    if (error !== null) return { kind: "failed", error };
    this.#renewedAt = look.beganAt ?? now;
    this.#keepFound();
    return { ...this.#told(question), askedAt: this.#renewedAt };
  }

  /** Checks namespaces without any right, with a recent loss, or not checked yet. Null when there is nothing to check, or the check failed. Never rejects. */
  async lookForMore(): Promise<Told | null> {
    const question = this.parts.question();
    if (question === null || this.#isLookingForMore) return null;
    const { clock, times } = this.parts;
    const now = clock.monotonic();
    const dueAt = now - times.moreMs + times.renewMs;
    const places = placesToAsk(question);
    const isRecent = (lostAt = Number.NEGATIVE_INFINITY) => now - lostAt < RECENTLY_MS;
    const isDue = (name: string) => isRecent(this.#lostAt.get(name)) || (this.#places.get(name)?.heldAt ?? Number.NEGATIVE_INFINITY) <= dueAt;
    const due = [...places.keys()].filter(isDue);
    const isWholeDue = isRecent(this.#everywhereLostAt) || (this.#everywhere?.heldAt ?? now) <= dueAt;
    if (due.length === 0 && !isWholeDue) return null;
    this.#isLookingForMore = true;
    const error = await this.#look(
      { neededBy: now + times.moreMs, kind: "more", failed: null },
      { question, due, startedAt: now, onlyShown: false, isWholeDue },
    );
    this.#isLookingForMore = false;
    // Whoever renews the decisions next hears of it.
    if (error !== null) return null;
    this.#keepFound();
    return this.#told(question);
  }

  /** Takes what was found of the same user by other credentials, as old as it is; nothing where nobody has asked about all of this. */
  async #takeFound(question: ScopeQuestion, look: Look): Promise<void> {
    await this.#owner.ask(this.parts.queue.client(this.parts.client, look), false);
    const { found } = this.#owner;
    if (found === null || !kindsToAsk(question).every((kind) => found.everywhere.asked.has(kind))) return;
    [this.#everywhere, this.#renewedAt, this.#renewalBeganAt] = [found.everywhere, found.renewedAt, found.renewalBeganAt];
    for (const [name, place] of found.places) this.#places.set(name, place);
  }

  #keepFound(): void {
    if (this.#everywhere === null) return;
    this.#owner.keep({ everywhere: this.#everywhere, places: this.#places, renewedAt: this.#renewedAt, renewalBeganAt: this.#renewalBeganAt });
  }

  /** The namespaces of which something is seen, and that of istiod where there is none: the rules of each name those of the whole cluster. */
  #seen(places: ReadonlyMap<string, unknown>, { istioNamespace }: ScopeQuestion): readonly string[] {
    const seen = [...places.keys()].filter((name) => isShown(this.#places.get(name)));
    return seen.length === 0 ? [istioNamespace] : seen;
  }

  async #look(look: Look, { question, due, startedAt, onlyShown, isWholeDue }: Extent): Promise<KubeError | null> {
    const client = this.parts.queue.client(this.parts.client, look);
    const places = placesToAsk(question);
    for (const name of [...this.#places.keys()]) if (!places.has(name)) this.#places.delete(name);
    for (const name of [...this.#lostAt.keys()]) if (!places.has(name)) this.#lostAt.delete(name);
    const shown = new Map([...this.#places].map(([name, place]) => [name, place.allowed]));
    await this.#owner.ask(client, look.kind === "more");
    const rules = await this.#readRules(client, places, { due, onlyShown });
    if (look.failed !== null) return look.failed;
    const readAt = this.parts.clock.monotonic();
    const before = this.#everywhere;
    const known = { everywhere: before, places: this.#places };
    const found = await askEverywhere(client, { kinds: kindsToAsk(question), known, rules, startedAt, askedAt: readAt, isWholeDue });
    // A look that began earlier does not overwrite what a later one has found.
    if (found !== null && (this.#everywhere?.askedAt ?? found.askedAt) <= found.askedAt) this.#everywhere = found;
    if (look.failed !== null || this.#everywhere === null) return look.failed;
    // A kind that may be read everywhere no more is asked about in every namespace.
    const lost = before !== null && [...before.allowed].some((kind) => !this.#everywhere?.allowed.has(kind));
    const asked = lost ? [...places.keys()] : due;
    const questions = asked.map((name): [string, PlaceQuestion] => [
      name,
      {
        ...{ kinds: places.get(name) ?? [], rules: rules.get(name) ?? null },
        ...{ everywhere: this.#everywhere?.allowed ?? new Set(), onlyShown: onlyShown && !lost },
      },
    ]);
    await askPlaces(client, questions, { places: this.#places, startedAt, readAt, isOvertaken: () => this.#renewalBeganAt > startedAt });
    this.#noteLosses(shown, lost);
    return look.failed;
  }

  /** `shown`: the kinds allowed in each namespace before. `isLostEverywhere`: the right to read a kind in the whole cluster was lost. */
  #noteLosses(shown: ReadonlyMap<string, ReadonlySet<WatchedKind>>, isLostEverywhere: boolean): void {
    const now = this.parts.clock.monotonic();
    if (isLostEverywhere) this.#everywhereLostAt = now;
    for (const [name, { allowed }] of this.#places) {
      const isKept = (kind: WatchedKind) => allowed.has(kind) || this.#everywhere?.allowed.has(kind) === true;
      if (![...(shown.get(name) ?? [])].every(isKept)) this.#lostAt.set(name, now);
    }
  }

  async #readRules(client: Client, places: ReadonlyMap<string, readonly WatchedKind[]>, { due, onlyShown }: Pick<Extent, "due" | "onlyShown">) {
    const [witness] = due;
    // Rules that told no change in a whole look are read again in the next one.
    const mayTell = (name: string) => !onlyShown || this.#places.get(name)?.rules !== null;
    // One kind costs no more to ask about than its rules; but those of one namespace are needed for the whole cluster.
    const read = due.filter((name) => name === witness || ((places.get(name)?.length ?? 0) > 1 && mayTell(name)));
    const answers = await Promise.all(read.map(async (name) => [name, await reviewRules(client, name)] as const));
    return new Map(answers.flatMap(([name, answer]) => (answer.ok ? [[name, answer.value] as const] : [])));
  }

  #told(question: ScopeQuestion): Extract<Told, { kind: "known" }> {
    const { server } = question;
    const places = [...placesToAsk(question)].sort(([one], [other]) => (one < other ? -1 : 1));
    const found = new Map<WatchedKind, NamespaceScope>();
    for (const [kind, own] of server) {
      const some = places.filter(([name, kinds]) => kinds.includes(kind) && this.#places.get(name)?.allowed.has(kind)).map(([name]) => name);
      const seen = this.#everywhere?.allowed.has(kind) ? own : some;
      if (seen.length > 0) found.set(kind, seen);
    }
    return { kind: "known", name: this.#owner.name, kinds: found };
  }

  #forget(): void {
    this.#everywhere = null;
    this.#places.clear();
    this.#lostAt.clear();
    this.#everywhereLostAt = Number.NEGATIVE_INFINITY;
    this.#renewedAt = Number.NEGATIVE_INFINITY;
  }
}
