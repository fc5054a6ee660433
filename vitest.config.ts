import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { isUsable } from './tests/support/services/availability.ts';

const conditions = ['source', 'module', 'node', 'development|production'];

type Project = {
  name: string;
  include: string[];
  exclude?: string[];
  /** Groups run one after the other, so a heavy one never meets another. */
  group: number;
  /** An embedded database costs 300 to 800 MB a worker, a browser as much. */
  maxWorkers: number;
  timeoutMs: number;
  store: 'pglite' | 'postgres';
  globalSetup?: string[];
};

const integration = ['tests/integration/**/*.test.ts', 'tests/regression/**/*.test.ts'];

const quick = { group: 0, maxWorkers: 2, timeoutMs: 10_000, store: 'pglite' } as const;

const projects: Project[] = [
  { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/model/**/*.test.ts'], ...quick },
  { name: 'contract', include: ['tests/contract/**/*.test.ts'], ...quick },
  {
    name: 'pglite',
    include: integration,
    exclude: ['tests/integration/gateways/**'],
    group: 1,
    maxWorkers: 2,
    timeoutMs: 30_000,
    store: 'pglite',
  },
  {
    name: 'postgres',
    include: integration,
    group: 2,
    maxWorkers: 2,
    timeoutMs: 30_000,
    store: 'postgres',
    globalSetup: ['tests/support/services/global-setup.ts'],
  },
  {
    name: 'e2e',
    include: ['tests/e2e/**/*.test.ts'],
    group: 3,
    maxWorkers: 1,
    timeoutMs: 90_000,
    store: 'pglite',
  },
];

const needs = { postgres: ['postgres', 'redis'], e2e: ['chromium'] } as const;

/** A project whose services are missing is left out with a word about them; with CI=true that is a failure instead. */
function canRun({ name }: Project): boolean {
  if (name !== 'postgres' && name !== 'e2e') return true;
  return needs[name].map((service) => isUsable(service, name)).every(Boolean);
}

function toConfig(project: Project): TestProjectConfiguration {
  const { name, include, exclude = [], group, maxWorkers, timeoutMs, store, globalSetup = [] } = project;
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include,
      exclude,
      globalSetup,
      maxWorkers,
      pool: 'forks',
      environment: 'node',
      sequence: { groupOrder: group },
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      provide: { store },
    },
  };
}

export default defineConfig({
  test: { reporters: ['dot'], teardownTimeout: 20_000, projects: projects.filter(canRun).map(toConfig) },
});
