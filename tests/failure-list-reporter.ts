import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one line per failure, because a log that keeps only its last lines would otherwise not name them all. */
export class FailureListReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) => [
      ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${firstLine(message)}`),
      ...[...module.children.allTests('failed')].map(
        (test) =>
          `${module.project.name} ${module.relativeModuleId} > ${test.name}: ${firstLine(test.result().errors?.[0]?.message)}`,
      ),
    ]);
    if (lines.length > 0) process.stdout.write(`\nFailed:\n${lines.join('\n')}\n`);
  }
}

const firstLine = (message = '') => message.split('\n', 1)[0] ?? '';
