import { expect } from "@playwright/test";

const PROMPT_MS = 1000;
/** The machine that runs the suite may be slow and busy: a single one may take so long, and most of them may not. */
const LIMIT_MS = 3000;

/** How much later this process may hear of a write than the dashboard. */
const EARLY_MS = 500;

/** From a write of the real istiod (or of the API server) to the words on the screen, step by step. */
export class Latencies {
  private readonly lines: { readonly what: string; readonly ms: number }[] = [];

  /** Keeps one figure. A page may be told a little before this process is, and never foretells what nobody has written. */
  take(what: string, writtenAt: number, seenAt: number): void {
    const ms = seenAt - writtenAt;
    this.lines.push({ what, ms });
    expect(ms, `${what}: milliseconds from the write to the screen`).toBeGreaterThan(-EARLY_MS);
    expect(ms, `${what}: milliseconds from the write to the screen`).toBeLessThan(LIMIT_MS);
  }

  /** Fails unless the words are usually on the screen within the second that people are promised. */
  expectPrompt(): void {
    const sorted = this.lines.map(({ ms }) => ms).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)], "median milliseconds from the write to the screen").toBeLessThan(PROMPT_MS);
  }

  /** A table of all figures, for whoever runs the suite. */
  report(title: string): string {
    if (this.lines.length === 0) return "";
    const rows = this.lines.map(({ what, ms }) => `    ${String(ms).padStart(5)} ms  ${what}`);
    return `  ${title}: from a write of the real control plane to the words on the screen\n${rows.join("\n")}\n`;
  }
}
