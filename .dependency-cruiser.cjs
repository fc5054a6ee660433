const { readdirSync } = require('node:fs');

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

const VIEWS = 'ui crud message people frame clock lazy hydration';
/** For each folder of `client/src` the folders whose modules it may import; files directly in `client/src` are open to all. */
const CLIENT_IMPORTS = {
  runtime: '',
  lazy: '',
  api: 'runtime',
  machines: 'api',
  cache: 'api runtime',
  ui: 'lazy hydration',
  clock: 'machines ui hydration runtime',
  people: 'ui crud hydration',
  crud: 'ui people clock lazy',
  frame: 'ui crud people clock lazy hydration',
  message: 'ui crud people clock frame',
  auth: 'machines api clock lazy ui devtools runtime',
  account: 'machines api auth ui',
  outbox: 'api cache clock machines lazy devtools runtime',
  realtime: 'api cache clock machines lazy auth devtools runtime',
  compose: 'api outbox cache crud message ui clock machines auth lazy',
  feed: 'api cache compose crud ui clock auth hydration',
  devtools: 'machines ui api frame compose app screens crud clock lazy runtime',
  screens: `api cache realtime outbox auth account machines compose feed app ${VIEWS}`,
  app: `runtime api cache realtime outbox auth machines compose feed screens devtools ${VIEWS}`,
  ssr: 'api app cache realtime outbox auth compose frame ui clock runtime',
  gallery: 'feed auth ui crud message people frame styles clock runtime',
  styles: '',
};
/** What views and services need of `ssr`: whether the page hydrates, and when its first content is there. */
const HYDRATION = 'ssr/(use-hydrating|first-content|run-when-idle)\\.ts$';

/** The same for `server/src`. Its own files are the composition root, which imports every part. */
const SERVER_IMPORTS = {
  domain: '',
  config: '',
  bodies: '',
  http: 'domain bodies',
  streams: 'domain',
  gateway: 'domain streams',
  repositories: 'domain',
  bus: 'domain',
  identity: 'domain',
  storage: 'domain',
  push: 'domain',
  store: 'config repositories seed',
  seed: 'domain repositories store',
  operate: 'domain repositories store wiring',
  wiring: 'config domain http bodies streams repositories identity storage push store seed',
};

/** The same for `server/local-pool/src`. Its own files hold what all folders use, and connect them. */
const LOCAL_POOL_IMPORTS = {
  http: 'mail',
  operations: 'auth-flows challenges identities mail passkeys people secrets srp tokens',
  hosted: 'challenges passkeys people tokens',
  'auth-flows': 'challenges people srp',
  challenges: 'auth-flows mail passkeys people secrets srp tokens',
  identities: 'secrets tokens',
  mail: 'people secrets',
  people: 'secrets srp tokens',
  tokens: 'people secrets',
  passkeys: '',
  secrets: '',
  srp: '',
};

/** Folders beside sources. */
const NO_SOURCES = ['dist', 'node_modules', 'public', '.types'];

/** The same for the folders of the client that are not part of the page. */
const CLIENT_BUILD_IMPORTS = {
  'chart-layout': 'src',
  vite: 'chart-layout src',
  worker: '',
  src: '',
};

function forbidOthers(root, table) {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !NO_SOURCES.includes(entry.name),
  );
  const unknown = folders.map(({ name }) => name).filter((name) => !(name in table));
  if (unknown.length > 0)
    throw new Error(`.dependency-cruiser.cjs says nothing of ${root}/${unknown.join(', ')}`);
  return Object.entries(table).map(([folder, names]) => {
    const allowed = names.split(' ').filter(Boolean);
    const open = allowed.map((name) => (name === 'hydration' ? HYDRATION : `${name}/`));
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
    ...forbidOthers('client/src', CLIENT_IMPORTS),
    ...forbidOthers('server/src', SERVER_IMPORTS),
    ...forbidOthers('server/local-pool/src', LOCAL_POOL_IMPORTS),
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
      { path: '^client/' },
      { path: '^server/' },
      'The two programs meet only in shared.',
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
      'local-pool-is-wired-in',
      { path: '^server/src/(domain|http|gateway|streams|repositories|bus|identity|storage|bodies)/' },
      { path: '^server/local-pool/' },
      'The composition root connects the pool with the adapters.',
    ),
    forbid(
      'single-composition-root',
      { path: '^server/src/(?!main|seed|app)[^/]+/' },
      { path: '^server/src/(main|app)\\.ts$' },
      'There is one composition root.',
    ),
    forbid(
      'screens-do-not-import-each-other',
      { path: '^client/src/screens/([^/]+)/' },
      { path: '^client/src/screens/', pathNot: '^client/src/screens/$1/' },
      'What two screens share is not a part of either.',
    ),
    forbid(
      'machines-know-no-view',
      { path: '^client/src/machines/' },
      {
        path: 'node_modules/(react|react-dom|@xstate/react)/',
      },
      'A machine can be run without a view.',
    ),
    forbid(
      'charts-know-no-machine',
      { path: '^client/src/devtools/charts/' },
      { path: '^client/src/(?!devtools/charts/)|node_modules/(react|react-dom|@xstate/react)/' },
      'A chart knows no machine by name and no view.',
    ),
    forbid(
      'devtools-through-index',
      { path: '^client/src/(?!devtools/)' },
      { path: '^client/src/devtools/(?!index\\.ts$|machines/machines-shell\\.tsx$)' },
      'The rest of the client knows the devtools by their public module and the route of their page, and nothing of how they work.',
    ),
    forbid(
      'machines-page-is-lazy',
      { path: '^client/src/' },
      { path: '^client/src/devtools/machines/machines-shell\\.tsx$', dynamic: false },
      'Only reviewers open the page of the machines: its code is in no chunk that others load.',
    ),
    forbid(
      'one-importer-of-amplify',
      { path: '^client/src/(?!auth/(amplify|hosted)/)' },
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
