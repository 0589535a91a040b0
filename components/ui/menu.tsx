"use client";

import type { ComponentProps } from "react";
import { ByNeed, ByNeedContent, ByNeedTrigger } from "./by-need";
import { lazyPart, partLoader } from "./lazy-part";

const load = partLoader(() => import("./menu-parts"));
const Content = lazyPart(load, (loaded) => loaded.Content);

/** A menu under a button. `load`: loads it together with its contents, by `menuLoaderWith`. It must stay the same. */
export function Menu({ load: loadAll = load, ...rest }: Partial<Pick<ByNeedProps, "load">> & Omit<ByNeedProps, "load" | "opens">) {
  return <ByNeed load={loadAll} opens="menu" {...rest} />;
}

type ByNeedProps = ComponentProps<typeof ByNeed>;

/** Loads a menu together with its contents, if they are a good part of the scripts of a page. */
export function menuLoaderWith(contents: () => Promise<unknown>): ByNeedProps["load"] {
  return async () => {
    const [parts] = await Promise.all([load(), contents()]);
    return parts;
  };
}

export const MenuTrigger = ByNeedTrigger;

export function MenuContent(props: ComponentProps<typeof Content>) {
  return (
    <ByNeedContent>
      <Content {...props} />
    </ByNeedContent>
  );
}

export const MenuItem = lazyPart(load, (loaded) => loaded.Item);
export const MenuCheckItem = lazyPart(load, (loaded) => loaded.CheckItem);
export const MenuSeparator = lazyPart(load, (loaded) => loaded.Separator);
