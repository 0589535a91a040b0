"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useMemo } from "react";
import { hrefAtMoment, parseMoment } from "@/lib/contract/url/history-window";

interface Kept {
  readonly at: number | null;
  readonly window: string;
}

const Past = createContext<Kept>({ at: null, window: "" });

/** Tells everything below it which moment the address is about. The one place that reads `at=`. */
export function PastProvider({ children }: { readonly children: ReactNode }) {
  const search = useSearchParams();
  const at = parseMoment(search.get("at") ?? "");
  const window = search.get("window") ?? "";
  const kept = useMemo(() => ({ at, window }), [at, window]);
  return <Past value={kept}>{children}</Past>;
}

/** The moment at which the page shows the fleet, in milliseconds; null = now. */
export function usePast(): number | null {
  return useContext(Past).at;
}

/** Makes an address of this site keep the moment that the page is about, and its window. An address that names a moment of its own is left alone. */
export function useKeptAt(): (href: string) => string {
  const { at, window } = useContext(Past);
  return useCallback((href) => (at === null || /[?&]at=/.test(href) ? href : hrefAtMoment(href, at, window)), [at, window]);
}

/** A router whose steps stay in the page's moment. */
export function useKeptRouter(): Pick<ReturnType<typeof useRouter>, "push" | "replace"> {
  const router = useRouter();
  const kept = useKeptAt();
  return useMemo(
    () => ({
      push: (href, options) => router.push(kept(href), options),
      replace: (href, options) => router.replace(kept(href), options),
    }),
    [router, kept],
  );
}

/** Goes to another moment of the same page, or back to now (null). A step that Back undoes; nothing is loaded but the answers. */
export function useTravel(): (at: number | null) => void {
  const pathname = usePathname();
  return useCallback((at) => window.history.pushState(null, "", hrefAtMoment(`${pathname}${window.location.search}`, at)), [pathname]);
}
