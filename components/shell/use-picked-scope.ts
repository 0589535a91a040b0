"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useKeptRouter } from "@/lib/client/past";
import { useViewer } from "@/lib/client/viewer";
import { formatPickedScope, isListPage, listHrefWithScope, type PickedScope, parsePickedScope, WHOLE_SCOPE } from "./picked-scope";
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
  const [remembered, setRemembered] = useState(WHOLE_SCOPE);
  useEffect(() => setRemembered(rememberedScope(id)), [id]);
  const inUrl = useMemo(() => parsePickedScope(search), [search]);
  const pick = useCallback(
    (picked: PickedScope) => {
      rememberScope(id, picked);
      setRemembered(picked);
      router.push(listHrefWithScope(pathname, search, picked), { scroll: false });
    },
    [id, router, pathname, search],
  );
  return { picked: isListPage(pathname) ? inUrl : remembered, pick };
}

/** Restores the stored selection when a visit starts at a list without URL parameters. */
export function useRestoreScope(): void {
  const router = useRouter();
  const { id } = useViewer();
  useEffect(() => {
    const { pathname, search } = window.location;
    const remembered = rememberedScope(id);
    if (search !== "" || !isListPage(pathname) || formatPickedScope(remembered) === "") return;
    router.replace(listHrefWithScope(pathname, new URLSearchParams(), remembered), { scroll: false });
  }, [router, id]);
}
