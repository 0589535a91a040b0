/** What a reader has heard of a stream of events, from its bytes as they come: a part may end anywhere, in the middle of a word or of a letter. */
export class Heard {
  readonly #decoder = new TextDecoder();
  readonly #snapshots = new Set<number>();
  readonly #words = new Map<string, number>();
  #line = "";

  /** `words` finds what is listened for; it is a global expression. */
  constructor(private readonly words: RegExp) {}

  /** Takes the next bytes, which came at a moment; whole lines only are looked at. */
  take(bytes: Uint8Array, at: number): void {
    const lines = (this.#line + this.#decoder.decode(bytes, { stream: true })).split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) this.#look(line, at);
  }

  /** Whether the whole of the view with this number has come. */
  hasSnapshot(view: number): boolean {
    return this.#snapshots.has(view);
  }

  /** The moment at which these words came first, or undefined. */
  firstAt(words: string): number | undefined {
    return this.#words.get(words);
  }

  #look(line: string, at: number): void {
    const snapshot = /^data: \{"t":"snapshot","v":(\d+),/.exec(line);
    if (snapshot !== null) this.#snapshots.add(Number(snapshot[1]));
    for (const [words] of line.matchAll(this.words)) if (!this.#words.has(words)) this.#words.set(words, at);
  }
}
