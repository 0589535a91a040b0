import type { PreviewHostNameNote } from "@/lib/contract/answers/preview";
import { type HostNameWithClaimant, hostNameOwnersBeforeAfter, isSameClaimant, wildcardOwnerChanges } from "@/lib/domain/preview/owner-changes";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import { serviceHostName } from "@/lib/domain/selection/host-name";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { nobodyLeftWords, ownersUntoldNote, ownerWords, roundRobinWords, unseenRivalsWords, wildcardWords } from "@/lib/format/preview-host-words";
import type { SeenWorld } from "@/lib/server/hosts/selection-world";

interface EditOfHosts {
  readonly before: MeshService | null;
  readonly after: MeshService | null;
  /** How many answer; and how many match after the edit. */
  readonly answers: { readonly before: number; readonly after: number };
  readonly matched: number;
  /** True if other endpoints may answer after the edit: addresses of EndpointSlices, or endpoints that are not visible. */
  readonly mayHaveOthers: boolean;
  readonly mode: MeshMode;
}

const TONES = { bad: 0, warn: 1, info: 2 } as const;

/** What an edit does to the hosts of the object and to others that claim them, the worst first. */
export function hostNotes(edit: EditOfHosts, { world, missing }: SeenWorld): PreviewHostNameNote[] {
  const { before, after, answers } = edit;
  const edited = after ?? before;
  if (edited === null) return [];
  // Who owns a host is decided by the callers' sidecars: by what ztunnels go has not been read.
  if (edit.mode === "ambient") return [ownersUntoldNote()];
  const hosts = new Set([...hostsOf(after, world), ...hostsOf(before, world)]);
  const changes = hostNameOwnersBeforeAfter(hosts, { before: withSelector(world, edit, before), after: withSelector(world, edit, after) });
  // Of a renamed object both names are the edited one.
  const isBefore = ({ before: owner }: (typeof changes)[number]) => before !== null && isSameClaimant(owner, before);
  const owners = changes.flatMap((change) => ownerWords({ ...change, before: isBefore(change) ? edited : change.before }, edited) ?? []);
  const isAlone = !changes.some(({ after: owner }) => owner !== null && !isSameClaimant(owner, edited));
  const isLeft = answers.before > 0 && answers.after === 0 && !edit.mayHaveOthers && isAlone && after !== null;
  const isRoundRobin = after?.kind === "ServiceEntry" && after.resolution === "DNS_ROUND_ROBIN" && edit.matched > 1;
  const unseen = missing.map(({ source }) => source).filter((source) => source === "services" || source === "serviceentries");
  const notes = [
    ...(isLeft ? [nobodyLeftWords([...hostsOf(after, world)])] : []),
    ...owners,
    ...wildcardOwnerChanges({ before: hostsOf(before, world), after: hostsOf(after, world) }, hostsOfOthers(world, edit)).map(wildcardWords),
    ...(isRoundRobin ? [roundRobinWords(edit)] : []),
    ...(unseen.length === 0 ? [] : [unseenRivalsWords(unseen.map((source) => (source === "services" ? "Services" : "ServiceEntries")))]),
  ];
  return notes.sort((a, b) => TONES[a.tone] - TONES[b.tone]);
}

/** The hosts of all other objects in sight. */
function hostsOfOthers(world: SelectionWorld, edit: Pick<EditOfHosts, "before" | "after">): readonly HostNameWithClaimant[] {
  const others = othersOf<MeshService>([...world.services, ...world.serviceEntries], edit);
  return others.flatMap((of) => hostsOf(of, world).map((host) => ({ host, of })));
}

function hostsOf(selector: MeshService | null, { mesh }: SelectionWorld): readonly string[] {
  if (selector === null) return [];
  return selector.kind === "Service" ? [serviceHostName(selector.name, selector.namespace, mesh.domain)] : selector.hosts;
}

/** The world with one object as it is given, or (null) without it. */
export function withSelector(world: SelectionWorld, edit: Pick<EditOfHosts, "before" | "after">, selector: MeshService | null): SelectionWorld {
  const [services, serviceEntries] = [othersOf(world.services, edit), othersOf(world.serviceEntries, edit)];
  return {
    ...world,
    services: selector?.kind === "Service" ? [...services, selector] : services,
    serviceEntries: selector?.kind === "ServiceEntry" ? [...serviceEntries, selector] : serviceEntries,
  };
}

function othersOf<S extends MeshService>(all: readonly S[], { before, after }: Pick<EditOfHosts, "before" | "after">): readonly S[] {
  return all.filter((one) => !isSameClaimant(one, before) && !isSameClaimant(one, after));
}
