import { readdirSync } from "node:fs";
import { type CallExpression, type Expression, type JsxAttribute, type Node, type SwitchStatement, SyntaxKind } from "typescript/unstable/ast";
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isCallExpression,
  isCaseClause,
  isIdentifier,
  isJsxAttribute,
  isJsxExpression,
  isJsxOpeningElement,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isStringLiteral,
  isSwitchStatement,
  isVariableDeclaration,
} from "typescript/unstable/ast/is";
import { SERVICE_KIND_BY_RESOURCE } from "@/lib/contract/url/paths";
import type { FoundName } from "./name-list";
import { type Declaration, type Reached, type SourceGraph, visitReached, walk } from "./source-graph";

/** Declarations that read the query of a view or build an address. They read no address of a page. */
const NO_ADDRESS_READERS: ReadonlyMap<string, string> = new Map([
  ["lib/contract/url/lost-query.ts lossWindowOfView", "reads the query of a view"],
  ["lib/contract/views/incidents.ts incidentKeyOf", "reads the query of a view"],
  ["lib/contract/views/view.ts VIEW_DECLARATIONS", "read the queries of views"],
  ["lib/contract/views/held-views.ts viewCoversAnyCluster", "reads the query of a view"],
  ["lib/contract/url/history-window.ts hrefAtMoment", "adds a moment to an address"],
  ["lib/contract/url/networks-query.ts networksPageSearchParams", "writes an address"],
  ["lib/contract/url/service-query.ts servicePageSearchParams", "writes an address"],
  ["components/yaml/use-shown-version.ts useShownVersion", "builds the query of a view"],
]);

/** Reads of a key in a variable. The same function writes or copies these keys. */
const COPIED_KEYS: ReadonlySet<string> = new Set(["components/table/use-list-url.ts useListUrlOf"]);
/** Keys of the query of a view, which its page builds from its path. */
const VIEW_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ["lib/contract/url/service-query.ts parseServiceQuery", ["cluster", "ns", "name", "kind", "pinned", "pinnedNode"]],
]);

/** Ids that only label a part of a page for screen readers. No link points at them. */
const LABEL_IDS: ReadonlySet<string> = new Set(["main", "account-in-use", "host-check"]);

/** Keys that a page reads with the others of a list and does not use. */
const UNUSED_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ["/control-plane", ["q", "sort"]],
  ["/c/CLUSTER/groups/NAMESPACE/NAME", ["q"]],
]);

const EVERY_PAGE = "every page";
const READS: readonly string[] = ["get", "getAll", "has"];
/** Functions that read a whole query by a schema, their first argument. */
const SCHEMA_READERS: readonly string[] = ["read", "parseQueryValues"];

/** The reads of an address in one declaration. */
interface AddressRead {
  readonly key: string;
  /** The values that the code compares with; none = any value. */
  readonly values: readonly string[];
}

interface PageNames {
  readonly names: readonly FoundName[];
  /** Reads whose key cannot be found in the source. */
  readonly problems: readonly string[];
}

/** The addresses of pages, their query keys and anchors, and the columns that `cols=` and `sort=` name. */
export function pageNames(graph: SourceGraph): PageNames {
  const reader = new AddressReader(graph);
  const pages = graph.modules.map(({ path }) => path).filter((path) => /^app\/(.*\/)?page\.tsx$/.test(path));
  const frame = reader.namesOf("app/layout.tsx", EVERY_PAGE);
  const ofFrame = new Set(frame.map(({ class: kind, name }) => `${kind} ${name}`));
  const ofPages = pages.flatMap((path) => {
    const page = addressOf(path);
    const own = reader.namesOf(path, page).filter(({ class: kind, name }) => !ofFrame.has(`${kind} ${name}`));
    const used = own.filter(({ class: kind, name }) => kind !== "page query key" || !UNUSED_KEYS.get(page)?.includes(name));
    return [...Object.keys(SERVICE_KIND_BY_RESOURCE).map((plural): FoundName => ({ class: "page", of: "", name: page.replace("RESOURCE", plural) })), ...used];
  });
  const files = readdirSync("public").filter((name) => name.endsWith(".webmanifest"));
  const manifests = files.map((name): FoundName => ({ class: "page", of: "", name: `/${name}` }));
  return { names: [...frame, ...ofPages, ...manifests], problems: [...reader.problems] };
}

/** The query keys that a route reads, with their values, in the files that match `within`. */
export function routeQueryNames(graph: SourceGraph, path: string, address: string, within: RegExp): readonly FoundName[] {
  const reader = new AddressReader(graph);
  const names = reader.namesOf(path, address, (one) => within.test(one.path) && entersPage({ ...one, path: one.path.replace("lib/server/", "") }));
  return names.flatMap((one): readonly FoundName[] => {
    if (one.class === "page query key") return [{ ...one, class: "route query key" }];
    return one.class === "page query value" ? [{ ...one, class: "route query value" }] : [];
  });
}

/** `app/c/[cluster]/entries/[namespace]/[name]/page.tsx` is `/c/CLUSTER/entries/NAMESPACE/NAME`. */
export function addressOf(path: string): string {
  const folders = path.split("/").slice(1, -1);
  return `/${folders.map((folder) => folder.replace(/^\[(?:\.\.\.)?(\w+)\]$/, (_, name: string) => name.toUpperCase())).join("/")}`;
}

class AddressReader {
  readonly problems = new Set<string>();
  readonly #namesQueryType = new Map<string, boolean>();
  readonly #known = new Map<string, readonly FoundName[]>();

  constructor(private readonly graph: SourceGraph) {}

  namesOf(path: string, page: string, enters: (declaration: Declaration) => boolean = entersPage): readonly FoundName[] {
    const reached = this.graph.reachedFrom(path, enters);
    const found = new Map<string, FoundName>();
    for (const one of reached) for (const name of this.#namesIn(one)) found.set(`${name.class} ${name.of} ${name.name}`, name);
    const names = [...found.values()].map((one) => ({ ...one, of: one.of === "" ? page : `${page}?${one.of}` }));
    const hasColumns = names.some(({ class: kind, name }) => kind === "page query key" && name === "cols");
    return names.filter((one) => hasColumns || one.class !== "table column").sort(byClassAndName);
  }

  #namesIn(reached: Reached): readonly FoundName[] {
    const key = `${reached.path} ${reached.name} ${reached.only?.join() ?? "*"}`;
    const known = this.#known.get(key) ?? this.#read(reached);
    this.#known.set(key, known);
    return known;
  }

  #read(reached: Reached): readonly FoundName[] {
    const names: FoundName[] = [];
    visitReached(reached, (node) => {
      for (const { key, values } of this.#addressReads(node, reached)) {
        names.push({ class: "page query key", of: "", name: key });
        for (const value of values) names.push({ class: "page query value", of: key, name: value });
      }
      const anchor = anchorOf(node);
      if (anchor !== null) names.push({ class: "page anchor", of: "", name: anchor });
      const column = columnOf(node);
      if (column !== null) names.push({ class: "table column", of: "", name: column });
    });
    return names;
  }

  #addressReads(node: Node, within: Declaration): readonly AddressRead[] {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression) && READS.includes(node.expression.name.text)) {
      const [argument] = node.arguments;
      if (argument === undefined || !this.#isOf(node.expression.expression, "URLSearchParams")) return [];
      const reader = `${within.path} ${within.name}`;
      const keys = this.#texts(argument, within).filter((key) => !VIEW_KEYS.get(reader)?.includes(key));
      if (this.#texts(argument, within).length === 0 && !COPIED_KEYS.has(reader))
        this.problems.add(`${within.path}: the query key of \`${node.getText()}\` cannot be found: write it as a text, or declare it as a constant.`);
      return keys.map((key) => ({ key, values: this.#comparedWith(node) }));
    }
    if (isCallExpression(node) && isIdentifier(node.expression) && SCHEMA_READERS.includes(node.expression.text)) return this.#keysOfSchema(node);
    if (!isPropertyAccessExpression(node) || !this.#mayRead(node, within) || !this.#isOf(node.expression, "SearchParams")) return [];
    return this.#isOf(node.expression, "URLSearchParams") ? [] : [{ key: node.name.text, values: this.#comparedWith(node) }];
  }

  /** Resolving the type of each property access takes seconds. This skips files that do not name the type of a query. */
  #mayRead(node: Node, { path }: Declaration): boolean {
    const known = this.#namesQueryType.get(path) ?? node.getSourceFile().text.includes("SearchParams");
    this.#namesQueryType.set(path, known);
    return known;
  }

  /** The keys that the schema of a query declares. */
  #keysOfSchema({ arguments: [schema] }: CallExpression): readonly AddressRead[] {
    const { checker } = this.graph;
    const type = schema === undefined ? undefined : checker.getTypeAtLocation(schema);
    const shape = type === undefined ? undefined : checker.getPropertiesOfType(type).find(({ name }) => name === "shape");
    const fields = shape === undefined ? undefined : checker.getTypeOfSymbol(shape);
    return fields === undefined ? [] : checker.getPropertiesOfType(fields).map(({ name }) => ({ key: name, values: [] }));
  }

  /** Returns true if the type of an expression is the query of an address. */
  #isOf(node: Node, type: "URLSearchParams" | "SearchParams"): boolean {
    const found = this.graph.checker.getTypeAtLocation(node);
    const text = found === undefined ? "" : this.graph.checker.typeToString(found);
    return text.includes(type) || (type === "SearchParams" && text.includes("Record<string, string | readonly string[] | undefined>"));
  }

  /** Returns the possible texts of an expression: from its type, from the list of its loop, or from the calls of its function. */
  #texts(node: Expression, within: Declaration): readonly string[] {
    const type = this.graph.checker.getTypeAtLocation(node);
    const types = type === undefined ? [] : type.isUnionType() ? type.getTypes() : [type];
    const literals = types.flatMap((one) => (one.isStringLiteralType() ? [one.value] : []));
    return literals.length === types.length && literals.length > 0 ? literals : textsPassed(node, within.node);
  }

  /** Returns the texts that the code compares with a read, by `===` or a `switch`. Follows one call, as in `singleQueryValue(search.mode) === "ambient"`. */
  #comparedWith(read: Node): readonly string[] {
    const outer = isCallExpression(read.parent) && read.parent.expression !== read ? read.parent : read;
    const { parent } = outer;
    if (!isBinaryExpression(parent)) return [];
    if (parent.operatorToken.kind === SyntaxKind.QuestionQuestionToken) return isSwitchStatement(parent.parent) ? casesOf(parent.parent) : [];
    if (parent.operatorToken.kind !== SyntaxKind.EqualsEqualsEqualsToken) return [];
    const type = this.graph.checker.getTypeAtLocation(parent.left === outer ? parent.right : parent.left);
    return type?.isStringLiteralType() === true ? [type.value] : [];
  }
}

function entersPage({ path, name }: Declaration): boolean {
  return !path.startsWith("lib/server/") && !NO_ADDRESS_READERS.has(`${path} ${name}`);
}

/** Returns the texts passed for a parameter: elements of the list of `[…].map((key) => …)`, or arguments of `const read = (key) => …`. */
function textsPassed(node: Expression, within: Node): readonly string[] {
  if (!isIdentifier(node)) return [];
  const passed: string[] = [];
  walk(within, (inside) => {
    if (!isParameterDeclaration(inside) || inside.name.getText() !== node.text || !isArrowFunction(inside.parent)) return;
    const holder = inside.parent.parent;
    if (isCallExpression(holder)) passed.push(...textsOfList(holder));
    if (isVariableDeclaration(holder) && isIdentifier(holder.name)) passed.push(...argumentsOf(holder.name.text, within));
  });
  return passed;
}

function textsOfList({ expression }: CallExpression): readonly string[] {
  if (!isPropertyAccessExpression(expression)) return [];
  const list = isAsExpression(expression.expression) ? expression.expression.expression : expression.expression;
  return isArrayLiteralExpression(list) ? [...list.elements].flatMap((one) => (isStringLiteral(one) ? [one.text] : [])) : [];
}

function argumentsOf(name: string, within: Node): readonly string[] {
  const texts: string[] = [];
  walk(within, (node) => {
    if (!isCallExpression(node) || !isIdentifier(node.expression) || node.expression.text !== name) return;
    const [argument] = node.arguments;
    if (argument !== undefined && isStringLiteral(argument)) texts.push(argument.text);
  });
  return texts;
}

function casesOf({ caseBlock }: SwitchStatement): readonly string[] {
  return [...caseBlock.clauses].filter(isCaseClause).flatMap(({ expression }) => (isStringLiteral(expression) ? [expression.text] : []));
}

/** Returns the anchor of an element: its `id`, a field as in `id={rule.code}`, or the pattern of the hashes that a page reads. */
function anchorOf(node: Node): string | null {
  if (isJsxAttribute(node) && node.name.getText() === "id") return idOf(node);
  if (!isRegularExpressionLiteral(node)) return null;
  const isOfHash = node.text.startsWith("/^#") || (isPropertyAccessExpression(node.parent) && node.parent.parent.getText().endsWith("(hash)"));
  const [beginning = ""] = /^[\w=-]*/.exec(node.text.replace(/^\/\^#?/, "")) ?? [];
  return isOfHash && beginning !== "" ? `#${beginning}…` : null;
}

function idOf({ initializer, parent }: JsxAttribute): string | null {
  if (initializer === undefined) return null;
  if (isStringLiteral(initializer)) return LABEL_IDS.has(initializer.text) ? null : `#${initializer.text}`;
  const expression = isJsxExpression(initializer) ? initializer.expression : undefined;
  const isElement = isJsxOpeningElement(parent.parent) && /^[a-z]/.test(parent.parent.tagName.getText());
  return isElement && expression !== undefined && isPropertyAccessExpression(expression) ? `#${expression.name.text.toUpperCase()}` : null;
}

/** Returns the key of a column, as in `cols=` and `sort=`. */
function columnOf(node: Node): string | null {
  if (!isObjectLiteralExpression(node)) return null;
  const fields = [...node.properties].filter(isPropertyAssignment);
  const isColumn = ["key", "head", "shown", "cell"].every((name) => fields.some((one) => one.name.getText() === name));
  const key = fields.find((one) => one.name.getText() === "key")?.initializer;
  const isUnnamed = fields.some((one) => one.name.getText() === "unheaded");
  return isColumn && !isUnnamed && key !== undefined && isStringLiteral(key) ? key.text : null;
}

function byClassAndName(a: FoundName, b: FoundName): number {
  return a.class.localeCompare(b.class) || a.of.localeCompare(b.of) || a.name.localeCompare(b.name);
}
