import { spawnSync } from 'node:child_process';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCleanup } from '../support/cleanup.ts';
import { createTempFolder } from '../support/create-temp-folder.ts';
import { findProgram } from '../support/services/find-program.ts';
import { startManagedProcess } from '../support/services/managed-process.ts';
import { until } from '../support/until.ts';
import { docker, run } from './docker.ts';

/** The images that the Dockerfile and the compose file name, with the stage of base-images/Dockerfile that replaces them. */
const BASE_IMAGES = {
  'node:24-bookworm-slim': 'node',
  'postgres:15': 'postgres',
  'redis:7': 'redis',
  'caddy:2.10': 'caddy',
  'minio/minio:RELEASE.2025-04-22T22-12-26Z': 's3',
  'minio/mc:RELEASE.2025-04-16T18-13-26Z': 'mc',
  'axllent/mailpit:v1.27': 'mail',
} as const;

/**
 * The machine's engine, whose images come from the registry, or one of its own where there is none and this process is root. Only
 * there may another image bear the name of a base image.
 */
export default async function startEngine(): Promise<() => Promise<void>> {
  const cleanup = createCleanup();
  try {
    const isOwn = spawnSync('docker', ['info']).status !== 0;
    if (isOwn) {
      const folder = await createTempFolder();
      cleanup.defer(() => folder[Symbol.asyncDispose]());
      const engine = startManagedProcess({
        command: [
          findProgram('dockerd', ['/usr/sbin']) ?? '',
          ...['data', 'exec'].map((name) => `--${name}-root=${join(folder.path, name)}`),
          `--pidfile=${join(folder.path, 'pid')}`,
        ],
        endSignal: 'TERM',
      });
      cleanup.defer(() => engine[Symbol.asyncDispose]());
      await until(() => spawnSync('docker', ['info']).status === 0, {
        what: () => `a Docker engine runs\n${engine.output()}`,
        timeoutMs: 30_000,
      });
    }
    await provideBaseImages(isOwn);
    return cleanup.run;
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Those that are not there come from the registry or, where none is reached, from packages of Debian and npm. */
async function provideBaseImages(mayReplace: boolean): Promise<void> {
  const isThere = (...words: string[]) =>
    docker(...words).then(
      () => true,
      () => false,
    );
  const missing: string[] = [];
  for (const tag of Object.keys(BASE_IMAGES)) {
    if (!(await isThere('image', 'inspect', tag)) && !(await isThere('pull', '--quiet', tag)))
      missing.push(tag);
  }
  if (missing.length === 0) return;
  if (!mayReplace) throw new Error(`These images cannot be pulled: ${missing.join(', ')}`);
  await using context = await createTempFolder();
  await prepareContext(context.path);
  if (!(await isThere('image', 'inspect', PACKAGES_IMAGE))) await importPackages(context.path);
  for (const [tag, stage] of Object.entries(BASE_IMAGES)) {
    if (missing.includes(tag))
      await docker('build', '--quiet', '--target', stage, '--tag', tag, context.path);
  }
}

const PACKAGES_IMAGE = 'cruddur-tests/packages';
const PACKAGES = ['ca-certificates', 'redis-server', 'postgresql-15', 'caddy', 'wget'];
const NODE = `node-linux-${process.arch}@24`;
const NPM = 'npm@11';
const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The files that the Dockerfile of these copies. */
async function prepareContext(folder: string): Promise<void> {
  await cp(fileURLToPath(new URL('base-images/', import.meta.url)), folder, { recursive: true });
  await cp(
    process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt',
    join(folder, 'authorities.pem'),
  );
  for (const [name, from] of Object.entries({ node: NODE, npm: NPM })) {
    await rename(
      join(folder, await run('npm', ['pack', '--silent', from], folder)),
      join(folder, `${name}.tgz`),
    );
  }
}

/** Debian's packages as an image. */
async function importPackages(folder: string): Promise<void> {
  const archive = join(folder, 'packages.tar');
  await run('mmdebstrap', [
    ...['--quiet', '--variant=minbase', `--include=${PACKAGES.join(',')}`],
    ...['man', 'locale', 'doc'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
    ...['bookworm', archive],
  ]);
  await docker('import', '--change', `ENV ${PATH}`, archive, PACKAGES_IMAGE);
  await rm(archive);
}
