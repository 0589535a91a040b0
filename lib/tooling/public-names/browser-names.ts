import { isCallExpression, isIdentifier, isLiteralTypeNode, isStringLiteral, isTypeAliasDeclaration } from "typescript/unstable/ast/is";
import { saveBundle } from "@/lib/client/bundle-drafts";
import { saveDraft } from "@/lib/client/drafts";
import { saveEdit } from "@/lib/client/edit-drafts";
import { KEPT, keptKeys } from "@/lib/client/kept-texts";
import { saveOwnFact } from "@/lib/client/own-facts";
import { saveView } from "@/lib/client/saved-views";
import { typedKey } from "@/lib/client/typed-texts";
import { BundleFormEdits, NewGroupMeshValues } from "@/lib/contract/answers/bundle";
import { EditDraft, GroupDraft, StoredMutes } from "@/lib/contract/answers/drafts";
import { formatPreferences, PREFERENCES_COOKIE, Preferences } from "@/lib/contract/url/preferences";
import { SavedView } from "@/lib/contract/url/saved-view";
import { attemptCookies } from "@/lib/server/access/attempt-cookies";
import { randomKeys } from "@/lib/server/access/sealing";
import { sessionCookies } from "@/lib/server/access/session-cookies";
import type { FoundName } from "./name-list";
import { type SourceGraph, walk } from "./source-graph";
import { keysOf } from "./zod-keys";

/** The files that may set a cookie or use the browser's storage. The collector finds no names that other files set. */
const KEEPERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["setCookie", ["lib/server/access/attempt-cookies.ts", "lib/server/access/cookie-text.ts", "lib/server/access/session-cookies.ts"]],
  ["cookie", ["lib/client/preferences.tsx"]],
  ["localStorage", ["lib/client/kept-texts.ts"]],
  ["sessionStorage", []],
  ["indexedDB", []],
  ["caches", []],
]);

/** The stored names in a user's browser: cookies, and keys of its storage with their contents. */
export function browserNames(graph: SourceGraph): { readonly names: readonly FoundName[]; readonly problems: readonly string[] } {
  const uses = keeperUses(graph);
  const problems = uses.map(
    ([path, keeper]) => `${path} uses ${keeper}: its names are not found there. See KEEPERS of lib/tooling/public-names/browser-names.ts.`,
  );
  return { names: [...cookieNames(), ...storageKeys(), ...storedContent(), ...typedForms(graph)], problems };
}

function cookieNames(): readonly FoundName[] {
  const style = { isSecure: false };
  const attempts = attemptCookies(randomKeys(), Date.now, style).forget("");
  const kept = [...sessionCookies(randomKeys(), Date.now, style).forget(), ...attempts].map((cookie) =>
    (cookie.split("=")[0] ?? "").replace(/^(stolos-attempt-).+/, "$1STATE"),
  );
  const preferences = Object.entries(Preferences.shape).flatMap(([field, { _zod }]) => Object.values(_zod.def.entries).map((value) => `${field}-${value}`));
  const example = formatPreferences({ zone: "utc", theme: "dark" });
  return [
    ...[...kept, PREFERENCES_COOKIE].map((name): FoundName => ({ class: "cookie", of: "", name })),
    ...preferences.map((name): FoundName => ({ class: "cookie", of: PREFERENCES_COOKIE, name })),
    { class: "cookie", of: PREFERENCES_COOKIE, name: "form of the value", value: example },
  ];
}

/** The whole keys, as the product's own functions write them. Capitals mark the variable parts. */
function storageKeys(): readonly FoundName[] {
  const object = { cluster: "CLUSTER", namespace: "NAMESPACE", name: "NAME" };
  saveView("VIEWER", { name: "NAME", address: "/groups" });
  saveDraft("VIEWER", { id: "ID", ...object, group: "", makeAccount: true, reach: { how: "none" } });
  saveEdit("VIEWER", { ...object, resource: "workloadgroups" }, { uid: "", resourceVersion: "", base: "", owner: null, text: "" });
  saveBundle("VIEWER", object, { revision: "1" });
  saveOwnFact("VIEWER", "CLUSTER", "gateway", "text");
  const written = [...keptKeys("").filter((key) => key.includes("VIEWER")), typedKey("VIEWER", ["drain", "CLUSTER", "NAMESPACE", "NAME"])];
  const others = Object.values(KEPT).filter((prefix) => !written.some((key) => key.startsWith(prefix)));
  return [...written, ...others.map((prefix) => `${prefix}VIEWER`)].map((name): FoundName => ({ class: "browser storage key", of: "", name }));
}

function storedContent(): readonly FoundName[] {
  const schemas = {
    [KEPT.view]: SavedView,
    [KEPT.draft]: GroupDraft,
    [KEPT.edit]: EditDraft,
    [KEPT.bundle]: BundleFormEdits,
    [KEPT.mesh]: NewGroupMeshValues,
    [KEPT.mutes]: StoredMutes,
  };
  return Object.entries(schemas).flatMap(([of, schema]) => keysOf(schema).map((name): FoundName => ({ class: "browser storage content", of, name })));
}

/** The forms whose texts are stored under `stolos.typed:`. */
function typedForms({ modules }: SourceGraph): readonly FoundName[] {
  const forms: string[] = [];
  for (const { path, source } of modules)
    if (path === "lib/client/typed-texts.ts")
      walk(source, (node) => {
        if (!isTypeAliasDeclaration(node) || node.name.text !== "TypedIn") return;
        walk(node, (inside) => {
          if (isLiteralTypeNode(inside) && isStringLiteral(inside.literal)) forms.push(inside.literal.text);
        });
      });
  return forms.map((name): FoundName => ({ class: "browser storage content", of: KEPT.typed, name }));
}

function keeperUses({ modules }: SourceGraph): readonly (readonly [path: string, keeper: string])[] {
  const uses = new Map<string, readonly [string, string]>();
  for (const { path, source } of modules)
    walk(source, (node) => {
      if (!isIdentifier(node)) return;
      const allowed = KEEPERS.get(node.text);
      if (allowed === undefined || allowed.includes(path)) return;
      const text = node.parent.getText();
      const isUse = node.text === "cookie" ? text === "document.cookie" : node.text === "setCookie" ? isCallExpression(node.parent) : true;
      if (isUse) uses.set(`${path} ${node.text}`, [path, node.text]);
    });
  return [...uses.values()];
}
