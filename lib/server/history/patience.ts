import type { Clock } from "@/lib/server/clock";
import { type ReadFailure, readFailure } from "./failure";
import type { Sleeper } from "./sleeper";
import type { WriterSettings } from "./writer-settings";

/** Who is patient, and how long. */
export interface PatientOne {
  readonly clock: Clock;
  /** The sleep between tries, which new records do not cut short. */
  readonly nap: Sleeper;
  readonly settings: Pick<WriterSettings, "patienceMs" | "backoffMs">;
  isStopping(): boolean;
  /** Called after every try that failed. */
  failed(): void;
}

const TRIES = 10;

/** Tries until it went well (null), or patience is at an end. Trying again does no harm, the keys see to that. */
export async function failureOf(work: () => Promise<void>, { clock, nap, settings, isStopping, failed }: PatientOne): Promise<ReadFailure | null> {
  const since = clock.monotonic();
  for (let tries = 0; ; tries++) {
    try {
      await work();
      return null;
    } catch (thrown) {
      const failure = readFailure(thrown);
      failed();
      const { remedy } = failure;
      const isPatient = remedy === "again" ? tries < TRIES : remedy === "patience" && clock.monotonic() - since < settings.patienceMs;
      if (!isPatient || isStopping()) return failure;
      await nap.sleep(Math.min(settings.backoffMs.first, 5 * 2 ** tries));
    }
  }
}
