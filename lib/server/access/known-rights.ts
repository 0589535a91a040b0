import type { NamespaceScope, WatchedKind } from "@/lib/domain/scope";
import type { Clock } from "@/lib/server/clock";
import type { KubeClient } from "@/lib/server/kube/client";
import type { KubeError } from "@/lib/server/kube/kube-error";
import type { AccessRules } from "@/lib/server/kube/review-rules";
import { reviewRules } from "@/lib/server/kube/review-rules";
import { type ReviewedUser, reviewUser } from "@/lib/server/kube/review-subject";
import { askPlaces } from "./ask-places";
import { type Everywhere, whatRulesTell } from "./everywhere";
import { notImpersonated } from "./not-impersonated";
import { isShown, type PlaceQuestion, type PlaceRights } from "./place-rights";
import type { Look, ReviewQueue } from "./review-queue";
import { kindsToAsk, placesToAsk, reviewKinds, type ScopeQuestion } from "./review-scope";
import type { ReviewTimes } from "./review-times";
import type { RightsOfUsers } from "./rights-of-users";

type Client = Pick<KubeClient, "post">;

/** What a cluster says of credentials: whom they stand for and what may be seen with them, that they are not good there, or nothing, because it could not be asked. */
export type Told =
  | {
      readonly kind: "known";
      readonly name: string;
      readonly kinds: ReadonlyMap<WatchedKind, NamespaceScope>;
      /** When the first question left for the cluster, by the monotonic clock; missing = when it was asked for. */
      readonly askedAt?: number;
    }
  /** `why`: a sentence, where it is another one than the sign-in's own. */
  | { readonly kind: "rejected"; readonly why?: string }
  | { readonly kind: "failed"; readonly error: KubeError };

export interface KnownRightsParts {
  readonly client: Client;
  /** For whom the client speaks with the server's own credentials; undefined = with the viewer's. */
  readonly impersonates: string | undefined;
  /** The line of this API server. */
  readonly queue: ReviewQueue;
  /** What was found of the users of this cluster. */
  readonly users: RightsOfUsers;
  readonly times: ReviewTimes;
  readonly clock: Pick<Clock, "monotonic">;
  /** What is asked now; null = what the server's own account may read is not known yet. */
  question(): ScopeQuestion | null;
}

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

interface WholeQuestion extends Pick<Extent, "question" | "startedAt" | "isWholeDue"> {
  /** The rules that were just read, by namespace. */
  readonly rules: ReadonlyMap<string, AccessRules>;
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
  #user: Pick<ReviewedUser, "name" | "key"> | null = null;
  #everywhere: Everywhere | null = null;
  readonly #places = new Map<string, PlaceRights>();
  #renewedAt = Number.NEGATIVE_INFINITY;
  #renewalBeganAt = Number.NEGATIVE_INFINITY;
  #isLookingForMore = false;

  constructor(private readonly parts: KnownRightsParts) {}

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
    if (isTaken && clock.monotonic() - this.#renewedAt < times.renewMs) return this.#rejected(null) ?? { ...this.#told(question), askedAt: this.#renewedAt };
    const isFirst = this.#everywhere === null;
    const places = placesToAsk(question);
    // Whoever comes back after a while: nobody has looked for new rights meanwhile. Where it was tried in vain, what is shown is renewed first.
    const isWhole = isFirst || now - this.#renewalBeganAt >= times.moreMs;
    const due = isWhole ? [...places.keys()] : this.#seen(places, question);
    this.#renewalBeganAt = now;
    const error = await this.#look(look, { question, due, startedAt: now, onlyShown: !isWhole, isWholeDue: false });
    const rejected = this.#rejected(error);
    if (rejected !== null) return rejected;
    if (error !== null) return { kind: "failed", error };
    this.#renewedAt = look.beganAt ?? now;
    this.#keepFound();
    return { ...this.#told(question), askedAt: this.#renewedAt };
  }

  /** Looks where nothing could be seen before, and where nobody has looked yet. Null where there was nothing to look for, or nobody could. Never rejects. */
  async lookForMore(): Promise<Told | null> {
    const question = this.parts.question();
    if (question === null || this.#isLookingForMore) return null;
    const { clock, times } = this.parts;
    const now = clock.monotonic();
    const dueAt = now - times.moreMs + times.renewMs;
    const places = placesToAsk(question);
    const due = [...places.keys()].filter((name) => (this.#places.get(name)?.heldAt ?? Number.NEGATIVE_INFINITY) <= dueAt);
    const isWholeDue = (this.#everywhere?.heldAt ?? now) <= dueAt;
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
    await this.#askName(this.parts.queue.client(this.parts.client, look), false);
    const found = this.#user === null ? null : this.parts.users.of(this.#user.key);
    if (found === null || !kindsToAsk(question).every((kind) => found.everywhere.asked.has(kind))) return;
    [this.#everywhere, this.#renewedAt, this.#renewalBeganAt] = [found.everywhere, found.renewedAt, found.renewalBeganAt];
    for (const [name, place] of found.places) this.#places.set(name, place);
  }

  #keepFound(): void {
    if (this.#user === null || this.#everywhere === null) return;
    const found = { everywhere: this.#everywhere, places: this.#places, renewedAt: this.#renewedAt, renewalBeganAt: this.#renewalBeganAt };
    this.parts.users.keep(this.#user.key, found);
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
    await this.#askName(client, look.kind === "more");
    const rules = await this.#readRules(client, places, { due, onlyShown });
    if (look.failed !== null) return look.failed;
    const readAt = this.parts.clock.monotonic();
    const before = this.#everywhere;
    await this.#askEverywhere(client, { question, rules, startedAt, isWholeDue });
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
    return look.failed;
  }

  async #askName(client: Client, isDue: boolean): Promise<void> {
    if (this.#user !== null && !isDue) return;
    const answer = await reviewUser(client);
    if (!answer.ok) return;
    // Somebody else has the credentials now: nothing that is known was said of this one.
    if (this.#user !== null && this.#user.name !== answer.value.name) this.#forget();
    this.#user = answer.value;
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

  async #askEverywhere(client: Client, { question, rules, startedAt, isWholeDue }: WholeQuestion): Promise<void> {
    const kinds = kindsToAsk(question);
    const known = this.#everywhere;
    const isAsked = known !== null && kinds.every((kind) => known.asked.has(kind));
    const told = [...rules].map(([name, now]) => whatRulesTell(this.#places.get(name), now, known));
    const isChanged = told.includes("changed");
    if (isAsked && !isChanged && !isWholeDue && told.some((one) => one !== "nothing")) {
      if (told.includes("all the same")) this.#everywhere = { ...known, heldAt: Math.max(known.heldAt, startedAt) };
      return;
    }
    const isWhole = !isAsked || isChanged || isWholeDue;
    const askedAt = this.parts.clock.monotonic();
    const answer = await reviewKinds(client, isWhole ? kinds : [...known.allowed], null);
    // A look that began earlier does not overwrite what a later one has found.
    if (!answer.ok || (this.#everywhere?.askedAt ?? askedAt) > askedAt) return;
    const whole = { asked: new Set(kinds), wholeAt: askedAt, heldAt: startedAt };
    this.#everywhere = { ...(isWhole || known === null ? whole : known), allowed: answer.value, askedAt };
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
    return { kind: "known", name: this.#user?.name ?? "", kinds: found };
  }

  /** That the credentials are not good there, where the cluster says so: nothing of what is known was said of anybody else. */
  #rejected(error: KubeError | null): Told | null {
    const { impersonates } = this.parts;
    const rejected = impersonates === undefined ? notTaken(error) : notImpersonated(error, this.#user?.name ?? "", impersonates);
    if (rejected === null) return null;
    this.#forget();
    this.#user = null;
    return rejected;
  }

  #forget(): void {
    this.#everywhere = null;
    this.#places.clear();
    this.#renewedAt = Number.NEGATIVE_INFINITY;
  }
}

function notTaken(error: KubeError | null): Told | null {
  return error?.kind === "unauthorized" ? { kind: "rejected" } : null;
}
