"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";

/** The attribute of the control that mutes a finding, and of the one that shows it again. */
export const MUTE_CONTROL = { "data-mute-control": "" };

/**
 * Muting a finding takes its control away and puts another in its place, at once or when the watch tells: whoever pressed it goes on at that one, unless
 * the focus is elsewhere by then. What is returned: for the element around both, and to be called when either is pressed.
 */
export function useOtherControl(isShown: boolean): readonly [RefObject<HTMLLIElement | null>, () => void] {
  const item = useRef<HTMLLIElement>(null);
  const pressed = useRef<boolean | null>(null);
  useEffect(() => {
    if (pressed.current === null || pressed.current === isShown) return;
    pressed.current = null;
    if (document.activeElement === document.body) item.current?.querySelector<HTMLElement>("[data-mute-control]")?.focus();
  }, [isShown]);
  const onPressed = useCallback(() => {
    pressed.current = isShown;
  }, [isShown]);
  return [item, onPressed];
}
