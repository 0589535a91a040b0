import { parseArgs } from "node:util";
import { systemClock } from "@/lib/server/clock";
import { LISTEN_DEFAULTS } from "@/lib/server/start-options";
import { checkStart } from "./check-start";
import { checkJson, checkText, EXIT_CODES, worstLevel } from "./checked-part";

/** `npm start -- --check`: prints the result for each part, and exits with 0 (fine), 2 (reduced) or 1 (would not start). */
const { values } = parseArgs({ options: { hostname: { type: "string" }, json: { type: "boolean" } }, strict: false });
const hostname = typeof values.hostname === "string" ? values.hostname : process.env.STOLOS_HOST || LISTEN_DEFAULTS.hostname;
const parts = await checkStart({ environment: process.env, hostname, clock: systemClock() });
process.stdout.write(values.json === true ? checkJson(parts) : checkText(parts), () => process.exit(EXIT_CODES[worstLevel(parts)]));
