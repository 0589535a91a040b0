import { parseArgs } from "node:util";
import { systemClock } from "@/lib/server/clock";
import { LISTEN_DEFAULTS } from "@/lib/server/start-options";
import { checkStart } from "./check-start";
import { checkJson, checkText, EXIT_CODES, worstLevel } from "./checked-part";

/** `npm start -- --check`: prints the result for each part, and exits with 0 (fine), 2 (reduced) or 1 (would not start). */
const { values } = parseArgs({ options: { hostname: { type: "string" }, port: { type: "string" }, json: { type: "boolean" } }, strict: false });
const hostname = typeof values.hostname === "string" ? values.hostname : process.env.STOLOS_HOST || LISTEN_DEFAULTS.hostname;
const port = typeof values.port === "string" ? values.port : process.env.STOLOS_PORT || process.env.PORT || LISTEN_DEFAULTS.port;
const parts = await checkStart({ environment: process.env, hostname, port: Number(port), clock: systemClock() });
// Whoever imports this must not go on with the start meanwhile.
await new Promise<void>((resolve) => process.stdout.write(values.json === true ? checkJson(parts) : checkText(parts), () => resolve()));
process.exit(EXIT_CODES[worstLevel(parts)]);
