import type { Clock } from "@/lib/server/clock";

/** A sleep that can be cut short. A wake that comes while nobody sleeps makes the next sleep none, so that no call is missed. */
export class Sleeper {
  private isCalled = false;
  private rouse: (() => void) | null = null;

  constructor(private readonly clock: Clock) {}

  /** For so long, or (null) until woken. */
  sleep(ms: number | null): Promise<void> {
    if (this.isCalled) {
      this.isCalled = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const cancel = ms === null ? () => undefined : this.clock.setTimer(() => this.rouse?.(), ms);
      this.rouse = () => {
        this.rouse = null;
        cancel();
        resolve();
      };
    });
  }

  wake(): void {
    if (this.rouse === null) this.isCalled = true;
    else this.rouse();
  }
}
