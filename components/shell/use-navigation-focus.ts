"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/** The link that the user followed on each page, by the path of the page. */
const followed = new Map<string, string>();

/** A list may render its rows some time after the page. Milliseconds. */
const LOOKS_MS = [0, 150, 400, 1_000];

/**
 * Moves the focus after a navigation: to `main`, or after Back to the link that the user had followed. Otherwise the focus would stay in the
 * navigation or be lost. A focused field or row of the new page keeps the focus. The router announces the page's title itself.
 */
export function useNavigationFocus(): void {
  const pathname = usePathname();
  const before = useRef(pathname);
  const isBack = useRef(false);
  useEffect(() => {
    const onPop = () => {
      isBack.current = true;
    };
    const onClick = ({ target }: MouseEvent) => {
      isBack.current = false;
      const href = target instanceof Element ? target.closest("a[href]")?.getAttribute("href") : null;
      if (href != null) followed.set(window.location.pathname, href);
    };
    window.addEventListener("popstate", onPop);
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("popstate", onPop);
      document.removeEventListener("click", onClick, true);
    };
  }, []);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const href = isBack.current ? followed.get(pathname) : undefined;
    const start = document.activeElement;
    const timers = LOOKS_MS.map((ms) => setTimeout(() => focusPage(href, start), ms));
    return () => timers.forEach(clearTimeout);
  }, [pathname]);
}

/** `start`: the focused element at the navigation. If the viewer has moved the focus since then, it stays. */
function focusPage(href: string | undefined, start: Element | null): void {
  const main = document.querySelector("main");
  const focused = document.activeElement;
  if (main === null || document.querySelector("dialog[open]") !== null || (focused !== main && main.contains(focused))) return;
  if (![start, main, document.body].includes(focused)) return;
  const link = href === undefined ? undefined : [...document.querySelectorAll<HTMLElement>("a[href]")].find((one) => one.getAttribute("href") === href);
  (link ?? main).focus({ preventScroll: true });
}
