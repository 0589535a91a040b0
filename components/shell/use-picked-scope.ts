"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useKeptRouter } from "@/lib/client/past";
import { useViewer } from "@/lib/client/viewer";
import { EVERYTHING, hrefUnder, isList, type PickedScope, pickedScopeOf, scopeSearch } from "./picked-scope";
import { rememberedScope, rememberScope } from "./remembered-scope";

interface ScopeChoice {
  readonly picked: PickedScope;
  readonly pick: (picked: PickedScope) => void;
}

/** The choice of clusters and namespaces. On a list it is what the URL says; on the page of one object, which has none, what was chosen last. */
export function usePickedScope(): ScopeChoice {
  const pathname = usePathname();
  const search = useSearchParams();
  const router = useKeptRouter();
  const { id } = useViewer();
  const [remembered, setRemembered] = useState(EVERYTHING);
  useEffect(() => setRemembered(rememberedScope(id)), [id]);
  const inUrl = useMemo(() => pickedScopeOf(search), [search]);
  const pick = useCallback(
    (picked: PickedScope) => {
      rememberScope(id, picked);
      setRemembered(picked);
      router.push(hrefUnder(pathname, search, picked), { scroll: false });
    },
    [id, router, pathname, search],
  );
  return { picked: isList(pathname) ? inUrl : remembered, pick };
}

/** On a visit that begins at a bare list, goes to it under the choice of the last visit. A URL that says anything is left as it is. */
export function useRestoredScope(): void {
  const router = useRouter();
  const { id } = useViewer();
  useEffect(() => {
    const { pathname, search } = window.location;
    const remembered = rememberedScope(id);
    if (search !== "" || !isList(pathname) || scopeSearch(remembered) === "") return;
    router.replace(hrefUnder(pathname, new URLSearchParams(), remembered), { scroll: false });
  }, [router, id]);
}
