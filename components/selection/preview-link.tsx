"use client";

import { Link } from "@/lib/client/page-link";
import { formatPreviewFrom, type PreviewFrom } from "@/lib/contract/answers/preview";
import { encoded, pagePaths } from "@/lib/contract/url/paths";

/** Leads to what other labels of an entry or a group would change. */
export function PreviewLink({ from }: { readonly from: PreviewFrom }) {
  return (
    <Link href={pagePaths.preview(`from=${encoded(formatPreviewFrom(from))}`)} prefetch={false}>
      try other labels
    </Link>
  );
}
