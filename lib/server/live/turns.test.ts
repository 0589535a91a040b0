import { describe, expect, it } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { Account, Turns } from "./turns";

function atWork() {
  const clock = new ManualClock(0);
  const turns = new Turns(clock);
  const done: string[] = [];
  const add = (name: string, ms: number, ...accounts: Account[]) =>
    turns.add({
      accounts: () => accounts,
      run: () => {
        done.push(name);
        clock.advance(ms);
      },
    });
  return { clock, turns, done, add };
}

describe("work in turns", () => {
  it("is done at once while there is little of it", () => {
    const { done, add } = atWork();
    const account = new Account();
    add("a", 1, account);
    add("b", 1, account);
    add("c", 1, account);
    expect(done).toEqual(["a", "b", "c"]);
  });

  it("that takes long leaves as much time to everything else before it goes on", () => {
    const { clock, done, add } = atWork();
    const account = new Account();
    for (let at = 0; at < 50; at++) add(`${at}`, 20, account);
    expect(done).toHaveLength(1);
    let workedMs = 20;
    while (done.length < 50) {
      const [before, count] = [clock.now(), done.length];
      clock.advance(1);
      workedMs += (done.length - count) * 20;
      expect(clock.now()).toBeGreaterThan(before);
    }
    expect(workedMs / clock.now()).toBeLessThan(0.55);
  });

  it("goes first to whoever had least of it", () => {
    const { clock, done, add } = atWork();
    const [greedy, modest] = [new Account(), new Account()];
    for (let at = 0; at < 50; at++) add(`greedy ${at}`, 10, greedy);
    add("modest", 1, modest);
    clock.advance(60);
    expect(done.indexOf("modest")).toBeGreaterThan(0);
    expect(done.indexOf("modest")).toBeLessThan(4);
    clock.advance(5_000);
    expect(done).toHaveLength(51);
  });

  it("goes first to whoever asks for little, however many ask for much and have had nothing for long", () => {
    const { clock, done, add } = atWork();
    const crowd = Array.from({ length: 100 }, () => new Account());
    for (const account of crowd) account.expectedMs = 300;
    for (let at = 0; at < 10; at++) for (const account of crowd) add("of the crowd", 20, account);
    const modest = new Account();
    modest.expectedMs = 5;
    for (const name of ["first", "second"]) {
      clock.advance(1_000);
      const before = done.length;
      add(name, 20, modest);
      clock.advance(60);
      expect(done.slice(before)).toContain(name);
    }
  });

  it("of many is theirs who had least, and costs each a part", () => {
    const { clock, done, add } = atWork();
    const [greedy, modest] = [new Account(), new Account()];
    add("greedy", 100, greedy);
    add("greedy again", 100, greedy);
    add("of both", 10, greedy, modest);
    clock.advance(62);
    expect(done).toEqual(["greedy", "of both"]);
    expect(modest.spent(clock.now())).toBeLessThan(5.1);
    expect(modest.spent(clock.now())).toBeGreaterThan(4);
  });

  it("is forgiven with time", () => {
    const account = new Account();
    account.charge(100, 0);
    expect(account.spent(30_000)).toBe(50);
    account.charge(50, 30_000);
    expect(account.spent(60_000)).toBe(50);
  });

  it("that fails holds up nothing after it", () => {
    const { clock, turns, done, add } = atWork();
    const fault = () => {
      throw new Error("a fault");
    };
    expect(() => turns.add({ accounts: () => [], run: fault })).toThrow("a fault");
    add("after", 1, new Account());
    clock.advance(100);
    expect(done).toEqual(["after"]);
  });

  it("leaves no timer behind when it is stopped", () => {
    const { clock, turns, add, done } = atWork();
    for (let at = 0; at < 3; at++) add(`${at}`, 50, new Account());
    turns.stop();
    clock.advance(10_000);
    expect([done.length, clock.timers]).toEqual([1, 0]);
  });
});
