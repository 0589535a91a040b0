"use client";

import { Button } from "@/components/ui/button";

/** The end of a page that is not the end of the log. */
export function OlderRow({ onOlder }: { readonly onOlder: () => void }) {
  return (
    <tr>
      <td colSpan={4} className="h-12 text-center">
        <Button onClick={onOlder}>Show older</Button>
      </td>
    </tr>
  );
}
