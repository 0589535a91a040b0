import type { LocalTargetKind } from "@/lib/domain/platform-policy/local-targets";

const WHY: Readonly<Record<LocalTargetKind, string>> = {
  socket: "is a socket of the caller's own machine",
  loopback: "is the caller's own machine",
  "link-local": "is link-local, where clouds tell a machine its credentials",
  unspecified: "is no machine's address, and most systems call themselves by it",
  metadata: "is where a cloud tells a machine its credentials",
  number: "is read as an IP address by many resolvers",
};

/** An address to which no object may send callers, and who can allow it. */
export function localTargetWords({ address, reach }: { readonly address: string; readonly reach: LocalTargetKind }): string {
  return `${address} ${WHY[reach]}: no object with it is written here. Whoever runs this server can allow it (STOLOS_LOCAL_ADDRESSES).`;
}
