import { expect, it } from 'vitest';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

it('[SYNC-2] a visitor’s sync answer equals a member’s', async () => {
  await using app = await startTestApp();
  const ann = await app.signUp();
  const sync = async (client: { callOk: typeof ann.callOk }, after: string) =>
    (await client.callOk('sync', { query: { public: after } })).streams.public;
  const alike = async (after: string) => {
    const member = await sync(ann, after);
    // A visitor's answer may be a second old.
    await until(async () => JSON.stringify(await sync(app.visitor, after)) === JSON.stringify(member), {
      what: () => `both get the same answer after ${after}`,
    });
    return member;
  };
  const heads: string[] = ['0.0'];
  await alike('0.0');
  for (const message of ['one', 'two', 'three']) {
    await ann.callOk('createActivity', { body: { message } });
    heads.push((await sync(ann, heads.at(-1) ?? ''))?.head ?? '');
  }
  for (const head of heads) expect(await alike(head)).toMatchObject({ more: false });
  for (const unknown of ['1.other', '99.x']) expect(await alike(unknown)).toMatchObject({ reset: true });
  const [newest] = await ann.callOk('homeFeed');
  await ann.callOk('burnActivity', { params: { activity_uuid: newest?.uuid ?? '' } });
  expect(JSON.stringify(await alike(heads[1] ?? ''))).not.toContain('three');
  expect((await app.visitor.send('GET', '/api/sync?me=0.0')).status).toBe(401);
});
