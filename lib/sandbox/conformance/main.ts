import { questionsFolder, recordAnswers } from "./record";
import { reportOf } from "./report";
import { runConformance } from "./run";
import { runQuestions } from "./run-questions";

const [verb, kubeconfig = "", etcdPort = "", ...areas] = process.argv.slice(2);
if (verb === "record") {
  // The tokens of real-cluster's users.
  const tokens = new Map(["admin", "nobody"].map((name) => [name, `${name}-token`]));
  const count = await recordAnswers(questionsFolder(process.cwd()), { kubeconfig, etcdPort: Number(etcdPort), tokens }, areas);
  process.stdout.write(`${count} questions asked\n`);
} else {
  const report = reportOf((await Promise.all([runConformance(process.cwd()), runQuestions(process.cwd())])).flat());
  process.stdout.write(`${report.text}\n`);
  process.exitCode = report.surprises.length === 0 ? 0 : 1;
}
