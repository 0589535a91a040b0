/** A namespace of a cluster, by a small number that stays for the life of the process. */
export interface Place {
  readonly id: number;
  readonly cluster: string;
  readonly namespace: string;
}

/** Numbers namespaces. There are few, so none is ever forgotten. */
export class Places {
  readonly #ids = new Map<string, Map<string, Place>>();
  readonly #places: Place[] = [];

  of(cluster: string, namespace: string): Place {
    let inCluster = this.#ids.get(cluster);
    if (inCluster === undefined) {
      inCluster = new Map();
      this.#ids.set(cluster, inCluster);
    }
    const known = inCluster.get(namespace);
    if (known !== undefined) return known;
    const place = { id: this.#places.length, cluster, namespace };
    this.#places.push(place);
    inCluster.set(namespace, place);
    return place;
  }

  find(cluster: string, namespace: string): Place | undefined {
    return this.#ids.get(cluster)?.get(namespace);
  }

  at(id: number): Place {
    const place = this.#places[id];
    if (place === undefined) throw new Error(`no place ${id}`);
    return place;
  }

  get all(): readonly Place[] {
    return this.#places;
  }
}
