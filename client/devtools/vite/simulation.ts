import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, parseSync, runnerImport, type Plugin } from 'vite';

const ID = 'virtual:simulation';
const RESOLVED = `\0${ID}`;
const root = fileURLToPath(new URL('../../../', import.meta.url));
const WORLD = `${root}client/devtools/simulation`;
/** Of the same form as that of the built file, which the page's policy for workers knows. */
const DEV_URL = '/static/js/simulation.dev.js';

/** What of Node the world imports, as a page has it. */
const NODE_MODULES: Readonly<Record<string, string>> = {
  'node:crypto': `${WORLD}/world/lean-crypto.ts`,
  'node:events': `${WORLD}/world/node-modules.ts`,
  'node:perf_hooks': `${WORLD}/world/node-modules.ts`,
  'node:timers/promises': `${WORLD}/world/node-modules.ts`,
};

interface Patch {
  file: string;
  find: string;
  replace: string;
}

interface Sabotage {
  name: string;
  patches: readonly Patch[];
}

/**
 * Provides the simulation as the module `virtual:simulation`: the address of the worker's only file, and the names of the sabotages.
 * The file is no chunk of the client: only the view that names the address loads it.
 */
export function simulation(): Plugin {
  let isBuild = false;
  return {
    name: 'simulation',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    configureServer(server) {
      server.middlewares.use(DEV_URL, (_request, response, next) => {
        buildWorker().then((code) => response.setHeader('Content-Type', 'text/javascript').end(code), next);
      });
    },
    resolveId: { filter: { id: /^virtual:simulation$/ }, handler: () => RESOLVED },
    load: {
      filter: { id: /^\0virtual:simulation$/ },
      async handler() {
        const names = (await loadSabotages()).map(({ name }) => name);
        if (!isBuild) return describe(DEV_URL, names);
        const source = await buildWorker();
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `static/js/simulation.${hash}.js`;
        this.emitFile({ type: 'asset', fileName, source });
        return describe(`/${fileName}`, names);
      },
    },
  };
}

const describe = (url: string, sabotages: readonly string[]) =>
  `export const workerUrl = ${JSON.stringify(url)}; export const sabotages = ${JSON.stringify(sabotages)};`;

async function loadSabotages(): Promise<readonly Sabotage[]> {
  const { module } = await runnerImport<{ simulatedSabotages: readonly Sabotage[] }>(
    `${WORLD}/sabotages.ts`,
    { configFile: false },
  );
  return module.simulatedSabotages;
}

async function buildWorker(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    root: WORLD,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [nodeModules(), sabotageSwitches(await loadSabotages())],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: `${WORLD}/page/worker.ts`, output: { format: 'iife' } },
    },
  });
  const [file, ...others] = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (file?.type !== 'chunk' || others.length > 0) throw new Error('the simulation must be one file');
  return file.code;
}

function nodeModules(): Plugin {
  return {
    name: 'node-modules',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^node:/ },
      handler(source) {
        const file = NODE_MODULES[source];
        if (file === undefined) this.error(`${source} is not part of the world`);
        return file;
      },
    },
  };
}

/**
 * Has each file that a sabotage changes once as it is and once for each of its sabotages; the name of the worker chooses. So one file
 * holds all sabotaged worlds.
 */
function sabotageSwitches(sabotages: readonly Sabotage[]): Plugin {
  const files = new Map<string, Sabotage[]>();
  for (const sabotage of sabotages)
    for (const file of new Set(sabotage.patches.map((patch) => root + patch.file)))
      files.set(file, [...(files.get(file) ?? []), sabotage]);

  function loadVariant(file: string, name: string): string {
    const patches = sabotages.find((sabotage) => sabotage.name === name)?.patches ?? [];
    return patches
      .filter((patch) => root + patch.file === file)
      .reduce((text, { find, replace }) => text.replace(find, () => replace), readFileSync(file, 'utf8'));
  }

  return {
    name: 'sabotage-switches',
    enforce: 'pre',
    load(id) {
      const [file = '', variant] = id.split('?sabotage=');
      const own = files.get(file);
      if (!own) return null;
      if (variant !== undefined) return { code: loadVariant(file, variant), moduleType: 'ts' };
      return { code: switchOf(file, own), moduleType: 'js' };
    },
  };
}

function switchOf(file: string, sabotages: readonly Sabotage[]): string {
  const variants = ['none', ...sabotages.map(({ name }) => name)];
  return [
    ...variants.map(
      (name, index) => `import * as v${index} from ${JSON.stringify(`${file}?sabotage=${name}`)};`,
    ),
    `const variants = { ${variants.map((name, index) => `${JSON.stringify(name)}: v${index}`).join(', ')} };`,
    'const chosen = variants[self.name] ?? v0;',
    ...exportedNames(file).map((name) => `export const ${name} = chosen.${name};`),
  ].join('\n');
}

/** The names of the values that a module exports. */
function exportedNames(file: string): string[] {
  const { body } = parseSync(file, readFileSync(file, 'utf8')).program;
  return body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return [];
    return declaredNames(statement.declaration);
  });
}

type Declaration = NonNullable<
  Extract<
    ReturnType<typeof parseSync>['program']['body'][number],
    { type: 'ExportNamedDeclaration' }
  >['declaration']
>;

function declaredNames(declaration: Declaration): string[] {
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return declaration.id ? [declaration.id.name] : [];
    default:
      return [];
  }
}
