import type { RawRequest } from "./raw-request";
import { yamlBombs } from "./yaml-bombs";

/** An input that means to take time or memory, or to end the process, and the statuses that are a right answer to it. */
export interface HostileInput extends RawRequest {
  readonly what: string;
  readonly allowed: readonly number[];
  /** The sentence that a right answer holds, where another would tell that the input was read further than it should be. */
  readonly says?: RegExp;
}

/** What is wrong with an answer to one of them; null where nothing is. */
export function faultOf({ what, allowed, says }: HostileInput, { status, body }: { readonly status: number; readonly body: string }): string | null {
  if (allowed.includes(status) && (says === undefined || says.test(body))) return null;
  return `${what}: ${status} ${body.slice(0, 200)}`;
}

/** Refused for its form; too large; too long an address; headers too large. */
const REFUSED = [400, 404, 413, 414, 415, 422, 431];
/** What a page or preview says in words of its own: it understood nothing, or that nothing is there. */
const TOLD = [200, ...REFUSED];
/** The same of an object that is typed: the account of the server may not be allowed to make it. */
const TYPED = [403, ...REFUSED];

/** Sends a JSON text as a page of the server does. */
function posted(
  origin: string,
  what: string,
  path: string,
  body: string,
  { allowed = REFUSED, says }: Partial<Pick<HostileInput, "allowed" | "says">> = {},
): HostileInput {
  return {
    what,
    method: "POST",
    path,
    headers: [
      ["Origin", origin],
      ["Content-Type", "application/json"],
    ],
    body,
    allowed,
    ...(says && { says }),
  };
}

const asked = (what: string, path: string, allowed: readonly number[] = TOLD, headers: RawRequest["headers"] = []): HostileInput => ({
  ...{ what, method: "GET", path, headers, allowed },
});

const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** JSON that no schema takes. */
function jsonBombs(): readonly (readonly [what: string, text: string])[] {
  return [
    ["lists in lists", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
    ["lists in lists without end", "[".repeat(60_000)],
    ["maps in maps", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["a prototype", '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}'],
    ["ten thousand keys", JSON.stringify(Object.fromEntries(range(5_000).map((at) => [`k${at}`, at])))],
    [
      "ten thousand equal keys",
      `{${range(5_000)
        .map(() => '"views":1')
        .join(",")}}`,
    ],
    ["a number without end", "9".repeat(60_000)],
    ["an exponent", "1e999999"],
    ["half of a character", '{"text":"\\ud800"}'],
    ["no text", "\u0000\u0001\u0002"],
    ["nothing", ""],
    ["more than a body may have", `"${"x".repeat(70_000)}"`],
    ["ten thousand views", JSON.stringify({ views: range(10_000).map((id) => ({ id })) })],
    ["a list for a map", "[1,2,3]"],
    ["null", "null"],
  ];
}

const FILTERS: readonly (readonly [what: string, text: string])[] = [
  ["a pattern that takes time without end", `(${"a+".repeat(60)})+$`],
  ["stars", "*a".repeat(1_000)],
  ["words", "a ".repeat(2_000)],
  ["values", `state:${"healthy,".repeat(900)}`],
  ["labels", "a=b ".repeat(1_500)],
  ["a list of labels", `label in (${"a,".repeat(2_000)})`],
  ["quotes", '"'.repeat(5_000)],
  ["dashes", "-".repeat(5_000)],
  ["colons", "a:".repeat(2_500)],
  ["a prototype", "__proto__:x constructor=y hasOwnProperty:z"],
  ["a length of time without end", `age>${"9".repeat(4_000)}d`],
  ["comparisons", "age>1d age<2d ".repeat(300)],
  ["signs that cannot be seen", "\u202e\u200b\u0007".repeat(300)],
  ["half of a character", "\ud83d"],
];

const NUMBERS = ["-1", "1e309", "NaN", "9".repeat(400), "0x10", "1;2", "%00", "__proto__"];

/** All of them, for a server at `origin`: about the objects of its cluster, which is called sandbox. */
export function hostileInputs(origin: string): readonly HostileInput[] {
  const command = (name: string) => `/api/c/sandbox/commands/${name}/shop/bomb`;
  const given = (text: string) => JSON.stringify({ dryRun: true, resourceVersion: "", input: { text } });
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
  return [
    ...yamlBombs().flatMap(([what, text, says]) => [
      posted(origin, `YAML: ${what}, as a preview`, "/api/preview", JSON.stringify({ cluster: "sandbox", text }), { allowed: TOLD, ...(says && { says }) }),
      posted(origin, `YAML: ${what}, to try`, command("try-new-service"), given(text), { allowed: TYPED, ...(says && { says }) }),
      posted(origin, `YAML: ${what}, to make`, command("create-workloadgroup"), given(text), { allowed: TYPED, ...(says && { says }) }),
    ]),
    ...jsonBombs().flatMap(([what, text]) =>
      ["/api/live", "/api/preview", "/api/session", command("set-expected-size"), "/api/c/sandbox/bundles/shop/cart"].map((path) =>
        posted(origin, `JSON: ${what}, to ${path}`, path, text),
      ),
    ),
    ...FILTERS.flatMap(([what, text]) => [
      asked(`filter: ${what}, of a page`, `/entries?q=${encoded(text)}`),
      asked(`filter: ${what}, of a file`, `/api/history/export?what=entries&format=csv&q=${encoded(text)}`),
      asked(`filter: ${what}, of a search`, `/api/search?q=${encoded(text)}`),
      posted(
        origin,
        `filter: ${what}, of a view`,
        "/api/live",
        JSON.stringify({ views: [{ id: 1, kind: "entries", query: `q=${text}`, offset: 0, limit: 50 }] }),
        { allowed: TOLD },
      ),
    ]),
    ...NUMBERS.flatMap((number) => [
      asked(`number: ${number.slice(0, 12)}, of a cell`, `/api/strip/cell?ribbon=sandbox/shop/cart&index=${number}`),
      asked(`number: ${number.slice(0, 12)}, of a moment`, `/api/history/activity?window=1h&at=${number}`),
      asked(`number: ${number.slice(0, 12)}, of a view`, `/api/view?kind=entries&offset=${number}&limit=${number}&at=${number}`),
    ]),
    ...[200, 250, 1_000, 10_000].map((count) =>
      asked(
        `${count} ids`,
        `/api/history/rows?kind=entries&window=1h&${range(count)
          .map((at) => `id=a/${at}`)
          .join("&")}`,
      ),
    ),
    ...[8_193, 10_000, 15_000, 100_000].map((length) => asked(`an address of ${length} characters`, `/entries?q=${"x".repeat(length)}`, [414, 431])),
    ...[10, 500, 5_000].map((count) =>
      asked(
        `${count} headers`,
        "/entries",
        TOLD,
        range(count).map((at) => [`X-Header-${at}`, "x"] as const),
      ),
    ),
    ...[15_000, 100_000].map((length) => asked(`a header of ${length} characters`, "/entries", TOLD, [["Accept-Language", "x,".repeat(length / 2)]])),
    asked("a thousand cookies", "/entries", TOLD, [
      [
        "Cookie",
        range(1_000)
          .map((at) => `c${at}=x`)
          .join("; "),
      ],
    ]),
  ];
}
