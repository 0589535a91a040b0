import type { PreviewHostNote } from "@/lib/contract/preview";
import { isSameObject, ownerChanges } from "@/lib/domain/preview/owner-changes";
import { serviceHost } from "@/lib/domain/selection/host-name";
import type { Selector } from "@/lib/domain/selection/objects";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { nobodyLeftWords, ownerWords, roundRobinWords, unseenRivalsWords } from "@/lib/format/preview-host-words";
import type { SeenWorld } from "@/lib/server/hosts/selection-world";

interface EditOfHosts {
  readonly before: Selector | null;
  readonly after: Selector | null;
  /** How many answer; and how many match after the edit. */
  readonly answers: { readonly before: number; readonly after: number };
  readonly matched: number;
}

const TONES = { bad: 0, warn: 1, info: 2 } as const;

/** What an edit does to the hosts of the object and to others that claim them, the worst first. */
export function hostNotes(edit: EditOfHosts, { world, missing }: SeenWorld): PreviewHostNote[] {
  const { before, after, answers } = edit;
  const edited = after ?? before;
  if (edited === null) return [];
  const hosts = new Set([...hostsOf(after, world), ...hostsOf(before, world)]);
  const changes = ownerChanges(hosts, { before: withSelector(world, edited, before), after: withSelector(world, edited, after) });
  const owners = changes.flatMap((change) => ownerWords(change, edited) ?? []);
  const isAlone = !changes.some(({ after: owner }) => owner !== null && !isSameObject(owner, edited));
  const isLeft = answers.before > 0 && answers.after === 0 && isAlone && after !== null;
  const isRoundRobin = after?.kind === "ServiceEntry" && after.resolution === "DNS_ROUND_ROBIN" && edit.matched > 1;
  const unseen = missing.map(({ source }) => source).filter((source) => source === "services" || source === "serviceentries");
  const notes = [
    ...(isLeft ? [nobodyLeftWords([...hostsOf(after, world)])] : []),
    ...owners,
    ...(isRoundRobin ? [roundRobinWords(edit)] : []),
    ...(unseen.length === 0 ? [] : [unseenRivalsWords(unseen.map((source) => (source === "services" ? "Services" : "ServiceEntries")))]),
  ];
  return notes.sort((a, b) => TONES[a.tone] - TONES[b.tone]);
}

function hostsOf(selector: Selector | null, { mesh }: SelectionWorld): readonly string[] {
  if (selector === null) return [];
  return selector.kind === "Service" ? [serviceHost(selector.name, selector.namespace, mesh.domain)] : selector.hosts;
}

/** The world with one object as it is given, or (null) without it. */
function withSelector(world: SelectionWorld, edited: Selector, selector: Selector | null): SelectionWorld {
  const others = <S extends Selector>(all: readonly S[]): readonly S[] => all.filter((one) => !isSameObject(one, edited));
  return {
    ...world,
    services: selector?.kind === "Service" ? [...others(world.services), selector] : others(world.services),
    serviceEntries: selector?.kind === "ServiceEntry" ? [...others(world.serviceEntries), selector] : others(world.serviceEntries),
  };
}
