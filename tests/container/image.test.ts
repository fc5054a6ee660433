import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createClient } from '../support/clients.ts';
import { signUp } from '../support/people.ts';
import { readRepositoryFile } from '../support/read-repository-file.ts';
import { findFreePort } from '../support/services/find-free-port.ts';
import { connectSocket } from '../support/sockets.ts';
import { until } from '../support/until.ts';
import { docker, isReady } from './docker.ts';

const IMAGE = 'cruddur-tests/image';
const BASE = 'node:24-bookworm-slim';
const MB = 1_000_000;

beforeAll(async () => {
  const words = ['--file', 'server/Dockerfile', '--build-arg', 'COMMIT=abc1234', '--tag', IMAGE];
  await docker('build', '--quiet', ...words, '.');
});

/** The command of README.md for one person's machine, with a free port and a volume of its own, and the given words added. */
async function runAsDocumented(...added: string[]) {
  const name = `cruddur-${randomUUID().slice(0, 8)}`;
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const [, command = ''] = /^docker run (.+) cruddur$/m.exec(readRepositoryFile('README.md')) ?? [];
  const words = command
    .replace('--name cruddur', `--name ${name}`)
    .replace('-v cruddur:', `-v ${name}:`)
    .replaceAll('4567:4567', `${port}:4567`)
    .replace('http://localhost:4567', url)
    .split(' ');
  const remove = async () => {
    await docker('rm', '--force', name);
    await docker('volume', 'rm', '--force', name);
  };
  try {
    await docker('run', '--detach', ...words, ...added, IMAGE);
    await until(() => isReady(url), { what: `${name} is ready`, timeoutMs: 60_000 });
  } catch (error) {
    const log = await docker('logs', name).catch(() => 'no log');
    await remove();
    throw new Error(`${String(error)}\n${log}`, { cause: error });
  }
  const exec = (...script: string[]) => docker('exec', name, 'npm', 'run', '--silent', ...script);
  return { url, name, exec, [Symbol.asyncDispose]: remove };
}

it('the image is at most 200 MB larger than its base, and runs as an unprivileged user on its Node', async () => {
  const sizeOf = async (tag: string) =>
    Number(await docker('image', 'inspect', '--format', '{{.Size}}', tag));
  expect(((await sizeOf(IMAGE)) - (await sizeOf(BASE))) / MB).toBeLessThan(200);
  expect(await docker('run', '--rm', IMAGE, 'node', '--version')).toMatch(/^v24\./);
  expect(await docker('run', '--rm', IMAGE, 'id', '--user')).toBe('1000');
});

it('[IMAGE-2] without settings it ends with exit code 78 and two lines that say what to set', async () => {
  const refusal = await docker('run', '--rm', IMAGE).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 78, stdout: '' });
  const lines = (refusal as { stderr: string }).stderr.trimEnd().split('\n');
  expect(lines).toEqual([expect.stringContaining('PUBLIC_URL'), expect.stringContaining('LOCAL_POOL=1')]);
});

it('the documented command serves a person from a read-only root and 512 MB, and keeps all through a restart', async () => {
  await using site = await runAsDocumented('--read-only', '--memory', '512m', '--memory-swap', '512m');
  const ann = await signUp(site.url);
  using tab = await connectSocket(site.url, { token: ann.accessToken });
  await ann.callOk('createActivity', { body: { message: 'from a container' } });
  await tab.waitForEvent('activity.created');
  expect(await createClient(site.url).send('GET', '/healthz')).toMatchObject({ body: { commit: 'abc1234' } });
  await until(
    async () => (await docker('inspect', '--format', '{{.State.Health.Status}}', site.name)) === 'healthy',
    { what: 'the health check passes', timeoutMs: 40_000 },
  );

  await docker('restart', site.name);
  await until(() => isReady(site.url), { what: 'it has restarted', timeoutMs: 60_000 });
  expect((await ann.callOk('homeFeed')).map(({ message }) => message)).toEqual(['from a container']);
  expect(await docker('inspect', '--format', '{{.State.OOMKilled}}', site.name)).toBe('false');
});

it('the scripts of an operator run in the container, and those that need the store for themselves in another one', async () => {
  await using site = await runAsDocumented('--read-only');
  const ann = await signUp(site.url);
  await ann.callOk('createActivity', { body: { message: 'to be kept' } });
  expect(await site.exec('operate', '--', 'list')).toBe('There are no open reports.');
  expect(await site.exec('backup', '--', '/data/kept.tar.gz')).toContain('/data/kept.tar.gz');
  await ann.callOk('createActivity', { body: { message: 'written after the backup' } });
  const inUse = { code: 78, stderr: expect.stringContaining('uses /data') as string };
  for (const script of [['migrate', '--', '--status'], ['seed'], ['restore', '--', '/data/kept.tar.gz']]) {
    expect(await site.exec(...script).catch((error: unknown) => error)).toMatchObject(inUse);
  }
  await docker('stop', site.name);
  const alone = (...script: string[]) =>
    docker('run', '--rm', '--volumes-from', site.name, IMAGE, 'npm', 'run', '--silent', ...script);
  expect(await alone('migrate', '--', '--status')).toContain('applied');
  await alone('restore', '--', '/data/kept.tar.gz', '--replace');
  await docker('start', site.name);
  await until(() => isReady(site.url), { what: 'it has started again', timeoutMs: 60_000 });
  expect((await ann.callOk('homeFeed')).map(({ message }) => message)).toEqual(['to be kept']);
});
