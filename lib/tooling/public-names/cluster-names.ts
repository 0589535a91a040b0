import { readdirSync, readFileSync } from "node:fs";
import { isCallExpression, isNoSubstitutionTemplateLiteral, isStringLiteral } from "typescript/unstable/ast/is";
import type { Checker, Symbol as TypedField } from "typescript/unstable/sync";
import { parseAllDocuments } from "yaml";
import { formatPlannedLeaves, PLANNED_LEAVES_ANNOTATION } from "@/lib/domain/entry/planned-leaves";
import { MUTE_ANNOTATION, objectMutesText } from "@/lib/domain/findings/object-mute";
import { RULE_NAMES } from "@/lib/domain/findings/rule-names";
import { MAINTENANCE_ANNOTATION, MAINTENANCE_FIELDS } from "@/lib/domain/incidents/maintenance-annotation";
import { loggedOrigin } from "@/lib/server/access/audit-origin";
import { FIELD_MANAGER } from "@/lib/server/kube/allow-list";
import type { FoundName } from "./name-list";
import { type SourceGraph, walk } from "./source-graph";

/** An annotation or label of Stolos. */
const OWN_NAME = /\bstolos\.dev\/[a-z][a-z-]*/g;
const AUDIT = "audit";
const MANIFESTS = "lib/deployment";

/** The names in clusters (annotations, labels, the field manager), the codes of findings, and the keys of audit lines. */
export function clusterNames(graph: SourceGraph): { readonly names: readonly FoundName[]; readonly problems: readonly string[] } {
  const { declared, mentioned } = annotationsIn(graph);
  const undeclared = [...mentioned].filter((name) => !declared.has(name));
  const codes = Object.entries(RULE_NAMES).map(([name, value]): FoundName => ({ class: "finding code", of: "", name, value }));
  const annotations = [...declared].sort().map((name): FoundName => ({ class: "kubernetes name", of: "annotation or label", name }));
  const owner: FoundName = { class: "kubernetes name", of: "field manager", name: FIELD_MANAGER };
  return {
    names: [...codes, ...annotations, ...annotationValueKeys(), ...manifestNames(), owner, ...auditKeys(graph)],
    problems: undeclared.map((name) => `A text names the annotation ${name}, which no constant of the product declares.`),
  };
}

/** The objects of the manifests. Bindings and policies of users refer to them by name. */
function manifestNames(): readonly FoundName[] {
  const files = readdirSync(MANIFESTS).filter((name) => name.endsWith(".yaml"));
  const documents = files.flatMap((file) => parseAllDocuments(readFileSync(`${MANIFESTS}/${file}`, "utf8")));
  const names = documents.map((document) => `${document.getIn(["kind"])} ${document.getIn(["metadata", "name"])}`);
  return [...new Set(names)].sort().map((name): FoundName => ({ class: "kubernetes name", of: "object of a manifest", name }));
}

/** The fields in the values of annotations. */
function annotationValueKeys(): readonly FoundName[] {
  const lists: Readonly<Record<string, string | null>> = {
    [MUTE_ANNOTATION]: objectMutesText([{ code: "STL101", until: 0, reason: "reason" }]),
    [PLANNED_LEAVES_ANNOTATION]: formatPlannedLeaves([{ entry: "entry", by: 0, reason: "reason" }]),
  };
  const inLists = Object.entries(lists).map(([annotation, text]): readonly [string, readonly string[]] => {
    const [first]: readonly Readonly<Record<string, unknown>>[] = JSON.parse(text ?? "[]");
    return [annotation, Object.keys(first ?? {})];
  });
  return [...inLists, [MAINTENANCE_ANNOTATION, MAINTENANCE_FIELDS] as const].flatMap(([annotation, fields]) =>
    fields.map((name): FoundName => ({ class: "kubernetes name", of: `value of ${annotation}`, name })),
  );
}

/** The annotations and labels that a constant declares, and those that occur only in a text. */
function annotationsIn({ modules }: SourceGraph): { readonly declared: ReadonlySet<string>; readonly mentioned: ReadonlySet<string> } {
  const declared = new Set<string>();
  const mentioned = new Set<string>();
  for (const { source } of modules)
    walk(source, (node) => {
      if (!isStringLiteral(node) && !isNoSubstitutionTemplateLiteral(node)) return;
      for (const [name] of node.text.matchAll(OWN_NAME)) (name === node.text ? declared : mentioned).add(name);
    });
  return { declared, mentioned };
}

/** The commands of an audit line, if its code fixes them. */
function commandsOf(text: string, fields: readonly TypedField[], checker: Checker): string {
  const [, written] = /\bcommand: "([\w -]+)"/.exec(text) ?? [];
  if (written !== undefined) return written;
  const command = fields.find(({ name }) => name === "command");
  const type = command === undefined ? undefined : checker.getTypeOfSymbol(command);
  const types = type?.isUnionType() === true ? type.getTypes() : type === undefined ? [] : [type];
  const texts = types.flatMap((one) => (one.isStringLiteralType() ? [one.value] : []));
  return texts.length === 0 ? "commands" : texts.sort().join(", ");
}

/** The fields of each line that is logged as "audit", by the type of the argument. Lines of a fixed command have their own keys. */
function auditKeys({ modules, checker }: SourceGraph): readonly FoundName[] {
  const names: FoundName[] = [];
  const add = (of: string, keys: readonly string[]) => names.push(...keys.map((name): FoundName => ({ class: "log key", of, name })));
  add("every audit line", ["time", "level", "message", ...Object.keys(loggedOrigin({ session: "session", address: "address", requestId: "request" }))]);
  for (const { path, source } of modules.filter((one) => one.path.startsWith("lib/server/")))
    walk(source, (node) => {
      if (!isCallExpression(node) || node.expression.getText() !== "log") return;
      const [, message, fields] = node.arguments;
      if (fields === undefined || message === undefined || !isStringLiteral(message) || message.text !== AUDIT) return;
      const type = checker.getTypeAtLocation(fields);
      const properties = type === undefined ? [] : checker.getPropertiesOfType(type);
      if (properties.length === 0) throw new Error(`${path}: the fields of an audit line cannot be read`);
      add(commandsOf(fields.getText(), properties, checker), properties.map(({ name }) => name).sort());
    });
  return names;
}
