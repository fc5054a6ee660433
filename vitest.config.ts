import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { projects, type Project } from './tests/projects.ts';
import { isUsable, type Service } from './tests/support/services/availability.ts';

/**
 * `source` makes `@cruddur/shared` its TypeScript, so no test ever runs against an old build of it. Without `module`, as in
 * Node itself: under it the AWS SDK answers with files that only bundlers can read.
 */
const conditions = ['source', 'node', 'development|production'];

const needs: Record<string, Service[]> = {
  postgres: ['postgres', 'redis'],
  e2e: ['chromium'],
  chaos: ['postgres', 'redis'],
};

/** A project whose services are missing is left out with a word about them; with CI=true that is a failure instead. */
function canRun({ name }: Project): boolean {
  return (needs[name] ?? []).map((service) => isUsable(service, name)).every(Boolean);
}

function toConfig(project: Project): TestProjectConfiguration {
  const { name, folders, except = [], group, maxWorkers, timeoutMs, store, globalSetup = [] } = project;
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
      exclude: except.map((folder) => `${folder}/**`),
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
