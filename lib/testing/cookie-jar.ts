/** A browser's cookies of one site, as far as a test of sign-ins needs them. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** Takes values of `Set-Cookie`. */
  take(set: readonly string[]): void {
    for (const one of set) {
      const [pair = ""] = one.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      if (/max-age=0/i.test(one)) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(pair.indexOf("=") + 1));
    }
  }

  /** What a request of this browser brings along. */
  get request(): { readonly headers: Headers } {
    return { headers: new Headers({ cookie: this.header }) };
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get names(): readonly string[] {
    return [...this.#cookies].filter(([, value]) => value !== "").map(([name]) => name);
  }

  copy(): CookieJar {
    const copy = new CookieJar();
    copy.take([...this.#cookies].map(([name, value]) => `${name}=${value}`));
    return copy;
  }
}
