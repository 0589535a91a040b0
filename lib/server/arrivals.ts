import { processWide } from "./process-wide";

/**
 * New connections, counted for the whole process. libuv accepts one connection per turn of the event loop. Work that fills every turn therefore delays the last
 * of 200 connections by 200 turns. Sliced work calls this module and pauses while connections arrive.
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

/** Counts the connections of a listening server. */
export function countConnections(server: { on(event: "connection", listener: () => void): unknown }): void {
  const counted = counter();
  server.on("connection", () => void counted.connections++);
}

/** Pause between two slices of work while connections arrive. About 50 are accepted in this time. Milliseconds. */
const PAUSE_MS = 20;

/** Returns a function that returns the pause after each slice of work, in milliseconds. The pause is 0 while no connections arrive. */
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
