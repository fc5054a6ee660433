export type Project = {
  name: string;
  /** Folders with its test files, or single test files, relative to the root. */
  folders: string[];
  excluded?: string[];
  /** Groups run one after the other, so that heavy ones do not run at the same time. */
  group: number;
  /** An embedded database takes 300 to 800 MB per worker, and so does a browser. */
  maxWorkers: number;
  /** How many tests of `test.concurrent` run at the same time in one file; two by default. */
  maxConcurrency?: number;
  timeoutMs: number;
  /** The value of `inject('store')`: the store of the test applications. */
  store: 'pglite' | 'postgres';
  globalSetup?: string[];
  /** Slow test files, longest first: they start before the others. */
  runFirst?: string[];
};

/** `full` with `npm run test:full`, which also runs the long forms, `*.full.test.ts`. */
export const testForm = process.env.TEST_FORM === 'full' ? 'full' : 'usual';

/** One worker more than the two cores, because these tests often wait for a database or a process. */
const parallelDefaults = { group: 0, maxWorkers: 3, store: 'pglite' } as const;
const quickDefaults = { ...parallelDefaults, timeoutMs: 20_000 };
const integrationDefaults = {
  folders: ['tests/integration'],
  runFirst: ['first-start', 'backup', 'restart', 'audit-log'].map(
    (name) => `tests/integration/embedded/${name}.test.ts`,
  ),
  timeoutMs: 30_000,
};
const browserDefaults = { timeoutMs: 90_000, store: 'pglite' } as const;

/** Tests that measure seconds: another browser at the same time would distort them. */
const timedFiles = ['hosted', 'machines-live', 'user-journey', 'tabs'].map(
  (name) => `tests/e2e/${name}.test.ts`,
);

/** The longest of the other browser tests. */
const longBrowserFiles = [
  'first-paint',
  'outbox',
  'first-screen',
  'compose',
  'auth-pages',
  'settings',
  'connection-status',
  'pwa',
  'screens',
].map((name) => `tests/e2e/${name}.test.ts`);

/** What depends on the store, on locks or on several gateways; the rest runs on PostgreSQL in the long form only. */
const postgresFolders = [
  ...['gateways', 'topology', 'store', 'realtime'].map((name) => `tests/integration/${name}`),
  ...['sample', 'first-message', 'file-descriptor-limit', 'log-frames'].map(
    (name) => `tests/integration/start/${name}.test.ts`,
  ),
  ...[
    'contention',
    'operations',
    'erasure-under-load',
    'erasure-interrupted',
    'feeds',
    'expiry',
    'reports',
    'requests',
    'request-answers',
    'suspension',
    'mutes',
    'push',
    'push-ends',
    'blocks',
    'listed-sessions',
    'data-export',
  ].map((name) => `tests/integration/http/${name}.test.ts`),
  ...['local-pool-gateways', 'local-pool-races', 'local-pool-lockout', 'identity-events'].map(
    (name) => `tests/integration/identity/${name}.test.ts`,
  ),
];

/** The parts of the suite in order; `npm test -- --project NAME` runs one. */
export const projects: Project[] = [
  // Beside tests that start no process: these mostly wait, for gateways that start and for tabs that try again.
  {
    name: 'chaos',
    folders: ['tests/chaos', 'tests/attack'],
    ...parallelDefaults,
    maxConcurrency: 3,
    timeoutMs: 300_000,
  },
  { name: 'unit', folders: ['tests/unit'], ...quickDefaults },
  // Only computes, so beside other workers a test takes several times as long as alone.
  { name: 'model', folders: ['tests/model'], ...parallelDefaults, timeoutMs: 120_000 },
  // A worker of its own runs the schedules; the test waits for it.
  { name: 'simulation', folders: ['tests/simulation'], ...parallelDefaults, timeoutMs: 180_000 },
  // Processes of the model checker, and their runs carried out by the product.
  { name: 'formal', folders: ['tests/formal'], ...parallelDefaults, timeoutMs: 300_000 },
  { name: 'contract', folders: ['tests/contract'], ...quickDefaults },
  {
    name: 'pglite',
    ...integrationDefaults,
    ...parallelDefaults,
    group: 1,
    excluded: ['tests/integration/gateways', 'tests/integration/topology'],
    globalSetup: ['tests/support/prepare-stores.ts'],
  },
  {
    name: 'postgres',
    ...integrationDefaults,
    ...parallelDefaults,
    excluded: ['tests/integration/embedded'],
    folders: testForm === 'full' ? integrationDefaults.folders : postgresFolders,
    // That of pglite, so that no worker waits for its last file.
    group: 1,
    store: 'postgres',
    globalSetup: ['tests/support/services/global-setup.ts'],
  },
  {
    name: 'e2e',
    folders: ['tests/e2e'],
    excluded: timedFiles,
    runFirst: longBrowserFiles,
    ...parallelDefaults,
    group: 2,
    ...browserDefaults,
  },
  { name: 'e2e-timed', folders: timedFiles, group: 3, maxWorkers: 1, ...browserDefaults },
];
