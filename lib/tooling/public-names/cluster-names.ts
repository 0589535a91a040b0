import { readdirSync, readFileSync } from "node:fs";
import { isCallExpression, isNoSubstitutionTemplateLiteral, isStringLiteral } from "typescript/unstable/ast/is";
import { parseAllDocuments } from "yaml";
import { MUTE_ANNOTATION, objectMutesText } from "@/lib/domain/findings/object-mute";
import { RULE_NAMES } from "@/lib/domain/findings/rule-names";
import { PLANNED_LEAVES_ANNOTATION, plannedLeavesText } from "@/lib/domain/planned-leaves";
import { loggedOrigin } from "@/lib/server/access/audit-origin";
import { FIELD_MANAGER } from "@/lib/server/kube/allow-list";
import type { FoundName } from "./name-list";
import { type SourceGraph, walk } from "./source-graph";

/** An annotation or label of Stolos. A name in a sentence or in a path of fields is found too. */
const OWN_NAME = /\bstolos\.dev\/[a-z][a-z-]*/g;
const AUDIT = "audit";
const MANIFESTS = "lib/deployment";

/** The names in clusters (annotations, labels, the owner of fields), the codes of findings, and the keys of lines of the audit log. */
export function clusterNames(graph: SourceGraph): readonly FoundName[] {
  const codes = Object.entries(RULE_NAMES).map(([name, value]): FoundName => ({ class: "finding code", of: "", name, value }));
  const annotations = [...annotationsIn(graph)].sort().map((name): FoundName => ({ class: "kubernetes name", of: "annotation or label", name }));
  const keys = [...auditKeys(graph)].sort().map((name): FoundName => ({ class: "log key", of: "audit", name }));
  return [
    ...codes,
    ...annotations,
    ...annotationValueKeys(),
    ...manifestNames(),
    { class: "kubernetes name", of: "field manager", name: FIELD_MANAGER },
    ...keys,
  ];
}

/** The objects of the manifests: bindings and policies of users name them. */
function manifestNames(): readonly FoundName[] {
  const files = readdirSync(MANIFESTS).filter((name) => name.endsWith(".yaml"));
  const documents = files.flatMap((file) => parseAllDocuments(readFileSync(`${MANIFESTS}/${file}`, "utf8")));
  const names = documents.map((document) => `${document.getIn(["kind"])} ${document.getIn(["metadata", "name"])}`);
  return [...new Set(names)].sort().map((name): FoundName => ({ class: "kubernetes name", of: "object of a manifest", name }));
}

/** The keys of the annotations whose value is a JSON list. */
function annotationValueKeys(): readonly FoundName[] {
  const values: Readonly<Record<string, string | null>> = {
    [MUTE_ANNOTATION]: objectMutesText([{ code: "STL101", until: 0, reason: "reason" }]),
    [PLANNED_LEAVES_ANNOTATION]: plannedLeavesText([{ entry: "entry", by: 0, reason: "reason" }]),
  };
  return Object.entries(values).flatMap(([annotation, text]) => {
    const [first]: readonly Readonly<Record<string, unknown>>[] = JSON.parse(text ?? "[]");
    return Object.keys(first ?? {}).map((name): FoundName => ({ class: "kubernetes name", of: `value of ${annotation}`, name }));
  });
}

function annotationsIn({ modules }: SourceGraph): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { source } of modules)
    walk(source, (node) => {
      if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) for (const [name] of node.text.matchAll(OWN_NAME)) names.add(name);
    });
  return names;
}

/** The fields of each line that is logged as "audit", by the type of what is passed. */
function auditKeys({ modules, checker }: SourceGraph): ReadonlySet<string> {
  const keys = new Set(["time", "level", "message", ...Object.keys(loggedOrigin({ session: "session", address: "address", requestId: "request" }))]);
  for (const { path, source } of modules.filter((one) => one.path.startsWith("lib/server/")))
    walk(source, (node) => {
      if (!isCallExpression(node) || node.expression.getText() !== "log") return;
      const [, message, fields] = node.arguments;
      if (fields === undefined || message === undefined || !isStringLiteral(message) || message.text !== AUDIT) return;
      const type = checker.getTypeAtLocation(fields);
      const properties = type === undefined ? [] : checker.getPropertiesOfType(type);
      if (properties.length === 0) throw new Error(`${path}: the fields of an audit line cannot be read`);
      for (const { name } of properties) keys.add(name);
    });
  return keys;
}
