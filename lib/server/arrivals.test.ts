import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { arrivedSinceLastCall, countConnections, pauseWhileArriving } from "./arrivals";
import { Slices } from "./derive/slices";
import { pauseForConnections } from "./http/admission";

function aServer() {
  const server = new EventEmitter();
  countConnections(server);
  return server;
}

describe("new connections", () => {
  it("are reported once to each caller", () => {
    const server = aServer();
    const [one, other] = [arrivedSinceLastCall(), arrivedSinceLastCall()];
    server.emit("connection");
    expect([one(), one(), other(), other()]).toEqual([true, false, true, false]);
  });

  it("delay the next request as long as each turn of the event loop brings one", async () => {
    const server = aServer();
    let turns = 0;
    const connect = () => {
      server.emit("connection");
      if (++turns < 10) setImmediate(connect);
    };
    connect();
    await new Promise<void>((resolve) => pauseForConnections(resolve));
    expect(turns).toBe(10);
  });

  it("make slices of evaluations pause for 20 ms", () => {
    const clock = new ManualClock(0);
    const ran: number[] = [];
    const server = aServer();
    const evaluations = { run: () => ran.push(clock.now()) > 0, next: 0, hook: () => undefined };
    const slices = new Slices(evaluations, clock, {}, pauseWhileArriving());
    const advanceTo = (ms: number) => {
      for (let at = clock.now(); at < ms; at++) clock.advance(1);
    };
    // A manual clock would run timers of 0 ms forever.
    evaluations.run = () => {
      ran.push(clock.now());
      server.emit("connection");
      return true;
    };
    advanceTo(100);
    slices.stop();
    expect(ran).toEqual([0, 20, 40, 60, 80, 100].slice(0, ran.length));
    expect(ran.length).toBeGreaterThan(4);
  });
});
