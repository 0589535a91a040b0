import type { ReactNode } from "react";

/** The buttons of a form that floats beside its control: in sight, also where there is no room for the whole form and the rest of it is scrolled. */
export function PopoverFoot({ children }: { readonly children: ReactNode }) {
  return <div className="sticky -bottom-3.5 -mx-3.5 -mb-3.5 bg-raised px-3.5 pt-1 pb-3.5">{children}</div>;
}
