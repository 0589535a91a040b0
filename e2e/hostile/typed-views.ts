import { expect } from "@playwright/test";
import { TYPED } from "./fields";
import { namespaceOf, textOf } from "./objects";
import { inParts, of, type View } from "./views";

/** Where the platform team's rules are asked for. */
const NEW_GROUP = ["", "/describe"];

/** The pages that need the platform team's rules: they wait until some of `payloads` is there. */
export function railViews(payloads: readonly number[]): readonly View[] {
  const marks = new RegExp(`qR[nl](${payloads.map((payload) => String(payload).padStart(3, "0")).join("|")})z`);
  return NEW_GROUP.map((step) => ({
    path: `/groups/new${step}?cluster=sandbox&namespace=${namespaceOf(0)}`,
    looks: [{ name: `new group${step}`, after: (page) => expect(page.getByRole("main")).toContainText(marks) }],
  }));
}

type Query = Readonly<Record<string, string | readonly string[]>>;

/** An address that holds texts of strangers: so many, and where. */
interface Address {
  readonly path: string;
  readonly name?: string;
  readonly holds: number;
  readonly query: (texts: readonly string[]) => Query;
}

/** Of some an address holds as many as it may be long, of others as many as are read. */
const MANY = 40;
const joined = (texts: readonly string[]) => texts.join(" ");
const inFilter = (path: string): Address => ({ path, holds: MANY, query: (texts) => ({ q: joined(texts) }) });
const inPlace = (step: string): Address => ({
  path: `/groups/new${step}`,
  name: `new group${step}`,
  holds: MANY,
  query: (texts) => ({ namespace: joined(texts) }),
});

const ADDRESSES: readonly Address[] = [
  ...["/entries", "/groups", "/services", "/findings", "/activity"].map(inFilter),
  { path: "/audit", holds: MANY, query: (texts) => ({ ns: texts }) },
  { path: "/networks", holds: 4, query: (texts) => ({ from: joined(texts) }) },
  { path: "/localities?lost=set:hostile", holds: 15, query: (texts) => ({ lost: texts }) },
  ...["", "/describe", "/reach", "/review"].map(inPlace),
  { path: "/services/preview", name: "preview", holds: MANY, query: (texts) => ({ cluster: "sandbox", yaml: texts.join("\n") }) },
];

/** Addresses that somebody sends, with payloads in them. */
export function typedViews(payloads: readonly number[]): readonly View[] {
  return ADDRESSES.flatMap(({ path, name = path, holds, query }) =>
    inParts(payloads, holds).map((some) => {
      const params = new URLSearchParams(path.split("?")[1]);
      for (const [key, value] of Object.entries(query(some.map((payload) => textOf(TYPED, payload)))))
        for (const one of [value].flat()) params.append(key, one);
      return of(`${path.split("?")[0]}?${params}`, name);
    }),
  );
}
