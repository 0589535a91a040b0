import type { ControlPlane } from "./control-plane";
import { type ProxyNode, proxyId } from "./proxy";
import type { Replica } from "./replica";
import { VirtualMachine } from "./virtual-machine";

/** Everything that plays: the control plane and the machines, by "namespace/name". */
export class Stage {
  readonly machines = new Map<string, VirtualMachine>();

  constructor(
    readonly controlPlane: ControlPlane,
    /** Chooses among the replicas that run when a machine prefers none of them. */
    readonly choose: (replicas: readonly Replica[]) => Replica | null = (replicas) => replicas[0] ?? null,
  ) {}

  /** A machine that is known and does nothing yet. Throws when one of that name is there already. */
  add(proxy: ProxyNode, enter?: VirtualMachine["enter"]): VirtualMachine {
    const id = proxyId(proxy);
    if (this.machines.has(id)) throw new Error(`VM ${id} runs already`);
    const machine = new VirtualMachine(proxy, this.controlPlane.around.clock, (of) => this.#pick(of), enter);
    this.machines.set(id, machine);
    return machine;
  }

  /** The machine "namespace/name". Throws when there is none. */
  machine(id: string): VirtualMachine {
    const machine = this.machines.get(id);
    if (machine === undefined) throw new Error(`no VM ${id}`);
    return machine;
  }

  /** Closes a machine's stream and forgets the machine. */
  remove(id: string): void {
    this.machine(id).stop();
    this.machines.delete(id);
  }

  close(): void {
    this.controlPlane.close();
    for (const machine of this.machines.values()) machine.stop();
  }

  #pick(proxy: ProxyNode): Replica | null {
    const running = this.controlPlane.running();
    const preferred = running.find(({ podName }) => proxy.replica !== undefined && (podName === proxy.replica || podName === `istiod-${proxy.replica}`));
    if (preferred) return preferred;
    const sameRevision = proxy.revision === undefined ? running : this.controlPlane.running(proxy.revision);
    return this.choose(sameRevision.length > 0 ? sameRevision : running);
  }
}
