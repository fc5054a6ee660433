import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { testForm, projects, type Project } from './tests/projects.ts';
import { FailureListReporter } from './tests/failure-list-reporter.ts';
import { LongestFirstSequencer } from './tests/longest-first.ts';
import { isUsable, type Service } from './tests/support/services/availability.ts';

/**
 * Without `module`, as in Node itself: with it, the AWS SDK resolves to files that only bundlers can read.
 */
const conditions = ['node', 'development|production'];

const longForms = testForm === 'full' ? [] : ['**/*.full.test.{ts,tsx}'];

const needs: Record<string, Service[]> = {
  postgres: ['postgres', 'redis'],
  e2e: ['chromium'],
  'e2e-timed': ['chromium'],
  chaos: ['postgres', 'redis'],
};

/** A project whose services are missing is skipped with a message; with CI=true that is a failure. */
function canRun({ name }: Project): boolean {
  return (needs[name] ?? []).map((service) => isUsable(service, name)).every(Boolean);
}

/** The test files below a folder, or one file. */
const filesOf = (path: string) => (path.endsWith('.ts') ? path : `${path}/**/*.test.{ts,tsx}`);

function toConfig(project: Project): TestProjectConfiguration {
  const { name, folders, excluded = [], group, maxWorkers, timeoutMs, store, globalSetup = [] } = project;
  const { maxConcurrency = 2 } = project;
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: folders.map(filesOf),
      exclude: [...excluded.map(filesOf), ...longForms],
      globalSetup,
      maxWorkers,
      pool: 'forks',
      isolate: false,
      maxConcurrency,
      environment: 'node',
      sequence: { groupOrder: group },
      // The timeout of `until`, which allows for slow machines.
      expect: { poll: { timeout: 10_000 } },
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      provide: { store, form: testForm },
    },
  };
}

export default defineConfig({
  test: {
    reporters: ['dot', new FailureListReporter()],
    teardownTimeout: 20_000,
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    sequence: { sequencer: LongestFirstSequencer },
    projects: projects.filter(canRun).map(toConfig),
  },
});
