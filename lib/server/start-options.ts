import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { nearestWord } from "@/lib/domain/object/nearest-word";
import { SETTING_GROUPS, SETTINGS, type Setting } from "./settings";

interface Option {
  /** The value in the help. Without one, the option is a switch. */
  readonly value?: string;
  readonly about: string;
}

const OPTIONS: Readonly<Record<string, Option>> = {
  hostname: { value: "ADDRESS", about: "address to listen on, before STOLOS_HOST" },
  port: { value: "PORT", about: "port to listen on, before STOLOS_PORT" },
  check: { about: "checks settings, clusters, permissions, history and sign-in, and starts nothing; exits with 0 (fine), 2 (reduced) or 1" },
  json: { about: "with --check: prints JSON" },
  help: { about: "prints this text" },
  version: { about: "prints the version" },
};

/** The values of a command line, or the text to print before the process exits with this code. */
type StartOptions =
  | { readonly hostname?: string; readonly port?: string; readonly check?: true; readonly json?: true }
  | { readonly text: string; readonly exitCode: 0 | 1 };

/** Reads the command line of `npm start` and of the built dashboard. `version` is called for `--version` only. */
export function startOptions(words: readonly string[], version: () => string): StartOptions {
  const options = Object.fromEntries(Object.entries(OPTIONS).map(([name, { value }]) => [name, { type: value === undefined ? "boolean" : "string" } as const]));
  const { tokens, values } = parseArgs({ args: [...words], options, strict: false, tokens: true });
  const problem = tokens.map(tokenProblem).find((one) => one !== null);
  if (problem !== undefined) return { text: `${problem} See --help.\n`, exitCode: 1 };
  if (values.help === true) return { text: helpText(), exitCode: 0 };
  if (values.version === true) return { text: `${version()}\n`, exitCode: 0 };
  const { hostname, port } = values;
  if (values.json === true && values.check !== true) return { text: "--json is of no use without --check. See --help.\n", exitCode: 1 };
  const switches = { ...(values.check === true && { check: true as const }), ...(values.json === true && { json: true as const }) };
  return { ...(typeof hostname === "string" && { hostname }), ...(typeof port === "string" && { port }), ...switches };
}

/** Returns the version of Stolos. The process runs in the folder of its package. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8")).version;
}

type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];

function tokenProblem(token: Token): string | null {
  if (token.kind === "positional") return `"${token.value}" is no option.`;
  if (token.kind !== "option") return null;
  const option = Object.hasOwn(OPTIONS, token.name) ? OPTIONS[token.name] : undefined;
  if (option === undefined) {
    const nearest = nearestWord(token.name, Object.keys(OPTIONS), 3);
    return `${token.rawName} is no option.${nearest === null ? "" : ` Did you mean --${nearest}?`}`;
  }
  if (option.value === undefined) return token.value === undefined ? null : `${token.rawName} has no value.`;
  return token.value ? null : `${token.rawName} needs a value: ${token.rawName} ${option.value}.`;
}

/** Lists the options and the settings, as the documents do. */
function helpText(): string {
  const options = Object.entries(OPTIONS).map(([name, { value = "", about }]) => entryText(`--${name} ${value}`.trimEnd(), about));
  const groups = Object.entries(SETTING_GROUPS).map(([heading, group]) => [heading, "", ...Object.entries(group).map(settingText), ""].join("\n"));
  return [
    "Stolos, the dashboard for the virtual machines of an Istio mesh.",
    "",
    "  npm start -- [options]",
    "",
    "Options",
    "",
    ...options,
    "",
    "Settings are variables of the environment. docs/settings.md explains them further.",
    "",
    ...groups,
  ].join("\n");
}

function settingText([name, { otherwise, default: unset = "", about, secret }]: readonly [string, Setting]): string {
  const remarks = [otherwise ?? unset, secret === true ? "secret" : ""].filter((remark) => remark !== "");
  return entryText(`${name}${remarks.length === 0 ? "" : ` (${plain(remarks.join("; "))})`}`, about);
}

function entryText(head: string, about: string): string {
  return `  ${head}\n      ${plain(about)}`;
}

/** Markdown without code marks and without the addresses of links. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll("`", "");
}

/** The address that an unset option stands for. */
export const LISTEN_DEFAULTS = { hostname: SETTINGS.STOLOS_HOST.default, port: SETTINGS.STOLOS_PORT.default } as const;
