import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPushQueue } from '../../../server/src/repositories/push-queue.ts';
import { measureQueryCost } from '../../proof/attack/query-cost.ts';
import { startPushApp, type PushApp } from '../../support/push-app.ts';
import { runSql } from '../../support/run-sql.ts';
import { isUsable } from '../../support/services/availability.ts';

const HOUR_MS = 3_600_000;

describe.skipIf(!isUsable('openssl', 'push service'))('Web Push: whose turn it is', () => {
  let push: PushApp;
  beforeAll(async () => void (push = await startPushApp()));
  afterAll(() => push[Symbol.asyncDispose]());

  it('six people with silent push services delay no one else', async () => {
    const { signUpWithPush, untilReceived, pass, write, post, app, sendAll } = push;
    const bob = await app.signUp();
    const held: ServerResponse[] = [];
    const silent = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const { person, browser } = await signUpWithPush({ mentions: true }, `silent-${n}`);
        browser.answerWith((response) => void held.push(response));
        return { person, browser };
      }),
    );
    for (let n = 0; n < 6; n += 1)
      await post(bob, `${silent.map(({ person }) => `@${person.handle}`).join(' ')} ${n}`);
    await pass();
    for (const { browser } of silent) await untilReceived(browser, 4);
    const { person: eve, browser } = await signUpWithPush();
    await write(bob, eve);
    await sendAll(eve);
    await untilReceived(browser);
    expect([held.length, held.some((response) => response.destroyed)]).toEqual([24, false]);
    for (const { person } of silent) await person.callOk('unsubscribePush');
    held.forEach((response) => void response.writeHead(201).end());
  });

  it('a push service that does not answer delays the notifications of its own person only', async () => {
    const { signUpWithPush, untilQueued, untilReceived, pass, write, post, app } = push;
    const { person: ann, browser: slow } = await signUpWithPush();
    const { person: eve, browser } = await signUpWithPush();
    const bob = await app.signUp();
    const held: ServerResponse[] = [];
    slow.answerWith((response) => void held.push(response));
    const mentions = 20;
    for (let n = 0; n < mentions; n++) await post(bob, `@${ann.handle} ${n}`);
    await write(bob, eve);
    await pass();
    await untilReceived(browser);
    await untilReceived(slow, 4);
    await untilQueued(eve, 0);
    expect(slow.received).toHaveLength(4);

    const accept = (response: ServerResponse) => void response.writeHead(201).end();
    slow.answerWith(accept);
    held.forEach(accept);
    await untilQueued(ann, 0);
    expect(slow.received).toHaveLength(mentions);
  });

  it('a service that is busy for five people in a row gets nothing for the others until the time that it named', async () => {
    const { signUpWithPush, untilReceived, pass, write, app } = push;
    const bob = await app.signUp();
    const signUpAt = (service: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => signUpWithPush(undefined, service)));
    const refused = await signUpAt('busy', 5);
    for (const { browser } of refused)
      browser.answerWith((response) => void response.writeHead(429, { 'retry-after': '1800' }).end());
    for (const { person } of refused) await write(bob, person);
    await pass();
    for (const { browser } of refused) await untilReceived(browser);
    const [waiting] = await signUpAt('busy', 1);
    if (!waiting) throw new Error('the sign-up failed');
    await write(bob, waiting.person);
    // Each round of the gateway asks all services.
    for (const { person, browser } of await signUpAt('prompt', 2)) {
      await write(bob, person);
      await pass();
      await untilReceived(browser);
    }
    expect(waiting.browser.received).toEqual([]);
    for (const { browser } of refused) browser.answerWith((response) => void response.writeHead(201).end());
    await app.advance(1800 * 1000);
    await untilReceived(waiting.browser);
  });

  it('a claim costs as much as is due: nothing for people who have no slot or for whom nothing is due', async () => {
    const { signUpWithPush, write, app } = push;
    const { db } = app.store;
    const { person: ann } = await signUpWithPush();
    const { person: eve } = await signUpWithPush();
    await write(await app.signUp(), eve);
    const host = (await db.selectFrom('push_queue').select('host').executeTakeFirst())?.host ?? '';
    const now = new Date(app.clock.now().getTime() + HOUR_MS);
    const insert = (count: number, [owner, at]: [unknown, Date]) =>
      runSql(
        db,
        sql`insert into push_queue (subscription, owner, host, kind, subject, queued_at, next_at)
          select gen_random_uuid(), ${owner}, ${host}, 'mentions', gen_random_uuid(), ${app.clock.now()}, ${at}
          from generate_series(1, ${count})`,
      );
    await insert(5000, [ann.sub, now]);
    await insert(5000, [sql`gen_random_uuid()`, new Date(now.getTime() + 1)]);
    await createPushQueue(db).findDueHosts(now);
    await runSql(db, sql`analyze push_queue`);
    const claim = { host, now, limit: 8, except: [ann.sub], after: null };
    const cost = await measureQueryCost(db, (watched) => createPushQueue(watched).claimDue(claim));
    await db.deleteFrom('push_queue').where('kind', '=', 'mentions').execute();
    expect(cost.largestScan, cost.statements.join('\n')).toBeLessThan(100);
  });
});
