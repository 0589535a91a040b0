const OLDEST = [20, 19];

/** Ends the process with a clear sentence where Node is older than 20.19. Imported first by every command. */
export function requireNode(version = process.versions.node, exit = leave) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  process.stderr.write(
    `Stolos needs Node ${OLDEST.join(".")} or newer; this is Node ${version}.\nInstall a newer one from https://nodejs.org and run the command again.\n`,
  );
  exit(1);
}

function leave(code) {
  process.exit(code);
}

requireNode();
