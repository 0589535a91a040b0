"use client";

import { CopyButton } from "@/components/ui/copy-button";

/** Says that this page is a try, and gives the ways to take it along. */
export function TryBanner({ text }: { readonly text: string }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 border border-dashed border-accent bg-accent-soft px-3.5 py-2.5">
      <span className="font-semibold text-accent">A try</span>
      <span className="min-w-60 flex-1">Nothing is written. What you see is what Istio would do with this, on the fleet as it is now.</span>
      <span className="flex gap-2">
        <CopyButton text={() => window.location.href} label="Copy link" wordy />
        <CopyButton text={text} label="Copy YAML" wordy />
      </span>
    </div>
  );
}
