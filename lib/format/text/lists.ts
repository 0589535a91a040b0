import { formatNumber, oneOrMany } from "./numbers";

/** Intl.ListFormat is not used: a Node build with few locales writes "a, b, and c" on the server, and the browser "a, b and c". */
export function listOf(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** "a, b or c". */
export function anyOf(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

interface ListOptions {
  /** A noun after the number of the rest: "3 more hosts". */
  readonly noun?: readonly [one: string, many: string];
  /** A complete list has commas only: "a, b, c". */
  readonly commas?: boolean;
}

/** A list of which `more` items have no name here: "a, b and 3 more". */
export function listAndMore(named: readonly string[], more: number, { noun, commas = false }: ListOptions = {}): string {
  if (more <= 0) return commas ? named.join(", ") : listOf(named);
  const rest = noun === undefined ? "more" : `more ${oneOrMany(more, noun[0], noun[1])}`;
  const count = `${formatNumber(more)} ${rest}`;
  return named.length === 0 ? count : `${named.join(", ")} and ${count}`;
}

/** The first names of `count` things, without "and" before the last: "a, b, c and 3 more". */
export function listFirst(names: readonly string[], count: number): string {
  return listAndMore(names, count - names.length, { commas: true });
}

/** A list with at most `most` names: "a, b and 3 more". */
export function listAtMost(items: readonly string[], most: number, options: ListOptions = {}): string {
  return listAndMore(items.slice(0, most), items.length - most, options);
}

/** Joins the parts that are not empty. */
export function joinParts(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== "").join(separator);
}

/** Several lines for a place that has one (a title, a table row): "a; b". */
export function oneLine(lines: string | readonly string[]): string {
  return joinParts(typeof lines === "string" ? lines.split("\n") : lines, "; ");
}
