import { labelValueProblems, qualifiedNameProblems } from "./name-rules";
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
    const first = this.#peek();
    if (first !== "!" && !isWord(first)) throw misplaced(first, "!, identifier, or 'end of string'");
    const requirements = [this.#requirement()];
    while (this.#next < this.#tokens.length) {
      const separator = this.#take();
      if (separator !== ",") throw misplaced(separator, "',' or 'end of string'");
      const next = this.#peek();
      if (next !== "!" && !isWord(next)) throw misplaced(next, "identifier after ','");
      requirements.push(this.#requirement());
    }
    return requirements;
  }

  #requirement(): Requirement {
    if (this.#peek() === "!") {
      this.#take();
      const key = checkedKey(this.#word("identifier"));
      return (labels) => !Object.hasOwn(labels, key);
    }
    const key = checkedKey(this.#word("!, identifier, or ','"));
    const operator = this.#peek();
    if (operator === "" || operator === ",") return (labels) => Object.hasOwn(labels, key);
    this.#take();
    return this.#compare(key, operator);
  }

  #compare(key: string, operator: string): Requirement {
    if (operator === "in" || operator === "notin") {
      const values = new Set(this.#values().map((value) => checkedValue(key, value)));
      return operator === "in"
        ? (labels) => Object.hasOwn(labels, key) && values.has(labels[key] ?? "")
        : (labels) => !Object.hasOwn(labels, key) || !values.has(labels[key] ?? "");
    }
    if (isWord(operator)) throw unexpected(operator, "in, notin, =, ==, !=, gt, lt");
    const given = this.#peek() === "" || this.#peek() === "," ? "" : this.#word("identifier");
    if ((operator === "<" || operator === ">") && !/^[+-]?\d+$/.test(given)) {
      throw malformed(`values[0]: Invalid value: ${JSON.stringify(given)}: for 'Gt', 'Lt' operators, the value must be an integer`);
    }
    const value = checkedValue(key, given);
    if (operator === "=" || operator === "==") return (labels) => Object.hasOwn(labels, key) && labels[key] === value;
    if (operator === "!=") return (labels) => labels[key] !== value || !Object.hasOwn(labels, key);
    if (operator === ">") return (labels) => Object.hasOwn(labels, key) && Number(labels[key]) > Number(value);
    if (operator === "<") return (labels) => Object.hasOwn(labels, key) && Number(labels[key]) < Number(value);
    throw unexpected(operator, "in, notin, =, ==, !=, gt, lt");
  }

  #values(): string[] {
    if (this.#take() !== "(") throw malformed(`found '${this.#tokens[this.#next - 1] ?? ""}' expected: '('`);
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
    if (!isWord(token)) throw unexpected(token, expected);
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

function isWord(token: string): boolean {
  return token !== "" && !/^[=!<>(),]/.test(token);
}

function checkedKey(key: string): string {
  const [problem] = qualifiedNameProblems(key);
  if (problem !== undefined) throw malformed(`<nil>: Invalid value: ${JSON.stringify(key)}: ${problem}`);
  return key;
}

function checkedValue(key: string, value: string): string {
  const [problem] = labelValueProblems(value);
  if (problem !== undefined) throw malformed(`values[0][${key}]: Invalid value: ${JSON.stringify(value)}: ${problem}`);
  return value;
}

function unexpected(found: string, expected: string): Error {
  return malformed(`found '${found}', expected: ${expected}`);
}

/** What is wrong within one requirement. */
function malformed(why: string): Error {
  return badRequest(`unable to parse requirement: ${why}`);
}

/** What is wrong between requirements. */
function misplaced(found: string, expected: string): Error {
  return badRequest(`found '${found}', expected: ${expected}`);
}
