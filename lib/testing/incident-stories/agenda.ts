interface Task {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Work in order of time: a binary heap. Tasks of one moment run in the order in which they were added. */
export class Agenda {
  /** The time of the task that runs. Milliseconds. */
  now: number;
  readonly #heap: Task[] = [];
  #order = 0;

  constructor(from: number) {
    this.now = from;
  }

  /** Runs a task after a delay in milliseconds. */
  after(delayMs: number, run: () => void): void {
    const task: Task = { at: this.now + Math.max(0, Math.round(delayMs)), order: this.#order++, run };
    const heap = this.#heap;
    let at = heap.push(task) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(task, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = task;
  }

  /** Runs all tasks up to a moment, also those that they add. */
  runTo(end: number): void {
    for (let [task] = this.#heap; task !== undefined && task.at <= end; [task] = this.#heap) {
      this.#removeFirst();
      this.now = task.at;
      task.run();
    }
    this.now = end;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      const child = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
      if (child === undefined || !isBefore(child, last)) break;
      heap[at] = child;
      at = 2 * at + (child === right ? 2 : 1);
    }
    heap[at] = last;
  }
}

function isBefore(one: Task, other: Task): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
