import type { ZodMiniType } from "zod/mini";

/** The internal definition of a Zod schema. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, ZodMiniType>>;
  readonly element?: ZodMiniType;
  readonly innerType?: ZodMiniType;
  readonly valueType?: ZodMiniType;
  readonly options?: readonly ZodMiniType[];
  readonly in?: ZodMiniType;
}

/** Schemas with a separate name, such as the row of a machine. A path stops at them, and their keys are listed once. */
export type NamedSchemas = ReadonlyMap<ZodMiniType, string>;

/** Returns the keys of a JSON value, as paths: `rows[].name`. The path of a named schema ends with its name, as in `rows[] = machine`. */
export function keysOf(schema: ZodMiniType, named: NamedSchemas = new Map()): readonly string[] {
  return [...new Set(pathsIn(schema, "", { named, isRoot: true }))];
}

interface Position {
  readonly named: NamedSchemas;
  readonly isRoot: boolean;
}

function pathsIn(schema: ZodMiniType, path: string, { named, isRoot }: Position): readonly string[] {
  const name = named.get(schema);
  if (name !== undefined && !isRoot) return [`${path} = ${name}`];
  const { shape, element, innerType, valueType, options, in: input }: Definition = schema._zod.def;
  const inside = { named, isRoot: false };
  if (shape !== undefined) {
    return Object.entries(shape).flatMap(([key, one]) => {
      const at = path === "" ? key : `${path}.${key}`;
      const below = pathsIn(one, at, inside);
      return below.some((deeper) => deeper.startsWith(`${at} = `)) ? below : [at, ...below];
    });
  }
  if (element !== undefined) return pathsIn(element, `${path}[]`, inside);
  if (valueType !== undefined) return pathsIn(valueType, `${path}.*`, inside);
  if (options !== undefined) return options.flatMap((one) => pathsIn(one, path, inside));
  const next = innerType ?? input;
  return next === undefined ? [] : pathsIn(next, path, inside);
}
