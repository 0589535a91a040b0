/** Remembers the last few things by name; the oldest is forgotten first. */
export class Recent<V> {
  readonly #held = new Map<string, V>();

  constructor(private readonly most: number) {}

  get(name: string): V | undefined {
    return this.#held.get(name);
  }

  set(name: string, value: V): void {
    this.#held.delete(name);
    this.#held.set(name, value);
    if (this.#held.size <= this.most) return;
    for (const oldest of this.#held.keys()) {
      this.#held.delete(oldest);
      return;
    }
  }
}
