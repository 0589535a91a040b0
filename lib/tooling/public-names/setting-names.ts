import { readdirSync, readFileSync } from "node:fs";
import { isElementAccessExpression, isPropertyAccessExpression } from "typescript/unstable/ast/is";
import { LINK_TEMPLATE_FIELDS } from "@/lib/contract/url/external-links";
import { SavedView } from "@/lib/contract/url/saved-view";
import { readPlatformPolicies } from "@/lib/domain/platform-policy/read-policies";
import { readConfig } from "@/lib/server/config";
import { RAILS_KEY } from "@/lib/server/guard-rails/read-rails";
import { SETTING_GROUPS, SETTINGS, type Setting, SURROUNDINGS } from "@/lib/server/settings";
import { VIEWS_KEY } from "@/lib/server/team-views/read-team-views";
import { listenAddress } from "@/lib/tooling/listen-address.mjs";
import type { FoundName } from "./name-list";
import { type SourceGraph, walk } from "./source-graph";
import { keysOf } from "./zod-keys";

/** Variables that Node, the build or the project's own programs set. Users do not. */
const OWN_VARIABLES = [
  "NODE_ENV",
  "NEXT_RUNTIME",
  "NEXT_PHASE",
  "STOLOS_BUILD",
  "STOLOS_ENDS_WITH_PARENT",
  "STOLOS_POSTGRES_TEMPLATE",
  "STOLOS_POSTGRES_SOCKET",
];

/** The settings with their defaults and explanations, the fields of links, and the keys of the two documents in ConfigMaps. */
export function settingNames(graph: SourceGraph): { readonly names: readonly FoundName[]; readonly problems: readonly string[] } {
  const defaults = effectiveDefaults();
  const names = Object.entries<Setting>(SETTINGS).map(([name, { default: declared, about }]): FoundName => {
    const value = defaults.get(name) ?? declared ?? "";
    return { class: "setting", of: "", name, ...(value !== "" && { value }), about };
  });
  const known = new Set([...Object.keys({ ...SETTINGS, ...SURROUNDINGS }), ...OWN_VARIABLES]);
  const undeclared = [...environmentReads(graph), ...readsOfPrograms()]
    .filter((name) => !known.has(name))
    .map(
      (name) =>
        `The code reads the environment variable ${name}, which is no setting: declare it in lib/server/settings.ts, or add it to OWN_VARIABLES of lib/tooling/public-names/setting-names.ts.`,
    );
  const untrue = Object.entries<Setting>(SETTINGS).flatMap(([name, { default: declared }]) => {
    const effective = defaults.get(name) ?? declared;
    return declared === undefined || declared === effective
      ? []
      : [`The default of ${name} is "${declared}" in lib/server/settings.ts, and ${effective} is used.`];
  });
  return { names: [...names, ...linkFields(), ...configMapKeys()], problems: [...undeclared, ...untrue] };
}

/** The settings that the programs read which start the server and the tests. */
function readsOfPrograms(): readonly string[] {
  const programs = readdirSync("lib/tooling").filter((name) => name.endsWith(".mjs"));
  const texts = programs.map((name) => readFileSync(`lib/tooling/${name}`, "utf8"));
  return texts.flatMap((text) => [...text.matchAll(/\b(?:process\.env|environment)\.(STOLOS_\w+|PORT)/g)].map(([, name = ""]) => name));
}

/** Defaults that depend on other settings, as they are on a user's own machine. */
function effectiveDefaults(): ReadonlyMap<string, string> {
  const { history, allowExec, signIn } = readConfig({ HOME: "~" });
  const address = listenAddress({});
  const inPod = readConfig({ HOME: "~", KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" });
  const { signIn: oidc } = readConfig({
    ...{ HOME: "~", STOLOS_SIGN_IN: "oidc", STOLOS_PUBLIC_URL: "https://stolos.example" },
    ...{ STOLOS_OIDC_ISSUER: "https://issuer.example", STOLOS_OIDC_CLIENT_ID: "stolos" },
  });
  const port = (setting: string) => listenAddress({ [setting]: "4000" }).port === 4000;
  return new Map([
    ["STOLOS_DATA", history.kind === "on" ? history.folder : ""],
    ["STOLOS_ALLOW_EXEC", `${allowExec}; in a Pod ${inPod.allowExec}`],
    ["STOLOS_SIGN_IN", `${signIn.kind}; in a Pod ${inPod.signIn.kind}`],
    ["STOLOS_OIDC_SCOPES", oidc.kind === "oidc" ? oidc.provider.scopes : ""],
    ["STOLOS_OIDC_USERNAME_CLAIM", oidc.kind === "oidc" ? oidc.provider.usernameClaim : ""],
    ["STOLOS_HOST", listenAddress({ STOLOS_HOST: "localhost" }).host === "localhost" ? String(address.host) : ""],
    ...["STOLOS_PORT", "PORT"].filter(port).map((name) => [name, String(address.port)] as const),
  ]);
}

function linkFields(): readonly FoundName[] {
  return LINK_TEMPLATE_FIELDS.map((field): FoundName => ({ class: "link field", of: "STOLOS_LINKS", name: `{${field}}` }));
}

function configMapKeys(): readonly FoundName[] {
  const views = ["views", ...keysOf(SavedView).map((key) => `views[].${key}`)];
  return [
    ...[VIEWS_KEY, ...views].map((name): FoundName => ({ class: "config map key", of: "STOLOS_TEAM_VIEWS", name })),
    ...[RAILS_KEY, ...railsKeys()].map((name): FoundName => ({ class: "config map key", of: "STOLOS_GUARD_RAILS", name })),
  ];
}

/** The fields that the reader of the guard rails looks up, found by a document that records each look. */
function railsKeys(): readonly string[] {
  const looked = new Set<string>();
  const recording = (path: string, fields: Readonly<Record<string, unknown>> = {}): object =>
    new Proxy(fields, {
      getOwnPropertyDescriptor: (target, key) => {
        looked.add(`${path}${String(key)}`);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      ownKeys: () => [],
    });
  const preset = recording("presets[].", { name: "preset", mesh: recording("presets[].mesh.") });
  readPlatformPolicies(recording("", { requiredLabels: [recording("requiredLabels[].")], presets: [preset] }));
  return [...looked].sort();
}

/** The environment variables that the product reads by name. */
function environmentReads({ modules }: SourceGraph): readonly string[] {
  const names = new Set<string>();
  for (const { source } of modules)
    walk(source, (node) => {
      if (isPropertyAccessExpression(node) && node.expression.getText() === "process.env") names.add(node.name.text);
      if (isElementAccessExpression(node) && node.expression.getText() === "process.env")
        names.add(node.argumentExpression?.getText().replace(/["']/g, "") ?? "");
    });
  return [...names];
}

/** The document whose tables of settings are written from the list. */
export const SETTINGS_DOCUMENT = "docs/settings.md";
const HEAD = ["setting", "default", "meaning"];

/** Returns the document with the table of each group between its two markers. Throws if a marker is missing. */
export function withSettingTables(document: string): string {
  return Object.entries(SETTING_GROUPS).reduce((text, [heading, group]) => {
    const [begin, end] = [`<!-- settings: ${heading}, written by public-names.mjs -->\n`, "\n<!-- end of settings -->"];
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from === -1 || to === -1) throw new Error(`${SETTINGS_DOCUMENT} has no place for a table: ${begin.trim()} …${end}`);
    return `${text.slice(0, from + begin.length)}\n${tableText(group)}\n${text.slice(to)}`;
  }, document);
}

/** A table whose columns are aligned as the formatter of the repository aligns them. */
function tableText(group: Readonly<Record<string, Setting>>): string {
  const rows = [HEAD, ...Object.entries(group).map(([name, setting]) => [`\`${name}\``, defaultText(setting), setting.about])];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], filler = " ") => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(" | ")} |`;
  const [head = HEAD, ...body] = rows;
  return [line(head), line(["", "", ""], "-"), ...body.map((row) => line(row))].join("\n");
}

function defaultText({ otherwise = "", default: text = "" }: Setting): string {
  return otherwise === "" && text !== "" ? `\`${text}\`` : otherwise;
}
