import type { Service } from './support/services/availability.ts';
import { findSecondChromium } from './support/services/find-chromium.ts';

/** `npm test` runs each test once; `npm run proof` has what needs many runs, services or browsers. */
export type Command = 'test' | 'proof';

export type Project = {
  name: string;
  command: Command;
  /** Folders with its test files, or single test files, relative to the root. */
  folders: string[];
  excluded?: string[];
  /** Without one of these it is skipped. */
  needs?: Service[];
  /** Groups run one after the other, so that heavy ones do not run at the same time. */
  group: number;
  timeoutMs: number;
  /** The value of `inject('store')`: the store of the test applications. */
  store?: 'pglite' | 'postgres';
  /** Additional environment variables of its tests. */
  env?: Record<string, string>;
  globalSetup?: string[];
  /** Slow test files, longest first: they start before the others. */
  runFirst?: string[];
};

/** `long` with `npm run proof -- --long`, which also runs the long forms, `*.long.test.ts`. */
export const testForm = process.env.TEST_FORM === 'long' ? 'long' : 'usual';

const integration = {
  folders: ['tests/integration'],
  runFirst: ['program', 'first-start', 'directory-lock'].map(
    (name) => `tests/integration/embedded/${name}.test.ts`,
  ),
  timeoutMs: 60_000,
};

/** Four pages at a time take longer for each on two busy cores than a browser alone. */
const BROWSER_TIMEOUT_MS = 90_000;
const browserTests = {
  folders: ['tests/e2e'],
  runFirst: ['conversations', 'outbox', 'compose', 'first-paint', 'settings', 'connection-status'].map(
    (name) => `tests/e2e/${name}.test.ts`,
  ),
  timeoutMs: BROWSER_TIMEOUT_MS,
};

/** The parts of the suite in order; `npm test -- --project NAME` runs one. */
export const projects: Project[] = [
  { name: 'unit', command: 'test', folders: ['tests/unit'], group: 0, timeoutMs: 20_000 },
  // Only computes, so beside other workers a test takes several times as long as alone.
  {
    name: 'model',
    command: 'test',
    folders: ['tests/model/actors', 'tests/model/paths'],
    group: 0,
    timeoutMs: 120_000,
  },
  { name: 'contract', command: 'test', folders: ['tests/contract'], group: 0, timeoutMs: 20_000 },
  {
    name: 'pglite',
    command: 'test',
    ...integration,
    group: 0,
    excluded: [
      'tests/integration/gateways',
      'tests/integration/topology',
      // What they are about, locks between connections, the embedded store does not have.
      'tests/integration/store/postgres.test.ts',
      'tests/integration/http/contention.test.ts',
      'tests/integration/identity/local-pool-gateways.test.ts',
    ],
    globalSetup: ['tests/support/prepare-stores.ts'],
  },
  { name: 'e2e', command: 'test', needs: ['chromium'], ...browserTests, group: 0 },
  // A worker of its own runs the schedules; the test waits for it.
  { name: 'simulation', command: 'proof', folders: ['tests/proof/simulation'], group: 0, timeoutMs: 180_000 },
  // Beside it, because these tests mostly wait: for gateways that start and for tabs that try again.
  {
    name: 'chaos',
    command: 'proof',
    needs: ['postgres', 'redis'],
    folders: ['tests/proof/chaos', 'tests/proof/attack'],
    group: 0,
    // The long form injects faults for 300 s; then it waits until every tab has caught up.
    timeoutMs: 600_000,
  },
  {
    name: 'postgres',
    command: 'proof',
    needs: ['postgres', 'redis'],
    ...integration,
    excluded: ['tests/integration/embedded'],
    group: 1,
    store: 'postgres',
    globalSetup: ['tests/support/services/global-setup.ts'],
  },
  {
    name: 'browser',
    command: 'proof',
    needs: ['chromium'],
    folders: ['tests/screens', 'tests/browser', 'tests/model/walk'],
    group: 2,
    timeoutMs: BROWSER_TIMEOUT_MS,
  },
  // One after the other: a real engine with its own storage for each person.
  {
    name: 'engines',
    command: 'proof',
    folders: ['tests/engines'],
    group: 3,
    timeoutMs: 120_000,
  },
  // Alone, because images are built and each container has little memory.
  {
    name: 'container',
    command: 'proof',
    needs: ['docker'],
    folders: ['tests/container'],
    group: 4,
    timeoutMs: 600_000,
    globalSetup: ['tests/container/engine.ts'],
  },
  {
    name: 'e2e-second',
    command: 'proof',
    needs: ['secondChromium'],
    ...browserTests,
    group: 2,
    env: { CHROMIUM_PATH: findSecondChromium() ?? '' },
  },
];
