/** The user name in one cluster, of what a sign-in established: `["token", [cluster, name], …]`, whatever the sign-in. Of anything else: the text as it is. */
export function signedInName(subject: string, cluster: string): string {
  const pairs = pairsIn(subject);
  return pairs.find(([where]) => where === cluster)?.[1] ?? (pairs.length === 0 ? subject : "");
}

function pairsIn(subject: string): readonly (readonly [cluster: string, name: string])[] {
  try {
    const read: unknown = JSON.parse(subject);
    if (!Array.isArray(read) || typeof read[0] !== "string") return [];
    return read.slice(1).filter((one): one is [string, string] => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string"));
  } catch {
    return [];
  }
}
