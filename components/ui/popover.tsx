"use client";

import { type ComponentProps, lazy } from "react";
import { ByNeed, ByNeedContent, ByNeedTrigger } from "./by-need";

const load = () => import("./popover-parts");
const Content = lazy(() => load().then((loaded) => ({ default: loaded.Content })));

export function Popover(props: Omit<ComponentProps<typeof ByNeed>, "load" | "opens">) {
  return <ByNeed load={load} opens="dialog" {...props} />;
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
