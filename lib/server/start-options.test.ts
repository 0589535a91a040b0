import { describe, expect, it } from "vitest";
import { SETTINGS } from "./settings";
import { startOptions } from "./start-options";

const read = (...words: readonly string[]) => startOptions(words, () => "1.2.3");

describe("the command line", () => {
  it.each([
    [[], {}],
    [["--port", "4000"], { port: "4000" }],
    [["--hostname=::1", "--port=80"], { hostname: "::1", port: "80" }],
    [["--version"], { text: "1.2.3\n", exitCode: 0 }],
  ])("reads %j", (words, expected) => {
    expect(read(...words)).toEqual(expected);
  });

  it.each([
    ["--hlep", "--hlep is no option. Did you mean --help? See --help."],
    ["--prot", "--prot is no option. Did you mean --port? See --help."],
    ["--versoin", "--versoin is no option. Did you mean --version? See --help."],
    ["--config-file", "--config-file is no option. See --help."],
    ["-x", "-x is no option. See --help."],
    ["--constructor", "--constructor is no option. See --help."],
    ["4000", '"4000" is no option. See --help.'],
    ["--port", "--port needs a value: --port PORT. See --help."],
    ["--help=all", "--help has no value. See --help."],
  ])("%s exits with 1 and a sentence", (word, text) => {
    expect(read(word)).toEqual({ text: `${text}\n`, exitCode: 1 });
  });
});

describe("--help", () => {
  const { text = "", exitCode } = { exitCode: -1, ...read("--help") } as { readonly text?: string; readonly exitCode: number };

  it("exits with 0 and lists the options", () => {
    expect(exitCode).toBe(0);
    for (const option of ["--hostname ADDRESS", "--port PORT", "--help", "--version"]) expect(text).toContain(`\n  ${option}\n`);
  });

  it.each(Object.keys(SETTINGS))("lists %s", (name) => {
    expect(text).toMatch(new RegExp(`^  ${name}( \\(.+\\))?\\n {6}\\S`, "m"));
  });

  it("shows defaults and secrets, without Markdown", () => {
    expect(text).toContain("  STOLOS_MAX_STREAMS (1000)\n");
    expect(text).toContain("  STOLOS_SESSION_KEY (a random key of this process; secret)\n");
    expect(text).toContain("further ones get 503, see limits\n");
    expect(text).not.toMatch(/`|\]\(/);
  });
});
