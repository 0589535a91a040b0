const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const metadata = "metadata: {name: bomb, namespace: shop}";
const service = (spec: string) => `apiVersion: v1\nkind: Service\n${metadata}\nspec:\n${spec}`;

const DEEP = /nested too deep/;
const ALIASES = /Anchors \(&\) and aliases \(\*\) are not taken/;

/** YAML that is small and becomes large, deep or slow, and what is said of it. */
export function yamlBombs(): readonly (readonly [what: string, text: string, says?: RegExp])[] {
  const letters = "abcdefghij".split("");
  const laughs = letters
    .map(
      (letter, at) =>
        `${letter}: &${letter} [${
          at === 0
            ? '"lol"'
            : range(9)
                .map(() => `*${letters[at - 1]}`)
                .join(",")
        }]`,
    )
    .join("\n");
  return [
    ["a billion laughs", laughs, ALIASES],
    ["a billion laughs in a Service", service(laughs.replaceAll(/^/gm, "  ")), ALIASES],
    ["an alias of itself", "a: &a [*a]"],
    [
      "merges of merges",
      `${letters.map((letter, at) => `${letter}: &${letter} {${at === 0 ? "x: 1" : `<<: [*${letters[at - 1]}, *${letters[at - 1]}]`}}`).join("\n")}`,
    ],
    ["lists in lists", "[".repeat(5_000), DEEP],
    ["lists in lists that end", `${"[".repeat(5_000)}${"]".repeat(5_000)}`, DEEP],
    ["maps in maps", `${"{a: ".repeat(4_000)}1${"}".repeat(4_000)}`, DEEP],
    [
      "maps by indentation",
      range(290)
        .map((at) => `${" ".repeat(at)}a:`)
        .join("\n"),
      DEEP,
    ],
    ["dashes in one line", "- ".repeat(10_000), DEEP],
    ["a key that is a map that is a key", `${"? ".repeat(8_000)}a`, DEEP],
    ["tags", `${"!!map ".repeat(7_000)}{}`],
    ["a type of a language", '!!js/function "function () { return process }"'],
    ["ten thousand documents", "---\n".repeat(10_000)],
    [
      "ten thousand anchors",
      range(4_000)
        .map((at) => `- &a${at} x`)
        .join("\n"),
    ],
    [
      "ten thousand keys",
      service(
        `  selector: {${range(4_000)
          .map((at) => `k${at}: v`)
          .join(", ")}}`,
      ),
    ],
    ["a prototype", service("  selector: {__proto__: x, constructor: y}\n  ports: [{port: 80}]")],
    ["a number without end", service(`  ports: [{port: ${"9".repeat(40_000)}}]`)],
    ["a text without end", `a: "${"\\x41".repeat(11_000)}"`],
    ["a text that is folded", `a: >\n${"  x\n".repeat(10_000)}`],
    ["comments", "# x\n".repeat(11_000)],
  ];
}
