import { processWide } from "./process-wide";

/**
 * New connections, counted for the whole process. libuv accepts one connection per turn of the event loop, so work that fills every turn
 * delays the last of 200 new connections by 200 turns, whoever opened it. Such work looks here and pauses while connections arrive.
 */
interface Arrivals {
  connections: number;
}

const arrivals = processWide<Arrivals>("stolos.arrivals");

function counter(): Arrivals {
  const known = arrivals.get() ?? { connections: 0 };
  arrivals.set(known);
  return known;
}

/** Counts the connections of a server that listens. */
export function countConnections(server: { on(event: "connection", listener: () => void): unknown }): void {
  const counted = counter();
  server.on("connection", () => void counted.connections++);
}

/** Pause between two slices of work while connections arrive: some 50 of them are accepted meanwhile. Milliseconds. */
const PAUSE_MS = 20;

/** Returns the pause that sliced work makes after each slice: none while no connections arrive. Milliseconds. */
export function pauseWhileArriving(): () => number {
  const arrived = arrivedSinceLastCall();
  return () => (arrived() ? PAUSE_MS : 0);
}

/** Returns a function that is true when a connection arrived since its last call. */
export function arrivedSinceLastCall(): () => boolean {
  const counted = counter();
  let seen = counted.connections;
  return () => {
    const arrived = counted.connections !== seen;
    seen = counted.connections;
    return arrived;
  };
}
