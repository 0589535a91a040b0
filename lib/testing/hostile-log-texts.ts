/** Texts of strangers that would forge a line of a log, steer the terminal that shows it, hide in it, or fill it; each begins with "ann" and ends with "zoe". */
export const HOSTILE_LOG_TEXTS: readonly string[] = [
  ...["\n", "\r", "\r\n", "\n\r", "\n\n\n", "\u0085", "\u2028", "\u2029", "\v", "\f", "\u0000", "\u001a", "\u0004"],
  ...["\u001b[2K\u001b[1A", "\u001b[31mred\u001b[0m", "\u001b]0;title\u0007", "\u001b]8;;http://evil.example\u0007x\u001b]8;;\u0007", "\u001b[6n", "\u001bc"],
  ...["\u009b2K", "\u009d0;title\u009c", "\u0090q\u009c", "\u0008\u0008\u0008", "\u007f", "\t", "\u000e\u000f"],
  ...["\u202e", "\u202a\u202c", "\u2066\u2069", "\u200f", "\u200b", "\u200d", "\ufeff", "\u2060", "\u00ad", "\u061c", "\u3164", "\u{e0041}"],
  ...["\ud800", "\udfff", '"}\n{"level":"info","message":"audit","who":"root"}', '","who":"root","x":"', "\\n\\r", '\\"', "%0a%0d", "&#10;", "$(id)"],
  ...["x".repeat(100_000), "\n".repeat(50_000), "\u202e".repeat(5_000), "😀".repeat(50_000), "%s%d%n".repeat(1_000)],
].map((hostile) => `ann${hostile}zoe`);
