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

/** The selected clusters and namespaces: from the URL on a list, otherwise the last selection. */
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

/** Restores the stored selection when a visit starts at a list without URL parameters. */
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
