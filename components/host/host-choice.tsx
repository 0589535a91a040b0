"use client";

import { ChipButton } from "@/components/ui/chip";
import type { ServiceDetail } from "@/lib/contract/views/service";
import type { HostUrl } from "./use-host-url";

/** Which of the hosts of a ServiceEntry the page speaks of; nothing where it has one. */
export function HostChoice({ detail: { hosts, host }, url }: { readonly detail: ServiceDetail; readonly url: HostUrl }) {
  if (hosts.length < 2) return null;
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Which of its hosts</legend>
      {hosts.map((one) => (
        <ChipButton key={one} on={one === host} aria-pressed={one === host} onClick={() => url.go({ host: one })}>
          {one}
        </ChipButton>
      ))}
    </fieldset>
  );
}
