const { readdirSync } = require('node:fs');

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/**
 * The parts of `client/src`, top to bottom: each imports only parts of lower lines. `main.tsx` adds the devtools.
 */
const CLIENT_LAYERS = [
  'main.tsx',
  'app',
  'pages',
  'account',
  'messages',
  'notifications',
  'feed',
  'cruds',
  'safety',
  'people',
  'sync',
  'base',
];

/** The same for `server/src`. Parts of one line do not import each other. */
const SERVER_LAYERS = [
  'cli',
  'main.ts',
  'app.ts',
  'wiring',
  'operate seed',
  'store',
  'gateway',
  'http streams repositories bus identity storage push',
  'config',
  'domain',
];

/** The same for `server/local-pool/src`. */
const LOCAL_POOL_LAYERS = [
  'index.ts',
  'http',
  'create-local-pool.ts',
  'operations.ts hosted sweep.ts',
  'operations',
  'sign-in',
  'tokens mail',
  'people',
  'operation.ts rate-limits.ts',
  'context.ts',
  'mailer.ts passkeys redirects.ts secrets srp',
  'input.ts lifetimes.ts tables.ts errors.ts',
  'names.ts migrations.ts',
];

/** Folders beside sources. */
const NO_SOURCES = ['dist', 'node_modules', 'public', '.types'];

/** The same for the folders of the client that are not part of the page. */
const CLIENT_BUILD_IMPORTS = {
  devtools: 'src',
  vite: 'devtools src',
  worker: '',
  src: 'devtools',
};

function refuseUnknown(root, known, isPart) {
  const unknown = readdirSync(root, { withFileTypes: true })
    .filter((entry) => isPart(entry) && !NO_SOURCES.includes(entry.name) && !known.includes(entry.name))
    .map(({ name }) => name);
  if (unknown.length > 0)
    throw new Error(`.dependency-cruiser.cjs says nothing of ${root}/${unknown.join(', ')}`);
}

function forbidUpward(root, layers) {
  const parts = layers.map((names) => names.split(' '));
  refuseUnknown(root, parts.flat(), () => true);
  return parts.flatMap((names, index) =>
    names.map((name) => {
      const lower = parts.slice(index + 1).flat();
      return forbid(
        `${root}-${name}`.replaceAll('/', '-'),
        { path: `^${root}/${name}(/|$)` },
        { path: `^${root}/`, pathNot: `^${root}/(${['node_modules', name, ...lower].join('|')})(/|$)` },
        `${root}/${name} may import: ${lower.join(', ') || 'no other part'}.`,
      );
    }),
  );
}

function forbidOthers(root, table) {
  refuseUnknown(root, Object.keys(table), (entry) => entry.isDirectory());
  return Object.entries(table).map(([folder, names]) => {
    const allowed = names.split(' ').filter(Boolean);
    const open = allowed.map((name) => `${name}/`);
    return forbid(
      `${root.replaceAll('/', '-').replace('-src', '')}-${folder}`,
      { path: `^${root}/${folder}/` },
      {
        path: `^${root}/[^/]+/`,
        pathNot: `^${root}/(${[`${folder}/`, 'node_modules/', ...open].join('|')})`,
      },
      `${root}/${folder} may import: ${allowed.join(', ') || 'no other folder'}.`,
    );
  });
}

/** The import directions of docs/architecture.md. A call passes from top to bottom; no import goes up. */
module.exports = {
  forbidden: [
    ...forbidUpward('client/src', CLIENT_LAYERS),
    ...forbidUpward('server/src', SERVER_LAYERS),
    ...forbidUpward('server/local-pool/src', LOCAL_POOL_LAYERS),
    ...forbidOthers('client', CLIENT_BUILD_IMPORTS),
    forbid(
      'test-support-imports-no-tests',
      { path: '^tests/support/' },
      { path: '^tests/(?!support/)[^/]+/' },
      'What several kinds of tests use imports none of them.',
    ),
    forbid('no-cycles', {}, { circular: true }, 'Files must not import each other in a cycle.'),
    forbid(
      'declared-dependencies',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
      'Every package is named by who imports it.',
    ),
    forbid(
      'resolvable',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
      'Every import resolves, but for what the build itself makes.',
    ),
    forbid(
      'shared-imports-nothing',
      { path: '^shared/' },
      { path: '^(server|client|tests)/' },
      'The contract imports nothing of ours.',
    ),
    forbid(
      'shared-through-index',
      { path: '^(server|client|tests)/' },
      { path: '^shared/(src|dist)/(?!index\\.)' },
      'The contract is read through its index.',
    ),
    forbid(
      'server-not-client',
      { path: '^server/' },
      { path: '^client/' },
      'The two programs meet only in shared.',
    ),
    forbid(
      'client-not-server',
      { path: '^client/(?!devtools/simulation/)' },
      { path: '^server/' },
      'The two programs meet only in shared, and in the simulation, which runs both.',
    ),
    forbid(
      'nothing-imports-tests',
      { path: '^(shared|server|client)/' },
      { path: '^tests/' },
      'Product code must not import tests.',
    ),
    forbid(
      'domain-no-drivers',
      { path: '^server/src/domain/' },
      { dependencyTypes: ['npm'], pathNot: 'node_modules/(lru-cache|p-limit|uuid|zod)/' },
      'No express, socket, SQL, Redis or AWS in the domain.',
    ),
    forbid(
      'domain-no-node-builtins',
      { path: '^server/src/domain/' },
      { dependencyTypes: ['core'] },
      'The domain imports no node builtins; it gets hashes, ids and files through its ports.',
    ),
    forbid(
      'local-pool-stands-alone',
      { path: '^server/local-pool/' },
      { path: '^(server/src|client|tests)/' },
      'The local pool imports only shared and packages; the server passes it the rest.',
    ),
    forbid(
      'local-pool-through-its-entries',
      { path: '^(server/src|client)/' },
      {
        path: '^server/local-pool/',
        pathNot: '^server/local-pool/src/(index|loopback|migrations|names)\\.ts$',
      },
      'The server imports the entries that the pool exports in its package.json.',
    ),
    forbid(
      'adapters-see-the-domain',
      { path: '^server/src/(domain|http|gateway|streams|repositories|bus|identity|storage|push)/' },
      {
        path: '^server/(src|local-pool)/',
        pathNot: '^server/src/($1|domain)/|^server/src/streams/',
      },
      'They get settings and each other as arguments; only the gateway imports the streams.',
    ),
    forbid(
      'machines-know-no-view',
      { path: '\\.machine\\.ts$' },
      { path: '\\.tsx$|node_modules/(react|react-dom|@xstate/react)/' },
      'A machine can be run without a view.',
    ),
    forbid(
      'charts-know-no-machine',
      { path: '^client/devtools/charts/' },
      { path: '^client/src/|^client/devtools/(?!charts/)|node_modules/(react|react-dom|@xstate/react)/' },
      'A chart knows no machine by name and no view.',
    ),
    forbid(
      'only-main-imports-devtools',
      { path: '^client/src/(?!main\\.tsx$)' },
      { path: '^client/devtools/' },
      'The product does not know how its machines are shown: it registers their actors in base/actors, and main adds the page.',
    ),
    forbid(
      'devtools-are-lazy',
      { path: '^client/src/' },
      { path: '^client/devtools/(?!inspect/listen-for-inspectors\\.ts$)', dynamic: false },
      'Only reviewers need the devtools: their code is in no chunk that others load, but for the listener.',
    ),
    forbid(
      'simulation-is-a-worker',
      { path: '^client/devtools/(?!simulation/|vite/)' },
      { path: '^client/devtools/simulation/' },
      'The simulation runs in a worker of its own, which the page knows by its messages.',
    ),
    forbid(
      'one-importer-of-amplify',
      { path: '^client/src/(?!account/amplify/)' },
      { path: 'node_modules/aws-amplify/' },
      'Only the adapter of the identity provider imports aws-amplify.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The programs in base images get their packages there.
    exclude: { path: '^(server/local-pool|[^/]+)/(dist|\\.types)/|^tests/container/base-images/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
