"use client";

import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Glyph } from "@/components/ui/glyph";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { Menu, MenuContent, MenuTrigger, menuLoaderWith } from "@/components/ui/menu";
import { useCopy } from "@/components/ui/use-copy";
import { Link } from "@/lib/client/page-link";
import type { PageMenuProps } from "./page-menu";

const loadMenu = partLoader(() => import("./page-menu"));
const load = menuLoaderWith(loadMenu);
const PageMenu = lazyPart(loadMenu, (loaded) => loaded.PageMenu);
/** Loaded when it is opened. */
const ViewsDialog = lazy(() => import("./views-dialog").then((loaded) => ({ default: loaded.ViewsDialog })));

type PageActionsProps = Pick<PageMenuProps, "primary" | "actions" | "files" | "hasViews" | "dangers">;

/** The action bar of a page, right of its breadcrumb or headline: one primary button, then the menu ⋯. On a phone, the menu begins with the primary action. */
export function PageActions(props: PageActionsProps) {
  const { outcome, copy } = useCopy();
  const [areViewsOpen, setViewsOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const next = useRef<(() => void) | null>(null);
  const runNext = (event: Event) => {
    if (next.current === null) return;
    event.preventDefault();
    more.current?.focus();
    next.current();
    next.current = null;
  };
  const onRun = (run: () => void) => {
    next.current = run;
  };
  return (
    <div data-page-actions="" className="ml-auto flex shrink-0 items-center gap-2 font-sans">
      {props.primary !== undefined && <Primary action={props.primary} onCopy={copy} />}
      <Menu load={load}>
        <MenuTrigger asChild>
          <Button ref={more} aria-label="More actions" className="w-9 justify-center px-0">
            {outcome === "copied" ? <Glyph name="check" /> : <span aria-hidden="true">⋯</span>}
          </Button>
        </MenuTrigger>
        <MenuContent align="end" className="w-67" onCloseAutoFocus={runNext}>
          <PageMenu {...props} onCopy={copy} onRun={onRun} onViews={() => onRun(() => setViewsOpen(true))} />
        </MenuContent>
      </Menu>
      <span role="status" className={outcome === "the browser refused" ? "text-s text-bad" : "sr-only"}>
        {outcome}
      </span>
      {areViewsOpen && (
        <Suspense>
          <ViewsDialog onClose={() => setViewsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface PrimaryProps {
  readonly action: NonNullable<PageMenuProps["primary"]>;
  readonly onCopy: PageMenuProps["onCopy"];
}

function Primary({ action, onCopy }: PrimaryProps): ReactNode {
  const look = buttonClass("primary", "max-desk:hidden");
  if ("href" in action)
    return (
      <Link prefetch={false} href={action.href} className={look}>
        {action.label}
      </Link>
    );
  if ("download" in action)
    return (
      <a href={action.download} download className={look}>
        {action.label}
      </a>
    );
  return (
    <button
      type="button"
      disabled={action.isDisabled}
      title={action.note}
      className={look}
      onClick={() => ("copy" in action ? onCopy(action.copy()) : action.run())}
    >
      {action.label}
    </button>
  );
}
