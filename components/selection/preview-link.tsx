"use client";

import { Link } from "@/lib/client/page-link";
import { formatPreviewStartObject, type PreviewStartObject } from "@/lib/contract/answers/preview";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";

/** Leads to what other labels of an entry or a group would change. */
export function PreviewLink({ from }: { readonly from: PreviewStartObject }) {
  return (
    <Link href={pagePaths.preview(`from=${encodeSegment(formatPreviewStartObject(from))}`)} prefetch={false}>
      try other labels
    </Link>
  );
}
