const EACH = { k: 1_000 };

/** Reads `P3 P12 --entries=1k,10k --rounds=3`: names of parts, fleets as numbers, repetitions. */
export function benchOptions(words, usualSizes) {
  const option = (name) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const sizes = (option("entries")?.split(",") ?? usualSizes).map(sizeOf);
  const parts = words.filter((word) => !word.startsWith("--"));
  return { parts, sizes, rounds: Number(option("rounds") ?? 3) };
}

function sizeOf(text) {
  const [, digits, unit] = /^(\d+)(k?)$/.exec(text) ?? [];
  if (digits === undefined) throw new Error(`${text} is no number of entries: say 1000 or 10k.`);
  return Number(digits) * (EACH[unit] ?? 1);
}
