/** The import directions of docs/architecture.md. A call travels top to bottom; nothing points back up. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }, 'A cycle has no top.'),
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
      'Tests stand outside.',
    ),
    forbid(
      'domain-is-pure',
      { path: '^server/src/domain/' },
      { path: '^server/src/(?!domain/)' },
      'Adapters know the domain, not the reverse.',
    ),
    forbid(
      'domain-no-drivers',
      { path: '^server/src/domain/' },
      { dependencyTypes: ['npm'], pathNot: 'node_modules/(lru-cache|uuid|zod)/' },
      'No express, socket, SQL, Redis or AWS in the domain.',
    ),
    forbid(
      'domain-no-node-builtins',
      { path: '^server/src/domain/' },
      { dependencyTypes: ['core'] },
      'The domain imports no node builtins; it gets hashes, ids and files through its ports.',
    ),
    forbid(
      'adapters-do-not-import-each-other',
      { path: '^server/src/(http|streams|repositories|bus|identity|storage)/' },
      {
        path: '^server/src/(http|gateway|streams|repositories|bus|identity|storage)/',
        pathNot: '^server/src/$1/',
      },
      'Adapters import the domain and not each other.',
    ),
    forbid(
      'gateway-reads-streams',
      { path: '^server/src/gateway/' },
      { path: '^server/src/(http|repositories|bus|identity|storage|wiring|store|seed)/' },
      'The gateway imports the domain and the streams that it sends.',
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
      'only-routes-import-screens',
      { path: '^client/src/(?!app/|screens/|main\\.tsx)' },
      { path: '^client/src/screens/' },
      'Screens import the feed, the composer and the rest; nothing imports a screen but the routes.',
    ),
    forbid(
      'views-know-no-data',
      { path: '^client/src/(ui|crud|message|people|frame)/' },
      {
        path: '^client/src/(app|screens|feed|compose|machines|api|cache|realtime|auth|outbox|devtools)/',
      },
      'Views take props and report events.',
    ),
    forbid(
      'machines-know-no-view',
      { path: '^client/src/machines/' },
      {
        path: '^client/src/(app|screens|feed|compose|ui|crud|message|people|frame)/|node_modules/(react|react-dom|@xstate/react)/',
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
      'data-knows-no-view',
      { path: '^client/src/(api|cache|realtime|outbox|auth/(session|amplify|hosted))/' },
      { path: '^client/src/(app|screens|feed|compose|ui|crud|message|people|frame)/' },
      'Data sources know no view.',
    ),
    forbid(
      'cache-imports-api-only',
      { path: '^client/src/cache/' },
      { path: '^client/src/(?!(cache|api)/)' },
      'The query cache knows neither connection nor outbox: both call it.',
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
    exclude: { path: '^(server/local-pool|[^/]+)/(dist|\\.types)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
