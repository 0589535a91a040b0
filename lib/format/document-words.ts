/** A fault for which a document cannot be tried at all. `detail`: what the parser says, the value that needs quotes, or the kind that is written. */
export interface DocumentFault {
  readonly code: "syntax" | "unquoted" | "several" | "empty" | "kind" | "alias" | "deep";
  readonly detail: string;
}

/** An anchor can make a short text stand for an endless one. */
export const NO_ALIASES = "Anchors (&) and aliases (*) are not taken here: write the value out at both places.";

export const TOO_DEEP = "The text is nested too deep to be an object. What you typed is kept.";

/** An address that ends with a colon, as it has to be written. */
export function unquotedAddressWords(address: string): string {
  return `YAML reads the last colon of this address as a key. Write it in quotes: "${address}".`;
}

/** Why a document cannot be tried, with the way out. */
export function documentWords({ code, detail }: DocumentFault): string {
  switch (code) {
    case "empty":
      return "There is nothing here yet. Paste an object, or begin with one of the examples.";
    case "several":
      return "A second document begins here. One is tried at a time: take the others away.";
    case "alias":
      return NO_ALIASES;
    case "deep":
      return TOO_DEEP;
    case "unquoted":
      return unquotedAddressWords(detail);
    case "syntax":
      return `This is no YAML: ${detail.endsWith(".") ? detail : `${detail}.`} What you typed is kept.`;
    case "kind":
      return detail === ""
        ? "kind is missing. Write Service, ServiceEntry, WorkloadEntry or WorkloadGroup."
        : `A ${detail} cannot be tried here. Write a Service, a ServiceEntry, a WorkloadEntry or a WorkloadGroup.`;
  }
}
