export type Project = {
  name: string;
  /** Whose test files it runs, or test files, relative to the root. */
  folders: string[];
  excluded?: string[];
  /** Groups run one after the other, so that a heavy one never meets another. */
  group: number;
  /** An embedded database costs 300 to 800 MB a worker, a browser as much. */
  maxWorkers: number;
  timeoutMs: number;
  /** What `inject('store')` gives: on which store a test application stands. */
  store: 'pglite' | 'postgres';
  globalSetup?: string[];
  /** Test files that take long without being large, longest first: they begin before the others. */
  runFirst?: string[];
};

/** `full` with `npm run test:full`: then the long forms, `*.full.test.ts`, run as well. */
export const testForm = process.env.TEST_FORM === 'full' ? 'full' : 'usual';

/** One worker more than there are cores, because these often wait: for each other, for a database, for a process. */
const parallelDefaults = { group: 0, maxWorkers: 3, store: 'pglite' } as const;
const quickDefaults = { ...parallelDefaults, timeoutMs: 20_000 };
const integrationDefaults = {
  folders: ['tests/integration'],
  runFirst: ['first-start', 'restart'].map((name) => `tests/integration/start/${name}.test.ts`),
  timeoutMs: 30_000,
};
const browserDefaults = { timeoutMs: 90_000, store: 'pglite' } as const;

/** Stories that hold the product to a number of seconds: another browser beside them would be in the measure. */
const timedFiles = ['hosted', 'machines-live', 'user-journey', 'tabs'].map(
  (name) => `tests/e2e/${name}.test.ts`,
);

/** The longest of the others. */
const longBrowserFiles = [
  'token-refresh-across-tabs',
  'settings',
  'screens',
  'machines',
  'outbox',
  'pwa',
  'first-paint',
  'keyboard-only',
  'blocked-sockets',
  'expiry',
].map((name) => `tests/e2e/${name}.test.ts`);

/** What the pool says on the wire, whatever store is below it: on PostgreSQL in the long form only. */
const poolWireFiles = [
  ...[
    'enumeration',
    'amplify',
    'codes',
    'devices',
    'errors',
    'guards',
    'hosted',
    'identity-js',
    'jsdom',
    'mail',
  ],
  ...['networks', 'sdk', 'srp', 'tokens', 'wire'],
].map((name) => `tests/integration/identity/local-pool-${name}.test.ts`);

/** The parts of the suite in their order, each run alone by `npm test -- --project NAME`. */
export const projects: Project[] = [
  {
    name: 'pglite',
    ...integrationDefaults,
    ...parallelDefaults,
    excluded: ['tests/integration/gateways', 'tests/integration/topology'],
  },
  { name: 'unit', folders: ['tests/unit', 'tests/model'], ...quickDefaults },
  { name: 'contract', folders: ['tests/contract'], ...quickDefaults },
  {
    name: 'postgres',
    ...integrationDefaults,
    excluded: testForm === 'full' ? [] : poolWireFiles,
    group: 1,
    maxWorkers: 2,
    store: 'postgres',
    globalSetup: ['tests/support/services/global-setup.ts'],
  },
  {
    name: 'e2e',
    folders: ['tests/e2e'],
    excluded: timedFiles,
    runFirst: longBrowserFiles,
    group: 2,
    maxWorkers: 3,
    ...browserDefaults,
  },
  { name: 'e2e-timed', folders: timedFiles, group: 3, maxWorkers: 1, ...browserDefaults },
  {
    name: 'chaos',
    folders: ['tests/chaos', 'tests/attack'],
    group: 4,
    maxWorkers: 1,
    timeoutMs: 300_000,
    store: 'pglite',
  },
];
