import { cleanText, truncateText, truncateTextWithEllipsis } from "@/lib/domain/object/clean-text";

/** The values that a problem's texts are made of: files, or the contexts that exist; the setting to change. */
export interface ProblemFacts {
  readonly code: "no-file" | "not-yaml" | "no-kubeconfig" | "no-context";
  readonly names?: readonly string[];
  readonly setting?: string;
}

/** Something that a person must know and can mend: what, exactly what, and how to mend it. */
export interface Problem extends Partial<ProblemFacts> {
  readonly kind: "problem";
  /** The context it concerns, or null where it concerns all. */
  readonly context: string | null;
  readonly title: string;
  readonly detail: string;
  readonly fix: string;
}

/** A problem of one context (null = of all). */
export function problem(context: string | null, title: string, detail: string, fix: string, facts?: ProblemFacts): Problem {
  return { kind: "problem", context, title, detail, fix, ...facts };
}

/** The message of whatever was thrown, at most 300 characters, in one line, without anything that looks like a credential. */
export function causeOf(thrown: unknown): string {
  return shortText(thrown instanceof Error ? thrown.message : String(thrown));
}

/** One line, at most 300 characters, every character of which can be stored, bearer tokens and JSON web tokens blanked. */
export function shortText(text: string): string {
  const line = cleanText(truncateText(text, 2_000))
    .replace(/\bBearer\s+\S+/gi, "Bearer ***")
    .replace(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, "***")
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return truncateTextWithEllipsis(line, 300);
}
