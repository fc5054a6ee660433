import { describe, expect, inject, it } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { checkOutRevision, earliestVersion, previousVersion } from '../../support/earlier-version.ts';
import { readWholeHomeFeed } from '../../support/read-whole-home-feed.ts';
import { createMixedWriter } from '../../support/mixed-writer.ts';
import { signUp, type TestPerson } from '../../support/people.ts';
import { startProgram, type RunningProgram } from '../../support/program.ts';
import { runScript } from '../../support/run-script.ts';
import { isUsable } from '../../support/services/availability.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import '../../support/services/provided.ts';
import { connectSocket, type TestSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

const WRITERS = 4;
const EACH_PHASE = 40;

const versions = inject('form') === 'long' ? [earliestVersion(), previousVersion()] : [earliestVersion()];
const revisions = [...new Set(versions.filter((revision) => revision !== undefined))];

describe.runIf(isUsable('history', 'side by side'))('an upgrade under load', { timeout: 240_000 }, () => {
  it.each(revisions)(
    '[UPGRADE-4] version %s and this one work on one store at the same time, before and after a restart of the earlier one',
    async (revision) => {
      await using earlier = await checkOutRevision(revision);
      await using database = await createDatabase(inject('postgres') ?? '');
      const env = { DATABASE_URL: database.url, REDIS_URL: inject('redis') ?? '', RATE_LIMITS: 'off' };
      const startEarlier = () => startProgram({ ...env, ...earlier.env }, earlier.folder);

      await using first = startEarlier();
      const firstUrl = await first.waitUntilReady();
      const people: TestPerson[] = [];
      for (let n = 0; n < 4; n += 1) people.push(await signUp(firstUrl));
      const token = people[0]?.accessToken ?? '';
      await using load = startLoad(people);
      load.add(firstUrl);
      await load.goOn('the earlier version alone');

      const migrated = await runScript('migrate', [], env);
      expect(migrated).toMatchObject({ code: 0, stderr: '' });
      await load.goOn('the earlier version on the expanded store');

      await using next = startProgram(env);
      const nextUrl = await next.waitUntilReady();
      using atNext = await connectSocket(nextUrl, { token });
      load.add(nextUrl);
      await load.goOn('both');

      await using again = startEarlier();
      const againUrl = await again.waitUntilReady();
      using atAgain = await connectSocket(againUrl, { token, cursors: atNext.cursors() });
      load.add(againUrl);
      await load.goOn('three gateways of two versions');

      await load.remove(firstUrl);
      await drainProgram(first);
      await load.goOn('without the gateway from before the upgrade');
      await load.end();

      expect(load.statuses().filter((status) => status >= 500 || status === 0)).toEqual([]);
      const head = await publicHead(nextUrl, token);
      await until(() => [atNext, atAgain].every((tab) => tab.cursors().public === head), {
        what: `the tabs at both versions are at ${head}`,
        timeoutMs: 20_000,
      });
      const tail = readTags(atAgain);
      expect(tail.length).toBeGreaterThan(EACH_PHASE / 4);
      expect(readTags(atNext).slice(-tail.length)).toEqual(tail);
      const [feedAtNext, feedAtAgain] = await Promise.all(
        [nextUrl, againUrl].map((url) => readWholeHomeFeed(createClient(url, token))),
      );
      expect(feedAtNext).toEqual(feedAtAgain);
    },
  );
});

/** Writers at each gateway, until it is removed. */
function startLoad(people: TestPerson[]) {
  const statuses: number[] = [];
  const known: string[] = [];
  const urls = new Map<string, Promise<void>[]>();
  let n = 0;
  const write = async (url: string) => {
    const writer = createMixedWriter({ people, known, url });
    // 0 stands for no answer.
    while (urls.has(url)) statuses.push(await writer(n++).catch(() => 0));
  };
  const remove = async (url: string) => {
    const writers = urls.get(url) ?? [];
    urls.delete(url);
    await Promise.all(writers);
  };
  const end = async () => {
    await Promise.all([...urls.keys()].map(remove));
  };
  return {
    add(url: string) {
      const writers: Promise<void>[] = [];
      urls.set(url, writers);
      for (let writer = 0; writer < WRITERS; writer += 1) writers.push(write(url));
    },
    remove,
    goOn: (phase: string) => {
      const target = statuses.length + EACH_PHASE * urls.size;
      return until(() => statuses.length >= target, {
        what: () => `the load continues: ${phase}, ${statuses.length} of ${target}`,
        timeoutMs: 60_000,
      });
    },
    end,
    [Symbol.asyncDispose]: end,
    statuses: () => statuses,
  };
}

async function drainProgram(program: RunningProgram): Promise<void> {
  program.sendSignal('SIGTERM');
  expect(await program.waitForExit()).toBe(0);
}

async function publicHead(url: string, token: string): Promise<string> {
  const { headers } = await createClient(url, token).send('GET', '/api/activities/home');
  return /^public=([^;]+)/.exec(headers.get('x-cursor') ?? '')?.[1] ?? '';
}

const readTags = ({ applied }: TestSocket) => applied.public.map(({ seq, tag }) => `${seq}.${tag}`);
