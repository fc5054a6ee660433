import { MinimalReporter, type TestCase, type TestModule, type TestSpecification } from 'vitest/node';
import type { Command } from './projects.ts';
import { SKIPPING } from './support/services/availability.ts';

interface Progress {
  files: number;
  done: number;
  passed: number;
  failed: number;
  skipped: number;
  begin: number | undefined;
  end: number;
}

const REPEATED_MAX = 20;

/**
 * One line per project: on a terminal with its progress, elsewhere once it has ended. Afterwards the failures with the commands that repeat
 * them, the projects and tests that were skipped, and the counts.
 */
export class ProjectReporter extends MinimalReporter {
  private readonly command: Command;
  private readonly missing: ReadonlyMap<string, readonly string[]>;
  private readonly progress = new Map<string, Progress>();
  private readonly skippedTests = new Set<string>();
  private drawn = 0;

  /** @param missing for each skipped project what this machine lacks */
  constructor(command: Command, missing: ReadonlyMap<string, readonly string[]>) {
    super();
    this.command = command;
    this.missing = missing;
  }

  override onInit(ctx: Parameters<MinimalReporter['onInit']>[0]): void {
    this.ctx = ctx;
    this.silent ??= ctx.config.silent;
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    for (const { project } of specifications) {
      const counts = { files: 0, done: 0, passed: 0, failed: 0, skipped: 0, begin: undefined, end: 0 };
      if (!this.progress.has(project.name)) this.progress.set(project.name, counts);
      this.of(project).files += 1;
    }
  }

  onTestModuleStart(module: TestModule): void {
    this.of(module.project).begin ??= performance.now();
  }

  override onTestModuleEnd(module: TestModule): void {
    const progress = this.of(module.project);
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') progress[state] += 1;
    }
    // It did not load, or a hook of it failed.
    if (!module.ok() && [...module.children.allTests('failed')].length === 0) progress.failed += 1;
    progress.done += 1;
    progress.end = performance.now();
    if (this.isTTY) this.draw();
    else if (progress.done === progress.files) this.log(this.describe(module.project.name, progress));
  }

  override reportSummary(...summary: Parameters<MinimalReporter['reportSummary']>): void {
    super.reportSummary(...summary);
    this.printFailures();
    for (const line of [...describeSkipped(this.missing), ...this.skippedTests]) this.log(line);
    const all = [...this.progress.values()];
    const sum = (key: 'passed' | 'failed' | 'skipped') => all.reduce((total, each) => total + each[key], 0);
    const failed = Math.max(sum('failed'), process.exitCode ? 1 : 0, summary[1].length);
    this.log(`Took ${seconds(this.end - this.start)}`);
    this.log(`${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
  }

  override onUserConsoleLog(...[log, state]: Parameters<MinimalReporter['onUserConsoleLog']>): void {
    if (log.content.startsWith(SKIPPING)) return void this.skippedTests.add(log.content.trimEnd());
    this.drawn = 0;
    super.onUserConsoleLog(log, state);
  }

  /** The counts of the last line are enough. */
  override reportTestSummary(): void {
    return;
  }

  override printTestModule(): void {
    return;
  }

  private of({ name }: { name: string }): Progress {
    const progress = this.progress.get(name);
    if (!progress) throw new Error(`no files of ${name} were to be run`);
    return progress;
  }

  private draw(): void {
    const lines = [...this.progress].filter(([, { begin }]) => begin !== undefined);
    const up = this.drawn > 0 ? `\u001B[${this.drawn}A` : '';
    this.ctx.logger.outputStream.write(
      up + lines.map(([name, progress]) => `\u001B[2K${this.describe(name, progress)}\n`).join(''),
    );
    this.drawn = lines.length;
  }

  private describe(name: string, progress: Progress): string {
    const { files, done, passed, failed, skipped, begin = 0, end } = progress;
    const state = failed > 0 ? 'FAIL' : done < files ? '... ' : 'ok  ';
    const counts = [`${passed} passed`];
    if (failed > 0) counts.push(`${failed} failed`);
    if (skipped > 0) counts.push(`${skipped} skipped`);
    if (done < files) counts.push(`${done} of ${files} files`);
    return `${state} ${name.padEnd(10)} ${counts.join(', ')} (${seconds(end - begin)})`;
  }

  private printFailures(): void {
    const modules = this.ctx.state.getTestModules();
    const failed = modules.flatMap((module): (TestModule | TestCase)[] => {
      const tests = [...module.children.allTests('failed')];
      return tests.length > 0 || module.ok() ? tests : [module];
    });
    if (failed.length === 0) return;
    this.log('\nFailed, with the command that repeats it:');
    for (const each of failed.slice(0, REPEATED_MAX)) this.log(this.describeFailure(each));
    if (failed.length > REPEATED_MAX) this.log(`and ${failed.length - REPEATED_MAX} more`);
    this.log('');
  }

  private describeFailure(failed: TestModule | TestCase): string {
    const module = failed.type === 'module' ? failed : failed.module;
    const errors = failed.type === 'module' ? failed.errors() : (failed.result().errors ?? []);
    const [reason = ''] = (errors[0]?.message ?? '').split('\n', 1);
    const title = failed.type === 'test' ? ` -t ${quote(toPattern(failed.fullName))}` : '';
    const script = this.command === 'proof' ? 'run proof' : 'test';
    const { project, relativeModuleId } = module;
    return `  ${failed.type === 'test' ? failed.fullName : relativeModuleId}: ${reason}\n    npm ${script} -- --project ${project.name} ${relativeModuleId}${title}`;
  }
}

/** A line for each thing that a skipped project lacks. */
export const describeSkipped = (missing: ReadonlyMap<string, readonly string[]>): string[] =>
  [...missing].flatMap(([name, lines]) => lines.map((line) => `Skipped the project ${name}: ${line}`));

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
/** Vitest takes a title as a regular expression, with spaces between the names of suites. */
const toPattern = (title: string) => title.replaceAll(' > ', ' ').replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
