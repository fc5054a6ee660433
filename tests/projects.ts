export type Project = {
  name: string;
  /** Whose test files it runs, or test files, relative to the root. */
  folders: string[];
  except?: string[];
  /** Groups run one after the other, so that a heavy one never meets another. */
  group: number;
  /** An embedded database costs 300 to 800 MB a worker, a browser as much. */
  maxWorkers: number;
  timeoutMs: number;
  /** What `inject('store')` gives: on which store a test application stands. */
  store: 'pglite' | 'postgres';
  globalSetup?: string[];
  /** Test files that take long without being large, longest first: they begin before the others. */
  first?: string[];
};

/** `full` with `npm run test:full`: then the long forms, `*.full.test.ts`, run as well. */
export const form = process.env.TEST_FORM === 'full' ? 'full' : 'usual';

const quick = { group: 0, maxWorkers: 2, timeoutMs: 20_000, store: 'pglite' } as const;
const integration = {
  folders: ['tests/integration', 'tests/regression'],
  first: ['first-start', 'restart'].map((name) => `tests/integration/start/${name}.test.ts`),
  maxWorkers: 2,
  timeoutMs: 30_000,
};
const browsers = { timeoutMs: 90_000, store: 'pglite' } as const;

/** Stories that hold the product to a number of seconds: another browser beside them would be in the measure. */
const timed = ['expiry', 'hosted', 'machines-lit', 'story', 'tabs'].map(
  (name) => `tests/e2e/${name}.test.ts`,
);

/** The longest of the others. */
const stories = [
  'settings',
  'machines',
  'screens',
  'outbox',
  'ten-tabs',
  'pwa',
  'first-paint',
  'keyboard-only',
].map((name) => `tests/e2e/${name}.test.ts`);

/** What the pool says on the wire, whatever store is below it: on PostgreSQL in the long form only. */
const wire = [
  ...['alike', 'amplify', 'codes', 'devices', 'errors', 'guards', 'hosted', 'identity-js', 'jsdom', 'mail'],
  ...['networks', 'sdk', 'srp', 'tokens', 'wire'],
].map((name) => `tests/integration/identity/local-pool-${name}.test.ts`);

/** The parts of the suite, each run alone by `npm test -- --project NAME`. */
export const projects: Project[] = [
  { name: 'unit', folders: ['tests/unit', 'tests/model'], ...quick },
  { name: 'contract', folders: ['tests/contract'], ...quick },
  {
    name: 'pglite',
    ...integration,
    except: ['tests/integration/gateways', 'tests/integration/topology'],
    group: 1,
    store: 'pglite',
  },
  {
    name: 'postgres',
    ...integration,
    except: form === 'full' ? [] : wire,
    group: 2,
    store: 'postgres',
    globalSetup: ['tests/support/services/global-setup.ts'],
  },
  {
    name: 'e2e',
    folders: ['tests/e2e'],
    except: timed,
    first: stories,
    group: 3,
    maxWorkers: 3,
    ...browsers,
  },
  { name: 'e2e-timed', folders: timed, group: 4, maxWorkers: 1, ...browsers },
  { name: 'chaos', folders: ['tests/chaos'], group: 5, maxWorkers: 1, timeoutMs: 300_000, store: 'pglite' },
];
