import type { ReactNode } from "react";
import { Brand } from "@/components/shell/brand";

/** A whole page without the frame of all others, which nobody is told who is not let in. */
export function UnframedPage({ children }: { readonly children: ReactNode }) {
  return (
    <main className="mx-auto max-w-[560px] px-page py-10">
      <p className="mb-8">
        <Brand />
      </p>
      {children}
    </main>
  );
}
