/** How a caller speaks to a machine, in a word: "mTLS", "plain text"; "" where it is no endpoint. */
export function tlsWord(spoken: "mutual" | "simple" | "plain" | null): string {
  switch (spoken) {
    case "mutual":
      return "mTLS";
    case "simple":
      return "TLS";
    case "plain":
      return "plain text";
    case null:
      return "";
  }
}

/** That the machine's sidecar does not take it so; "" where it does. */
export function tlsRefusal(spoken: "mutual" | "simple" | "plain" | null, isRefused: boolean): string {
  if (!isRefused || spoken === null) return "";
  return spoken === "mutual" ? "its policy takes plain text only (DISABLE)" : "its policy takes mTLS only (STRICT)";
}
