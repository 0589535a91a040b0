import { badRequest } from "./status-errors";

type Requirement = (labels: Readonly<Record<string, string>>) => boolean;
export type LabelMatch = (labels: Readonly<Record<string, string>> | undefined) => boolean;

/** Reads a label selector (`a=b,c in (d,e),!f`). Null when it is empty and so matches everything. Throws 400. */
export function parseLabelSelector(text: string): LabelMatch | null {
  if (text.trim() === "") return null;
  const requirements = new SelectorReader(text).read();
  return (labels) => requirements.every((requirement) => requirement(labels ?? {}));
}

class SelectorReader {
  readonly #tokens: string[];
  #next = 0;

  constructor(text: string) {
    this.#tokens = text.match(/==|!=|[=!<>(),]|[^\s=!<>(),]+/g) ?? [];
  }

  read(): Requirement[] {
    const requirements = [this.#requirement()];
    while (this.#next < this.#tokens.length) {
      this.#expect([","], "',' or 'end of string'");
      requirements.push(this.#requirement());
    }
    return requirements;
  }

  #requirement(): Requirement {
    if (this.#peek() === "!") {
      this.#take();
      const key = this.#word("identifier");
      return (labels) => !Object.hasOwn(labels, key);
    }
    const key = this.#word("!, identifier, or ','");
    const operator = this.#peek();
    if (operator === "" || operator === ",") return (labels) => Object.hasOwn(labels, key);
    this.#take();
    return this.#compare(key, operator);
  }

  #compare(key: string, operator: string): Requirement {
    if (operator === "in" || operator === "notin") {
      const values = new Set(this.#values());
      return operator === "in"
        ? (labels) => Object.hasOwn(labels, key) && values.has(labels[key] ?? "")
        : (labels) => !Object.hasOwn(labels, key) || !values.has(labels[key] ?? "");
    }
    const value = this.#peek() === "" || this.#peek() === "," ? "" : this.#word("identifier");
    if (operator === "=" || operator === "==") return (labels) => Object.hasOwn(labels, key) && labels[key] === value;
    if (operator === "!=") return (labels) => labels[key] !== value || !Object.hasOwn(labels, key);
    if (operator === ">") return (labels) => Object.hasOwn(labels, key) && Number(labels[key]) > Number(value);
    if (operator === "<") return (labels) => Object.hasOwn(labels, key) && Number(labels[key]) < Number(value);
    throw unexpected(operator, "in, notin, =, ==, !=, gt, lt");
  }

  #values(): string[] {
    this.#expect(["("], "'('");
    const values: string[] = [];
    while (this.#peek() !== ")") {
      values.push(this.#peek() === "," ? "" : this.#word("identifier"));
      if (this.#peek() !== ")") this.#expect([","], "',' or ')'");
    }
    this.#take();
    return values;
  }

  #word(expected: string): string {
    const token = this.#take();
    if (token === "" || /^[=!<>(),]/.test(token)) throw unexpected(token, expected);
    return token;
  }

  #expect(tokens: readonly string[], shown: string): void {
    const token = this.#take();
    if (!tokens.includes(token)) throw unexpected(token, shown);
  }

  #peek(): string {
    return this.#tokens[this.#next] ?? "";
  }

  #take(): string {
    this.#next += 1;
    return this.#tokens[this.#next - 1] ?? "";
  }
}

function unexpected(found: string, expected: string): Error {
  return badRequest(`unable to parse requirement: found '${found}', expected: ${expected}`);
}
