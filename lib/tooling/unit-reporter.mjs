import { JsonReporter } from "vitest/node";

/**
 * Vitest's JSON report, and `outsideTests`: the first line of each error that belongs to no test.
 * Vitest's own report has neither a hook of a suite that failed nor an unhandled error, and both fail the run.
 */
export default class UnitReporter extends JsonReporter {
  outsideTests = [];

  async onTestRunEnd(modules, unhandledErrors) {
    const ofHooks = modules.flatMap((module) =>
      [...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map(({ message }) => `${module.relativeModuleId}: a hook of “${suite.fullName}”: ${message}`),
      ),
    );
    this.outsideTests = [...ofHooks, ...unhandledErrors.map(inOneLine)];
    await super.onTestRunEnd(modules);
  }

  async writeReport(report) {
    await super.writeReport(JSON.stringify({ ...JSON.parse(report), outsideTests: this.outsideTests }));
  }
}

function inOneLine({ name, message, stacks }) {
  const [at] = stacks ?? [];
  return `unhandled ${name}: ${message.split("\n", 1)[0]}${at === undefined ? "" : ` at ${at.file}:${at.line}`}`;
}
