import { larger, nextCapacity } from "./larger";
import { hashText, SlotIndex } from "./slot-index";

/** Strings by small numbers, with a count of users: what nobody uses any more is forgotten. Number 0 is always the empty string. */
export class Dictionary {
  readonly #texts: string[] = [""];
  #users = new Int32Array(256);
  readonly #free: number[] = [];
  readonly #index = new SlotIndex((id) => hashText(this.#texts[id] ?? ""));

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
    const id = this.#index.find(hashText(text), (candidate) => this.#texts[candidate] === text);
    return id < 0 ? undefined : id;
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
