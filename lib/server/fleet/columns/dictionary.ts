import { HashIndex, hashText } from "@/lib/server/derive/hash-index";
import { larger, nextCapacity } from "@/lib/server/larger";

/** A text with so many users is common, and so many common ones are at hand. */
const COMMON_USERS = 16;
const COMMON_TEXTS = 4_096;

/** Strings by small numbers, with a count of users: what nobody uses any more is forgotten. Number 0 is always the empty string. */
export class Dictionary {
  readonly #texts: string[] = [""];
  #users = new Int32Array(256);
  readonly #free: number[] = [];
  readonly #index = new HashIndex((id) => hashText(this.#texts[id] ?? ""));
  /** Some of the texts that many use, found by the engine's own hash: most of what is asked for. A number may be another text's by now. */
  readonly #common = new Map<string, number>();

  constructor() {
    this.#users[0] = 1;
  }

  /** The number of a text, counted as one more user. */
  acquire(text: string): number {
    const known = this.find(text);
    if (known !== undefined) return this.use(known);
    const id = this.#free.pop() ?? this.#texts.length;
    if (id >= this.#users.length) this.#users = larger(this.#users, new Int32Array(nextCapacity(this.#users.length, id + 1)));
    this.#texts[id] = text;
    this.#users[id] = 1;
    this.#index.insert(id);
    return id;
  }

  /** One more user of a text that is there. */
  use(id: number): number {
    this.#users[id] = (this.#users[id] ?? 0) + 1;
    return id;
  }

  /** One user less. */
  release(id: number): void {
    const users = (this.#users[id] ?? 0) - 1;
    this.#users[id] = users;
    if (users > 0 || id === 0) return;
    this.#index.remove(id);
    this.#texts[id] = "";
    this.#free.push(id);
  }

  /** The number of a text that somebody uses, or undefined. */
  find(text: string): number | undefined {
    if (text === "") return 0;
    const common = this.#common.get(text);
    if (common !== undefined && this.#texts[common] === text) return common;
    const id = this.#index.find(hashText(text), (candidate) => this.#texts[candidate] === text);
    if (id < 0) return undefined;
    if (this.users(id) >= COMMON_USERS) {
      if (this.#common.size >= COMMON_TEXTS) this.#common.clear();
      this.#common.set(text, id);
    }
    return id;
  }

  /** How many use a text, by its number. */
  users(id: number): number {
    return this.#users[id] ?? 0;
  }

  text(id: number): string {
    return this.#texts[id] ?? "";
  }

  /** One more than the highest number in use. */
  get limit(): number {
    return this.#texts.length;
  }
}
