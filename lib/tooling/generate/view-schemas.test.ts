import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isVariableStatement } from "typescript/unstable/ast/is";
import { API, type Checker, type Project, SymbolFlags, type Type, TypeFlags, type Symbol as TypeScriptSymbol } from "typescript/unstable/sync";
import { expect, it } from "vitest";

const FILE = "lib/contract/views/view-schemas.ts";
const DECLARED_IN = "lib/contract/views/view.ts";
const DECLARATIONS = "VIEW_DECLARATIONS";

/** `npx vitest run -c lib/tooling/vitest.config.ts lib/tooling/generate/view-schemas.test.ts -u` writes the file. */
it(`${FILE} has a schema for each declared field of each view`, async () => {
  const biome = join(process.cwd(), "node_modules/@biomejs/biome/bin/biome");
  const formatted = execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${FILE}`], { input: viewSchemasText(process.cwd()), encoding: "utf8" });
  await expect(formatted).toMatchFileSnapshot(join(process.cwd(), FILE));
});

/** Returns the text of the file with a schema for the head and for a row of each view, from the types in the declarations of views. */
function viewSchemasText(root: string): string {
  return withProject(root, (project) => {
    const writer = new SchemaWriter(project.checker);
    const { checker } = project;
    const views = checker.getPropertiesOfType(declaredViews(project, root)).map((view) => {
      const types = checker.getNonNullableType(typeOfProperty(checker, typeOf(checker, view), "types"));
      if (types === undefined) throw new Error(`The view ${view.name} has no types.`);
      const schemaOf = (part: string) => writer.schema(typeOfProperty(checker, types, part), `${view.name}.${part}`);
      return `  ${key(view.name)}: { head: ${schemaOf("head")}, row: ${schemaOf("row")} },\n`;
    });
    return `// Written by lib/tooling/generate/view-schemas.test.ts from the types in ${DECLARED_IN}.
import * as z from "zod/mini";
import type { ViewKind } from "./view";

${writer.declarations.join("\n")}

/** The schemas of the head and of a row of each view, for development and tests. They reject fields that are not declared. */
export const VIEW_SCHEMAS: Readonly<Record<ViewKind, { readonly head: z.ZodMiniType; readonly row: z.ZodMiniType }>> = {
${views.join("")}};
`;
  });
}

/** Opens a project with one file and its imports: opening the whole repository takes seconds. */
function withProject<T>(root: string, use: (project: Project) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "view-schemas-"));
  const config = join(folder, "tsconfig.json");
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions: { incremental: false }, files: [join(root, DECLARED_IN)], include: [] }),
  );
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (project === undefined) throw new Error(`${DECLARED_IN} cannot be opened.`);
    return use(project);
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

function declaredViews({ program, checker }: Project, root: string): Type {
  const statements = program.getSourceFile(join(root, DECLARED_IN))?.statements ?? [];
  const declared = [...statements].filter(isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
  const found = declared.find(({ name }) => name.getText() === DECLARATIONS);
  const type = found === undefined ? undefined : checker.getTypeAtLocation(found);
  if (type === undefined) throw new Error(`${DECLARED_IN} has no ${DECLARATIONS}.`);
  return type;
}

function typeOf(checker: Checker, symbol: TypeScriptSymbol): Type {
  const type = checker.getTypeOfSymbol(symbol);
  if (type === undefined) throw new Error(`${symbol.name} has no type.`);
  return type;
}

function typeOfProperty(checker: Checker, type: Type, name: string): Type {
  const property = checker.getPropertyOfType(type, name);
  if (property === undefined) throw new Error(`A type has no property ${name}.`);
  return typeOf(checker, property);
}

/** Writes types as schemas of zod/mini. A long schema becomes a constant, which equal schemas use, too. */
class SchemaWriter {
  /** The constants, each after those that it uses. */
  readonly declarations: string[] = [];
  /** The names of the constants by their text. */
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(private readonly checker: Checker) {}

  /** `path`: the property, for errors. */
  schema(type: Type, path: string): string {
    const text = this.#write(type, path);
    const known = this.#names.get(text);
    if (known !== undefined || text.length < MIN_LENGTH) return known ?? text;
    const own = this.#freeName(nameFromPath(path));
    this.#names.set(text, own);
    this.declarations.push(`const ${own} = ${text};`);
    return own;
  }

  #write(type: Type, path: string): string {
    const { checker } = this;
    if (type.isLiteralType()) return `z.literal(${JSON.stringify(type.value)})`;
    if (type.isUnionType()) return this.#union(type.getTypes(), path);
    const plain = PLAIN.find(([flag]) => (type.flags & flag) !== 0);
    if (plain !== undefined) return plain[1];
    if (checker.isTupleType(type)) return this.#tuple(type, path);
    if (checker.isArrayLikeType(type)) return `z.array(${this.#valueSchema(type, path)})`;
    if ((type.flags & (TypeFlags.Object | TypeFlags.Intersection)) === 0)
      throw new Error(`${path} has a type without a schema: ${checker.typeToString(type)}.`);
    const properties = checker.getPropertiesOfType(type);
    if (properties.length === 0) return `z.record(z.string(), ${this.#valueSchema(type, path)})`;
    return `z.strictObject({ ${properties.map((property) => this.#field(property, path)).join(", ")} })`;
  }

  #field(property: TypeScriptSymbol, path: string): string {
    const type = typeOf(this.checker, property);
    const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
    const schema = this.schema(isOptional ? this.#withoutUndefined(type) : type, `${path}.${property.name}`);
    return `${key(property.name)}: ${isOptional ? `z.optional(${schema})` : schema}`;
  }

  #withoutUndefined(type: Type): Type {
    const rest = type.isUnionType() ? type.getTypes().filter(({ flags }) => (flags & TypeFlags.Undefined) === 0) : [type];
    return rest.length === 1 && rest[0] !== undefined ? rest[0] : type;
  }

  #union(types: readonly Type[], path: string): string {
    const present = types.filter(({ flags }) => (flags & (TypeFlags.Null | TypeFlags.Undefined)) === 0);
    const texts = present.flatMap((type) => (type.isStringLiteralType() ? [JSON.stringify(type.value)] : []));
    const booleans = present.filter((type) => type.isBooleanLiteralType());
    const rest = present.filter((type) => !type.isStringLiteralType() && (booleans.length < 2 || !type.isBooleanLiteralType()));
    const schemas = [
      ...(texts.length > 1 ? [`z.enum([${texts.join(", ")}])`] : texts.map((text) => `z.literal(${text})`)),
      ...(booleans.length === 2 ? ["z.boolean()"] : []),
      ...rest.map((type) => this.schema(type, path)),
    ];
    const schema = schemas.length === 1 ? (schemas[0] ?? "") : `z.union([${schemas.join(", ")}])`;
    return types.some(({ flags }) => (flags & TypeFlags.Null) !== 0) ? `z.nullable(${schema})` : schema;
  }

  #tuple(type: Type, path: string): string {
    if (!type.isTypeReference()) throw new Error(`${path} is a tuple without types.`);
    return `z.tuple([${this.checker
      .getTypeArguments(type)
      .map((one) => this.schema(one, path))
      .join(", ")}])`;
  }

  /** The schema of the values of an array or of a record. */
  #valueSchema(type: Type, path: string): string {
    const [values] = this.checker.getIndexInfosOfType(type);
    if (values === undefined) throw new Error(`${path} has no properties.`);
    return this.schema(values.valueType, `${path}[]`);
  }

  #freeName(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free); number++) free = `${name}${number}`;
    this.#taken.add(free);
    return free;
  }
}

/** A shorter schema is written at each place. */
const MIN_LENGTH = 100;

const PLAIN: readonly (readonly [flag: TypeFlags, schema: string])[] = [
  [TypeFlags.String, "z.string()"],
  [TypeFlags.Number, "z.number()"],
  [TypeFlags.Boolean, "z.boolean()"],
  [TypeFlags.Null, "z.null()"],
  [TypeFlags.Unknown, "z.unknown()"],
  [TypeFlags.Never, "z.never()"],
];

/** Names a schema by the first property that has it: `entry.head.detail` is `EntryDetail`. A renamed type changes nothing. */
function nameFromPath(path: string): string {
  const [view = "", ...parts] = path.replaceAll("[]", "").split(".");
  return [...view.split("-"), parts.at(-1) ?? ""].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}
