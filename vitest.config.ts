import { parseArgs } from 'node:util';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { describeSkipped, ProjectReporter } from './tests/project-reporter.ts';
import { testForm, projects, type Project } from './tests/projects.ts';
import { ProjectSequencer } from './tests/project-sequencer.ts';
import { listMissing } from './tests/support/services/availability.ts';

/**
 * Without `module`, as in Node itself: with it, the AWS SDK resolves to files that only bundlers can read.
 */
const conditions = ['node', 'development|production'];

const longForms = testForm === 'long' ? [] : ['**/*.long.test.{ts,tsx}'];

const command = process.env.TEST_COMMAND === 'proof' ? 'proof' : 'test';
const { values } = parseArgs({
  options: { project: { type: 'string', multiple: true, default: [] } },
  strict: false,
});
const named = values.project.map(String);
/** A hunt of flaky tests repeats `npm test`, or the named projects of either command. */
const isHunt = process.env.TEST_SEED !== undefined && named.length > 0;
const known = projects.filter((project) => isHunt || project.command === command);
const unknown = named.filter((name) => known.every((project) => project.name !== name));
if (unknown.length > 0)
  stop(`No project ${unknown.join(', ')} here, but ${known.map(({ name }) => name).join(', ')}.`, 78);
const selected = named.length === 0 ? known : known.filter(({ name }) => named.includes(name));
const missing = new Map(selected.map(({ name, needs = [] }) => [name, listMissing(needs, name)]));
const usable = selected.filter(({ name }) => missing.get(name)?.length === 0);
// Vitest takes a run without any project for a mistake.
if (usable.length === 0) stop(describeSkipped(missing).join('\n'), 0);

function stop(text: string, code: number): never {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}

/** Of files and of the tests in them; `npm run proof -- --flaky` chooses the seed. */
const seed = process.env.TEST_SEED;
const randomOrder = seed === undefined ? {} : { seed: Number(seed), shuffle: true };

// Every process of Amazon's SDK warns that support for Node 20 will end; the version here is pinned.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

/** Where the results are written too, for a program. */
const report = process.env.TEST_REPORT;

/** Two cores and one more, because tests often wait for a database, a browser or a process. */
const WORKERS = 3;

/** The test files below a folder, or one file. */
const filesOf = (path: string) => (path.endsWith('.ts') ? path : `${path}/**/*.test.{ts,tsx}`);

function toConfig(project: Project): TestProjectConfiguration {
  const { name, folders, excluded = [], group, timeoutMs, globalSetup = [] } = project;
  const { store = 'pglite', env = {} } = project;
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: folders.map(filesOf),
      exclude: [...excluded.map(filesOf), ...longForms],
      globalSetup,
      maxWorkers: WORKERS,
      pool: 'forks',
      isolate: false,
      environment: 'node',
      sequence: { groupOrder: group, ...randomOrder },
      // The timeout of `until`, which allows for slow machines.
      expect: { poll: { timeout: 10_000 } },
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      provide: { store, form: testForm },
      env,
    },
  };
}

export default defineConfig({
  test: {
    reporters: [
      new ProjectReporter(command, missing),
      ...(report === undefined ? [] : [['json', { outputFile: report }] as ['json', { outputFile: string }]]),
    ],
    teardownTimeout: 20_000,
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    sequence: { sequencer: ProjectSequencer, ...randomOrder },
    projects: usable.map(toConfig),
  },
});
