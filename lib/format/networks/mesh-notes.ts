/** What is known of one cluster's mesh as far as networks go. */
export interface MeshKnown {
  readonly cluster: string;
  readonly ownNetwork: string;
  readonly isOwnKnown: boolean;
  readonly gateways: { readonly isComplete: boolean; readonly source: string };
  readonly leavesOut: { readonly kind: "known" | "assumed" | "denied"; readonly value: boolean; readonly source: string };
  readonly configured: { readonly kind: "known" | "assumed" | "denied"; readonly source: string };
}

/** A sentence about what the page rests on; `gapHidesMachines`: about something that cannot be seen. */
export interface MeshNote {
  readonly text: string;
  readonly isBlind: boolean;
}

/** What a page about networks rests on, and what it cannot see, of one cluster; `isOne`: there is no other. */
export function meshNotes(mesh: MeshKnown, isOne: boolean): readonly MeshNote[] {
  const { cluster, gateways, leavesOut, configured, isOwnKnown, ownNetwork } = mesh;
  const of = isOne ? "" : ` of ${cluster}`;
  const blind = (text: string): MeshNote => ({ text, isBlind: true });
  const notes: MeshNote[] = [];
  if (!gateways.isComplete) notes.push(blind(`Not all gateways${of} are known: ${gateways.source}.`));
  if (configured.kind === "denied") notes.push(blind(`Gateways${of} that meshNetworks names are not known: ${configured.source}.`));
  if (configured.kind === "assumed") notes.push(blind(`That meshNetworks${of} names no gateway is assumed: ${configured.source}.`));
  if (!isOwnKnown) notes.push(blind(`The network of Pods${of} is not known: the label of the mesh's root namespace is not visible.`));
  else notes.push({ text: ownNetwork === "" ? `Pods${of} are in no network.` : `Pods${of} that name no network are in ${ownNetwork}.`, isBlind: false });
  notes.push(settingNote(leavesOut, of));
  return notes;
}

function settingNote({ kind, value, source }: MeshKnown["leavesOut"], of: string): MeshNote {
  if (kind === "denied") return { text: `AMBIENT_ENABLE_MULTI_NETWORK${of} is not known: ${source}.`, isBlind: true };
  const is = `AMBIENT_ENABLE_MULTI_NETWORK${of} is ${kind === "assumed" ? "assumed to be " : ""}${value}`;
  return { text: `${is}: ${source}.`, isBlind: kind === "assumed" };
}
