"use client";

import type { ComponentProps } from "react";
import { ByNeed, ByNeedContent, ByNeedTrigger } from "./by-need";
import { lazyPart, partLoader } from "./lazy-part";

const load = partLoader(() => import("./popover-parts"));
const Content = lazyPart(load, (loaded) => loaded.Content);

/** `load`: what loads it together with its contents, by `popoverWith`. It must stay the same. */
export function Popover({ load: loadAll = load, ...rest }: Partial<Pick<ByNeedProps, "load">> & Omit<ByNeedProps, "load" | "opens">) {
  return <ByNeed load={loadAll} opens="dialog" {...rest} />;
}

type ByNeedProps = ComponentProps<typeof ByNeed>;

/** Loads a popover together with what stands in it, where that too is a good part of a page's scripts. */
export function popoverWith(contents: () => Promise<unknown>): ByNeedProps["load"] {
  return async () => {
    const [parts] = await Promise.all([load(), contents()]);
    return parts;
  };
}

export const PopoverTrigger = ByNeedTrigger;

/** A panel that floats beside its trigger, with the focus inside; Escape or a click elsewhere closes it. */
export function PopoverContent(props: ComponentProps<typeof Content>) {
  return (
    <ByNeedContent>
      <Content {...props} />
    </ByNeedContent>
  );
}
