import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { defineConfig, type Plugin } from 'vite';

const PACKAGES = 'packages';

/** As Node resolves packages, so that the program runs the files that the tests run. */
const conditions = ['node'];

/** Stack traces name our sources only: the maps of all packages would cost each start 40 ms and the first error 200 ms. */
const ownSourceMaps: Plugin = {
  name: 'own-source-maps',
  generateBundle(_options, files) {
    for (const [name, file] of Object.entries(files)) {
      if (!name.startsWith(PACKAGES)) continue;
      if (file.type === 'chunk') file.code = file.code.replace(/\/\/# sourceMappingURL=.*\n?$/, '');
      else Reflect.deleteProperty(files, name);
    }
  },
};

const readManifest = (path: string) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };
const { version } = readManifest('../package.json');
const { dependencies } = readManifest('package.json');

const CACHE = new URL('../node_modules/.cache/cruddur/', import.meta.url);

/**
 * `cluster.tar.gz`: the files of a new database, which a first start unpacks: PostgreSQL's initdb takes twice the time and 800 to
 * 1,100 MB. It has no tables, keys or names yet, so sites can share it.
 */
const newCluster: Plugin = {
  name: 'new-cluster',
  async generateBundle() {
    const cached = new URL(`cluster-${dependencies['@electric-sql/pglite']}.tar.gz`, CACHE);
    if (!existsSync(cached)) {
      const database = await PGlite.create();
      const archive = Buffer.from(await (await database.dumpDataDir('gzip')).arrayBuffer());
      await database.close();
      mkdirSync(CACHE, { recursive: true });
      writeFileSync(cached, archive);
    }
    this.emitFile({ type: 'asset', fileName: 'cluster.tar.gz', source: readFileSync(cached) });
  },
};

/** An image is built without the repository, so it gets the commit as a build argument. */
function findCommit(): string {
  if (process.env.COMMIT) return process.env.COMMIT;
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}

/** Each entry point as one file with its packages, and files for what several share: see docs/decisions/0033-build-tools-and-libraries.md. */
export default defineConfig({
  plugins: [ownSourceMaps, newCluster],
  publicDir: false,
  define: { BUILT_RELEASE: JSON.stringify({ version, commit: findCommit() }) },
  resolve: { conditions },
  ssr: {
    noExternal: true,
    // Packages with native code or with files beside their code, and what only a store for avatars in S3 loads.
    external: ['sharp', '@electric-sql/pglite', '@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner'],
    resolve: { conditions, mainFields: [] },
  },
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: [
        ...['start', 'backup', 'restore', 'migrate', 'seed', 'operate'].map((name) => `src/cli/${name}.ts`),
        'src/cli/initialise-main.ts',
      ],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        sourcemapExcludeSources: true,
        codeSplitting: { groups: [{ name: PACKAGES, test: /\/node_modules\//, entriesAware: true }] },
      },
    },
  },
});
