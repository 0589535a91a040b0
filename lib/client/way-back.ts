"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const FROM = "stolos.opened-from";
const TO = "stolos.back-to";

/** Which row of which list a page was opened from: addresses of this site, and the row's place in the whole list. */
export interface OpenedFrom {
  readonly list: string;
  readonly href: string;
  readonly index: number;
}

/** Remembers, in this tab only, the row of the list on screen that is being opened. */
export function rememberOpened(href: string, index: number): void {
  write(FROM, { list: addressOf(window.location), href, index });
}

/** The same after going on to a neighbour of that list. */
export function rememberNeighbour({ list, href, index }: OpenedFrom): void {
  if (read(FROM)?.list === list) write(FROM, { list, href, index });
}

/** Escape leads from a page back to the list that it was opened from, unless the key belongs to something that is open or has the focus. */
export function useWayBack(): void {
  const router = useRouter();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isTaken(event)) return;
      const opened = read(FROM);
      if (opened === null || opened.href !== addressOf(window.location)) return;
      event.preventDefault();
      write(TO, opened);
      router.push(opened.list);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [router]);
}

/** The row that the focus is to go back to, where this list was come back to; told once. */
export function takeRowToFocus(): OpenedFrom | null {
  const opened = read(TO);
  if (opened === null || opened.list !== addressOf(window.location)) return null;
  write(TO, null);
  return opened;
}

const OTHERS = "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=slider], [role=grid], [role=application]";

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return true;
  return event.target instanceof Element && event.target.closest(OTHERS) !== null;
}

/** An address without its place on the page. */
function addressOf({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  return `${pathname}${search}`;
}

function write(key: string, value: OpenedFrom | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    // Where nothing may be stored, there is no way back by key.
    if (!(error instanceof DOMException)) throw error;
  }
}

function read(key: string): OpenedFrom | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return isOpenedFrom(value) ? value : null;
  } catch {
    return null;
  }
}

function isOpenedFrom(value: unknown): value is OpenedFrom {
  if (typeof value !== "object" || value === null) return false;
  const { list, href, index } = value as Partial<Record<keyof OpenedFrom, unknown>>;
  const isAddress = (address: unknown) => typeof address === "string" && address.startsWith("/") && !address.startsWith("//");
  return isAddress(list) && isAddress(href) && typeof index === "number";
}
