import { createHash } from "node:crypto";
import type { Viewer } from "@/lib/domain/source/scope";

/** Tells a browser's viewers apart without naming them: equal for equal subjects, whatever their rights. */
export function viewerDigest({ subject }: Viewer): string {
  return createHash("sha256").update(`stolos viewer ${subject}`).digest("base64url").slice(0, 22);
}
