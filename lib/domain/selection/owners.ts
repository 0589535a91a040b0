import { type CallerScope, scopeOf } from "./caller-scope";
import { type DefinedPort, type Definition, definitionsOf } from "./definitions";
import { isWithin } from "./host-name";
import { importsOf } from "./imports";
import type { Sidecar } from "./policies";
import { audienceOf } from "./visibility";
import type { Caller, SelectionWorld } from "./world";

/** What one of several objects that claim a host is to a caller (docs/istio.md#owners). */
export interface Claim {
  readonly definition: Definition;
  readonly outcome: /** It says what the host is. */
    | "defines"
    /** Its endpoints are sent, though another object of its namespace says what the host is. */
    | "adds-endpoints"
    /** Another namespace has the host: its endpoints are sent to nobody there. */
    | "other-namespace-wins"
    | "not-exported"
    /** The caller's Sidecar does not import it. */
    | "not-imported";
  /** Its ports whose endpoints are lost: the winner has none of this name (resolved by DNS: of this number). */
  readonly lostPorts: readonly DefinedPort[];
}

export interface Ownership {
  /** The definition that the caller has; null = the host is unknown to it. */
  readonly winner: Definition | null;
  readonly claims: readonly Claim[];
  /** False where two ServiceEntries of one namespace are of one age: which defines the host is then not determined (docs/istio.md#owners). */
  readonly isDetermined: boolean;
}

/** Who owns a host as one caller sees it: every object that claims it, oldest first (docs/istio.md#owners). */
export function ownershipOf(host: string, caller: Caller, world: SelectionWorld, scope: CallerScope = scopeOf(world, caller)): Ownership {
  const winner = scope.definitions.get(host) ?? null;
  const claiming = definitionsOf(world).filter((one) => one.host === host);
  const claims = claiming.map((definition) => ({
    definition,
    outcome: outcomeOf(definition, { winner, sidecar: scope.sidecar, caller, world }),
    lostPorts: winner?.namespace === definition.namespace ? lostPorts(definition, winner) : definition.ports,
  }));
  const isTied = ({ origin, namespace, createdAt }: Definition) =>
    winner !== null && origin.kind === "ServiceEntry" && origin !== winner.origin && namespace === winner.namespace && createdAt === winner.createdAt;
  return { winner, claims, isDetermined: winner?.origin.kind === "Service" || !claiming.some(isTied) };
}

function outcomeOf(
  definition: Definition,
  {
    winner,
    sidecar,
    caller,
    world,
  }: { readonly winner: Definition | null; readonly sidecar: Sidecar | null; readonly caller: Caller; readonly world: SelectionWorld },
): Claim["outcome"] {
  if (winner?.origin === definition.origin) return "defines";
  if (winner?.namespace === definition.namespace) return "adds-endpoints";
  const audience = audienceOf(definition, world.mesh);
  if (audience !== "all" && !audience.includes(caller.namespace)) return "not-exported";
  if (winner === null || !isImported(definition, { sidecar, caller, world })) return "not-imported";
  return "other-namespace-wins";
}

function isImported(
  { host, namespace }: Definition,
  { sidecar, caller, world }: { readonly sidecar: Sidecar | null; readonly caller: Caller; readonly world: SelectionWorld },
): boolean {
  if (sidecar === null || sidecar.egress.length === 0) return true;
  return sidecar.egress.some((listener) => {
    const imports = importsOf(listener, caller.namespace, world.mesh);
    return [imports.get(namespace), imports.get("*")].some((list) => list?.imported.some((one) => isWithin(host, one)));
  });
}

function lostPorts({ ports, origin }: Definition, winner: Definition): readonly DefinedPort[] {
  const byNumber = winner.discovery !== "EDS" && origin.kind === "ServiceEntry";
  return ports.filter((port) => !winner.ports.some(({ name, number }) => (byNumber ? number === port.number : name === port.name)));
}
