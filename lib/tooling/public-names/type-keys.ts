import { isInterfaceDeclaration } from "typescript/unstable/ast/is";
import { type Checker, type Type, TypeFlags } from "typescript/unstable/sync";
import type { SourceGraph } from "./source-graph";

/** Returns the keys of a JSON value by its interface, as the paths of `keysOf`: `rows[].name`. */
export function keysOfType({ modules, checker }: SourceGraph, path: string, name: string): readonly string[] {
  const statements = modules.find((one) => one.path === path)?.source.statements ?? [];
  const declared = [...statements].filter(isInterfaceDeclaration).find((one) => one.name.text === name);
  const type = declared === undefined ? undefined : checker.getTypeAtLocation(declared.name);
  if (type === undefined) throw new Error(`${path} has no interface ${name}`);
  return [...new Set(keysIn(checker, type, ""))];
}

function keysIn(checker: Checker, type: Type, path: string): readonly string[] {
  if (type.isUnionType()) return type.getTypes().flatMap((one) => keysIn(checker, one, path));
  if (checker.isArrayLikeType(type)) return checker.getIndexInfosOfType(type).flatMap(({ valueType }) => keysIn(checker, valueType, `${path}[]`));
  const isObject = (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0;
  return !isObject
    ? []
    : checker.getPropertiesOfType(type).flatMap((property) => {
        const at = path === "" ? property.name : `${path}.${property.name}`;
        const below = checker.getTypeOfSymbol(property);
        return [at, ...(below === undefined ? [] : keysIn(checker, below, at))];
      });
}
