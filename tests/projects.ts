export type Project = {
  name: string;
  /** Whose test files it runs, relative to the root. */
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
};

const quick = { group: 0, maxWorkers: 2, timeoutMs: 20_000, store: 'pglite' } as const;
const integration = { folders: ['tests/integration', 'tests/regression'], maxWorkers: 2, timeoutMs: 30_000 };

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
    group: 2,
    store: 'postgres',
    globalSetup: ['tests/support/services/global-setup.ts'],
  },
  { name: 'e2e', folders: ['tests/e2e'], group: 3, maxWorkers: 1, timeoutMs: 90_000, store: 'pglite' },
  { name: 'chaos', folders: ['tests/chaos'], group: 4, maxWorkers: 1, timeoutMs: 300_000, store: 'pglite' },
];
