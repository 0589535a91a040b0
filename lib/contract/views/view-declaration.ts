import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";

/** A row of a view. `id` is unique in its list, and stays the same while the row is about the same thing. */
export interface ViewRow {
  readonly id: string;
}

/** A declaration of a view of any kind. */
export interface AnyViewDeclaration {
  /** Returns equal texts for queries of the same view: drops keys that it does not read, and sorts the others. */
  readonly canonicalQuery: (query: string) => string;
  /** The cost to keep it up to date, in rows, without its own rows. */
  readonly cost: number;
  /** Returns the number of filter terms that the server checks on every machine that changes. Absent = none. */
  readonly filterTerms?: (query: string) => number;
  /** `none`: it has a head only. `all`: it has the same rows in every window. */
  readonly rows: "none" | "all" | "window";
  /** The field of the head that counts the rows of all windows together. Absent = no field does. */
  readonly rowCount?: string;
  /** For the compiler only. It is never set. */
  readonly types?: { readonly head: object; readonly row: ViewRow };
}

/** One kind of view. Server and browser take the types of its head and rows from its declaration. */
export interface ViewDeclaration<Head extends object, Row extends ViewRow = never> extends AnyViewDeclaration {
  readonly rowCount?: NumberField<Head>;
  readonly types?: { readonly head: Head; readonly row: Row };
}

type NumberField<Head> = { [Field in keyof Head & string]-?: Head[Field] extends number ? Field : never }[keyof Head & string];

/** Returns the chosen clusters and namespaces of a query, without the rest. */
export function keepClustersAndNamespaces(query: string): string {
  const { clusters, namespaces } = parseMachinesQuery(query);
  return formatListQuery({ clusters, namespaces, terms: [], sort: "" });
}

/** Returns a query with these keys only, in this order. */
export function keepQueryKeys(query: string, ...keys: readonly string[]): string {
  const params = new URLSearchParams(query);
  return new URLSearchParams(keys.flatMap((key) => (params.get(key) ? [[key, params.get(key) ?? ""]] : []))).toString();
}
