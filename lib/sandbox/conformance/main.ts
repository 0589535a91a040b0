import { reportOf } from "./report";
import { runConformance } from "./run";

const report = reportOf(await runConformance(process.cwd()));
process.stdout.write(`${report.text}\n`);
process.exitCode = report.surprises.length === 0 ? 0 : 1;
