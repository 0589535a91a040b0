"use client";

import { type ComponentProps, lazy } from "react";
import { ByNeed, ByNeedContent, ByNeedTrigger } from "./by-need";

const load = () => import("./menu-parts");
const Content = lazy(() => load().then((loaded) => ({ default: loaded.Content })));

/** A menu under a button. */
export function Menu(props: Omit<ComponentProps<typeof ByNeed>, "load" | "opens">) {
  return <ByNeed load={load} opens="menu" {...props} />;
}

export const MenuTrigger = ByNeedTrigger;

export function MenuContent(props: ComponentProps<typeof Content>) {
  return (
    <ByNeedContent>
      <Content {...props} />
    </ByNeedContent>
  );
}

export const MenuItem = lazy(() => load().then((loaded) => ({ default: loaded.Item })));
export const MenuCheckItem = lazy(() => load().then((loaded) => ({ default: loaded.CheckItem })));
export const MenuRadioGroup = lazy(() => load().then((loaded) => ({ default: loaded.RadioGroup })));
export const MenuRadioItem = lazy(() => load().then((loaded) => ({ default: loaded.RadioItem })));
export const MenuSeparator = lazy(() => load().then((loaded) => ({ default: loaded.Separator })));
