"use client";

import type { ReactNode } from "react";
import { Item, Separator } from "@/components/ui/menu-parts";
import type { useCopy } from "@/components/ui/use-copy";
import { Link } from "@/lib/client/page-link";
import { usePageAddress } from "./copy-link";
import { type ExportedList, useExportHref } from "./export-links";

/** An action of a page. It copies a text, opens a page of this site, downloads a file, or runs a function. */
export type PageAction = {
  readonly label: string;
  /** Shown at the right in the menu: a count, a time, or the missing permission. */
  readonly note?: string;
  /** Shows the action without a way to choose it. */
  readonly isDisabled?: boolean;
} & (
  | { readonly copy: () => string | Promise<string> }
  | { readonly href: string }
  | { readonly download: string }
  /** A page of another site. It opens in a new tab. */
  | { readonly site: string }
  /** Runs once the menu is closed and the focus is on its button again. A dialog then returns the focus there. */
  | { readonly run: () => void }
);

export interface PageMenuProps {
  readonly primary?: Exclude<PageAction, { readonly site: string }>;
  /** The actions of this page only. They follow "Copy link". */
  readonly actions?: readonly PageAction[];
  /** The list that can be downloaded. `also`: query parameters that the address of the page lacks. */
  readonly files?: { readonly what: ExportedList; readonly also?: Readonly<Record<string, string>> };
  /** Offers saved views: for pages whose address has filters. */
  readonly hasViews?: boolean;
  /** Actions in red behind a line, such as Delete. */
  readonly dangers?: readonly PageAction[];
  readonly onCopy: ReturnType<typeof useCopy>["copy"];
  readonly onRun: (run: () => void) => void;
  readonly onViews: () => void;
}

/** The lines of the menu ⋯ of a page: its actions, then files and saved views, then what cannot be undone. */
export function PageMenu({ primary, actions = [], files, hasViews = false, dangers = [], onViews, ...does }: PageMenuProps) {
  const { live, frozen } = usePageAddress();
  const hasSecondPart = files !== undefined || hasViews;
  return (
    <>
      {primary !== undefined && <ActionItem action={primary} className="desk:hidden" {...does} />}
      <ActionItem action={{ label: "Copy link", copy: live }} {...does} />
      {frozen !== null && <ActionItem action={{ label: "Copy link to this moment", copy: frozen }} {...does} />}
      {actions.map((action) => (
        <ActionItem key={action.label} action={action} {...does} />
      ))}
      {hasSecondPart && <Separator />}
      {files !== undefined && <FileItems {...files} {...does} />}
      {hasViews && <Item onSelect={onViews}>Saved views</Item>}
      {dangers.length > 0 && <Separator />}
      {dangers.map((action) => (
        <ActionItem key={action.label} action={action} className="text-bad" {...does} />
      ))}
    </>
  );
}

interface ActionItemProps extends Pick<PageMenuProps, "onCopy" | "onRun"> {
  readonly action: PageAction;
  readonly className?: string;
}

function ActionItem({ action, className = "", onCopy, onRun }: ActionItemProps): ReactNode {
  const { label, note, isDisabled = false } = action;
  const line = (
    <>
      {label}
      {note !== undefined && <span className="ml-auto pl-3 text-s text-ink-3">{note}</span>}
    </>
  );
  const common = { disabled: isDisabled, className };
  if ("href" in action)
    return (
      <Item {...common} asChild>
        <Link prefetch={false} href={action.href} className="hover:no-underline">
          {line}
        </Link>
      </Item>
    );
  if ("download" in action)
    return (
      <Item {...common} asChild>
        <a href={action.download} download className="hover:no-underline">
          {line}
        </a>
      </Item>
    );
  if ("site" in action)
    return (
      <Item {...common} asChild>
        <a href={action.site} target="_blank" rel="noopener noreferrer" className="hover:no-underline">
          {line}
        </a>
      </Item>
    );
  return (
    <Item {...common} onSelect={() => ("copy" in action ? onCopy(action.copy()) : onRun(action.run))}>
      {line}
    </Item>
  );
}

function FileItems({ what, also, ...does }: NonNullable<PageMenuProps["files"]> & Pick<PageMenuProps, "onCopy" | "onRun">) {
  const href = useExportHref(what, also);
  return (
    <>
      <ActionItem action={{ label: "Download CSV", download: href("csv") }} {...does} />
      <ActionItem action={{ label: "Download JSON", download: href("json") }} {...does} />
    </>
  );
}
