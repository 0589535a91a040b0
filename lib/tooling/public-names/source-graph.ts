import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type CallExpression, type Identifier, type ImportDeclaration, type Node, type SourceFile, type Statement, SyntaxKind } from "typescript/unstable/ast";
import {
  isBindingElement,
  isCallExpression,
  isClassDeclaration,
  isExportAssignment,
  isFunctionDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportSpecifier,
  isJsxAttribute,
  isNamedImports,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isStringLiteral,
  isVariableDeclaration,
  isVariableStatement,
} from "typescript/unstable/ast/is";
import { API, type Checker, type Program } from "typescript/unstable/sync";

/** The folders of the product. Tests, the simulated cluster and the tools have no public names. */
const PRODUCT = /^(app|components|lib\/(client|contract|domain|format|server)|proxy\.ts|instrumentation\.ts)/;
const ENDINGS = [".ts", ".tsx"];

/** One top-level declaration of a source file. */
export interface Declaration {
  readonly path: string;
  readonly name: string;
  readonly node: Node;
}

interface Module {
  readonly path: string;
  readonly source: SourceFile;
  /** Imported names by their local name. */
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
  readonly declarations: ReadonlyMap<string, Declaration>;
}

/** A declaration that something uses. `only` = the properties that are read of what it returns; null = all. */
export interface Reached extends Declaration {
  readonly only: readonly string[] | null;
}

/** The syntax trees of the product, and the declarations that a declaration uses. */
export class SourceGraph {
  readonly #modules = new Map<string, Module>();
  readonly #api: API;
  readonly checker: Checker;

  constructor(root: string) {
    this.#api = new API({ cwd: root });
    const [project] = this.#api.updateSnapshot({ openProjects: [join(root, "tsconfig.json")] }).getProjects();
    if (project === undefined) throw new Error("tsconfig.json cannot be opened");
    this.checker = project.checker;
    for (const [path, source] of productSources(project.program, root)) this.#modules.set(path, readModule(root, path, source));
  }

  close(): void {
    this.#api.close();
  }

  get modules(): readonly Module[] {
    return [...this.#modules.values()];
  }

  /** The declarations of a file, and all that they use, directly or not. `enters` decides which of them to follow. */
  reachedFrom(path: string, enters: (declaration: Declaration) => boolean): readonly Reached[] {
    const reached = new Map<string, Reached>();
    const start = this.#modules.get(path);
    if (start === undefined) throw new Error(`${path} is no source of the product`);
    const waiting = [...start.declarations.values()].map((one): Reached => ({ ...one, only: null }));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const key = `${next.path} ${next.name} ${next.only?.join() ?? "*"}`;
      if (reached.has(key)) continue;
      reached.set(key, next);
      waiting.push(...this.#usedBy(next).filter(enters));
    }
    return [...reached.values()];
  }

  #usedBy(user: Reached): readonly Reached[] {
    const module = this.#modules.get(user.path);
    const used: Reached[] = [];
    visitReached(user, (node) => {
      if (isDynamicImport(node)) used.push(...this.#allOf(user.path, node));
      if (!isIdentifier(node) || isOnlyName(node)) return;
      const imported = module?.imports.get(node.text);
      const target = imported === undefined ? module?.declarations.get(node.text) : this.#modules.get(imported.path)?.declarations.get(imported.name);
      if (target !== undefined && target.node !== user.node) used.push({ ...target, only: propertiesRead(node, user) });
    });
    return used;
  }

  #allOf(from: string, call: CallExpression): readonly Reached[] {
    const [argument] = call.arguments;
    const path = argument !== undefined && isStringLiteral(argument) ? sourceOf(from, argument.text) : null;
    const declarations = path === null ? undefined : this.#modules.get(path)?.declarations;
    return [...(declarations?.values() ?? [])].map((one) => ({ ...one, only: null }));
  }
}

/** Calls for each node of a declaration, without the returned properties that its user does not read. */
export function visitReached({ node, only }: Reached, visit: (node: Node) => void): void {
  walk(node, visit, (inside) => only !== null && isReturnedProperty(inside) && !only.includes(inside.name.getText()));
}

/** Calls for a node and all nodes inside it. */
export function walk(node: Node, visit: (node: Node) => void, skips: (node: Node) => boolean = () => false): void {
  if (skips(node)) return;
  visit(node);
  node.forEachChild((child) => walk(child, visit, skips));
}

function* productSources(program: Program, root: string): Iterable<readonly [string, SourceFile]> {
  for (const name of program.getSourceFileNames()) {
    const path = relative(root, name);
    if (!PRODUCT.test(path) || /\.test\.tsx?$/.test(path)) continue;
    const source = program.getSourceFile(name);
    if (source !== undefined) yield [path, source];
  }
}

function readModule(root: string, path: string, source: SourceFile): Module {
  const declarations = new Map<string, Declaration>();
  for (const statement of source.statements) for (const [name, node] of declaredBy(statement)) declarations.set(name, { path, name, node });
  const imports = new Map([...source.statements].filter(isImportDeclaration).flatMap((one) => importsOf(root, path, one)));
  return { path, source, imports, declarations };
}

function declaredBy(statement: Statement): readonly (readonly [string, Node])[] {
  if (isVariableStatement(statement)) {
    return [...statement.declarationList.declarations].flatMap((one) => boundNames(one.name).map((name) => [name, one] as const));
  }
  if (isFunctionDeclaration(statement) || isClassDeclaration(statement)) return [[statement.name?.text ?? "default", statement]];
  return isExportAssignment(statement) ? [["default", statement]] : [];
}

/** The names of `const a` and of `const { a, b }`. */
function boundNames(name: Node | undefined): readonly string[] {
  if (name === undefined) return [];
  if (isIdentifier(name)) return [name.text];
  const names: string[] = [];
  walk(name, (node) => {
    if (isBindingElement(node) && node.name !== undefined && isIdentifier(node.name)) names.push(node.name.text);
  });
  return names;
}

function importsOf(
  root: string,
  from: string,
  { importClause, moduleSpecifier }: ImportDeclaration,
): readonly (readonly [string, { path: string; name: string }])[] {
  const path = isStringLiteral(moduleSpecifier) ? sourceOf(from, moduleSpecifier.text, root) : null;
  const named = importClause?.namedBindings;
  if (path === null || named === undefined || !isNamedImports(named)) return [];
  return [...named.elements].filter(isImportSpecifier).map((one) => [one.name.text, { path, name: (one.propertyName ?? one.name).text }] as const);
}

/** The source file that an import names; null for packages. */
function sourceOf(from: string, specifier: string, root = "."): string | null {
  const base = specifier.startsWith("@/") ? specifier.slice(2) : specifier.startsWith("./") ? join(dirname(from), specifier) : null;
  if (base === null) return null;
  return ENDINGS.map((ending) => `${base}${ending}`).find((path) => existsSync(join(root, path))) ?? null;
}

function isDynamicImport(node: Node): node is CallExpression {
  return isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword;
}

/** The name of a property or of an attribute refers to no declaration. */
function isOnlyName(node: Identifier): boolean {
  const { parent } = node;
  return (isPropertyAccessExpression(parent) || isPropertyAssignment(parent) || isJsxAttribute(parent)) && parent.name === node;
}

/** The properties that a call's user reads of its result: `const { a, b } = f()`. A function that returns the call passes on what its own user reads. */
function propertiesRead(callee: Identifier, { only }: Reached): readonly string[] | null {
  const call = callee.parent;
  if (!isCallExpression(call) || call.expression !== callee) return null;
  const { parent } = call;
  if (isReturnStatement(parent)) return only;
  if (!isVariableDeclaration(parent) || !isObjectBindingPattern(parent.name)) return null;
  return [...parent.name.elements].filter(isBindingElement).map((one) => (one.propertyName ?? one.name)?.getText() ?? "");
}

function isReturnedProperty(node: Node): node is Node & { readonly name: Node } {
  return isPropertyAssignment(node) && isObjectLiteralExpression(node.parent) && isReturnStatement(node.parent.parent);
}
