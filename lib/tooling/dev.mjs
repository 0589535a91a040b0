import "./node-version.mjs";
import { startSimulated } from "./simulated.mjs";

/** `npm run dev`: the embedded cluster, and the dashboard rebuilt at each change. */
await startSimulated("dev");
