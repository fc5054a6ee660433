/** The import directions of docs/architecture.md. A call travels top to bottom; nothing points back up. */
const ban = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    ban('no-cycles', {}, { circular: true }, 'A cycle has no top.'),
    ban(
      'declared',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
      'Every package is named by who imports it.',
    ),
    ban(
      'resolvable',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
      'Every import resolves, but for what the build itself makes.',
    ),
    ban(
      'shared-is-the-bottom',
      { path: '^shared/' },
      { path: '^(server|client|tests)/' },
      'The contract imports nothing of ours.',
    ),
    ban(
      'through-the-index',
      { path: '^(server|client|tests)/' },
      { path: '^shared/(src|dist)/(?!index\\.)' },
      'The contract is read through its index.',
    ),
    ban(
      'server-not-client',
      { path: '^server/' },
      { path: '^client/' },
      'The two programs meet only in shared.',
    ),
    ban(
      'client-not-server',
      { path: '^client/' },
      { path: '^server/' },
      'The two programs meet only in shared.',
    ),
    ban(
      'nothing-imports-tests',
      { path: '^(shared|server|client)/' },
      { path: '^tests/' },
      'Tests stand outside.',
    ),
    ban(
      'domain-is-pure',
      { path: '^server/src/domain/' },
      { path: '^server/src/(?!domain/)' },
      'Adapters know the domain, not the reverse.',
    ),
    ban(
      'domain-no-drivers',
      { path: '^server/src/domain/' },
      { dependencyTypes: ['npm'], pathNot: 'node_modules/(uuid|zod)/' },
      'No express, socket, SQL, Redis or AWS in the domain.',
    ),
    ban(
      'adapters-apart',
      { path: '^server/src/(http|realtime|repositories|bus|identity|storage|local-pool)/' },
      {
        path: '^server/src/(http|realtime|repositories|bus|identity|storage|local-pool)/',
        pathNot: '^server/src/$1/',
      },
      'Doors and adapters see the domain, never each other.',
    ),
    ban(
      'only-main-composes',
      { path: '^server/src/(?!main|seed|app)[^/]+/' },
      { path: '^server/src/(main|app)\\.ts$' },
      'One composition root.',
    ),
    ban(
      'screens-apart',
      { path: '^client/src/screens/([^/]+)/' },
      { path: '^client/src/screens/', pathNot: '^client/src/screens/$1/' },
      'Screens never import each other.',
    ),
    ban(
      'feed-below-screens',
      { path: '^client/src/feed/' },
      { path: '^client/src/screens/' },
      'Screens share the feed, not the reverse.',
    ),
    ban(
      'components-pure',
      { path: '^client/src/components/' },
      { path: '^client/src/(app|screens|feed|machines|api|realtime|identity)/' },
      'Props in, events out.',
    ),
    ban(
      'machines-no-view',
      { path: '^client/src/machines/' },
      { path: '^client/src/(app|screens|feed|components)/|node_modules/(react|react-dom|@xstate/react)/' },
      'Machines know no view.',
    ),
    ban(
      'charts-from-machines',
      { path: '^client/src/charts/' },
      { path: '^client/src/(?!charts/)|node_modules/(react|react-dom|@xstate/react)/' },
      'A chart knows no machine by name and no view.',
    ),
    ban(
      'data-no-view',
      { path: '^client/src/(api|realtime|identity)/' },
      { path: '^client/src/(app|screens|feed|components)/' },
      'Data sources know no view.',
    ),
    ban(
      'one-amplify',
      { path: '^client/src/(?!identity/amplify)' },
      { path: 'node_modules/aws-amplify/' },
      'One importer of aws-amplify.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[^/]+/(dist|\\.types)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
