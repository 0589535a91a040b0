import type { Clock } from "./clock";
import { type Config, readConfig } from "./config";
import { log } from "./log";
import { hasSecretFile, withSecretsOfFiles } from "./setting-files";
import type { StateLines } from "./state-lines";

/** The files of secrets are read so often. Milliseconds. */
const READ_MS = 5_000;

interface Parts {
  /** The settings of the start. */
  readonly config: Config;
  /** The environment that they were read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, "setTimer">;
  readonly lines: Pick<StateLines, "report">;
}

/** The settings with the secrets that their files hold now. */
export interface ChangedSecrets {
  readonly current: () => Config;
  readonly stop: () => void;
}

/**
 * Reads the files of secrets (`STOLOS_…_FILE`) again every five seconds: a mounted Secret changes without a restart. A file that cannot be used changes nothing:
 * the log says why, and the last secret stays in use.
 */
export function followSecrets({ config, environment, clock, lines }: Parts): ChangedSecrets {
  let current = config;
  let known = "";
  const report = (reason: string | null) =>
    lines.report("settings", "secrets", {
      level: reason === null ? "info" : "warn",
      message: reason === null ? "all files of secrets can be used" : "the file of a secret cannot be used: its last text stays in use",
      fields: { ...(reason !== null && { reason }) },
      kind: reason === null ? "quiet" : "trouble",
    });
  const read = () => {
    try {
      const texts = JSON.stringify(withSecretsOfFiles(environment));
      if (texts !== known) {
        current = readConfig(environment);
        if (known !== "") log("info", "the secrets of files have changed and are in use");
        known = texts;
      }
      report(null);
    } catch (error) {
      report(error instanceof Error ? error.message : String(error));
    }
  };
  let cancel: () => void = () => undefined;
  const readLater = () => {
    cancel = clock.setTimer(() => {
      read();
      readLater();
    }, READ_MS);
  };
  if (hasSecretFile(environment)) {
    read();
    readLater();
  }
  return { current: () => current, stop: () => cancel() };
}
