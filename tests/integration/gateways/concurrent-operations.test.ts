import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../support/clients.ts';
import type { TestPerson } from '../../support/people.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const times = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('three gateways on one PostgreSQL with simultaneous calls', () => {
  const gateways: TestApp[] = [];
  const people: TestPerson[] = [];
  beforeAll(async () => {
    const one = await startTestApp();
    gateways.push(
      one,
      await startTestApp({ sharedStoreApp: one }),
      await startTestApp({ sharedStoreApp: one }),
    );
    while (people.length < 15) people.push(await one.signUp());
  });
  afterAll(async () => {
    for (const gateway of gateways.toReversed()) await gateway[Symbol.asyncDispose]();
  });

  /** Continues the same user at each gateway in turn. */
  const at = (person: TestPerson | undefined, n: number) =>
    createClient(gateways[n % gateways.length]?.url ?? '', person?.accessToken);
  const linesOf = (uuid: string) =>
    gateways[0]?.store.db
      .selectFrom('log')
      .innerJoin('activities', (join) => join.on('activities.uuid', '=', uuid))
      .select('seq')
      .where('ref', '=', uuid)
      .execute();

  it('[GATEWAY-2] 50 calls of one operation get equal answers and create one row and one event', async () => {
    const body = { message: 'fifty times' };
    const post = (n: number) =>
      at(people[0], n).callOk('createActivity', { body, operation: 'fifty-at-once' });
    const answers = await Promise.all(times(50).map(post));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await linesOf(answers[0]?.uuid ?? '')).toHaveLength(1);
  });

  it('[OP-6] two users with the same operation id each get a row of their own and only their own answer', async () => {
    const body = { message: 'whose is it' };
    const post = (n: number) =>
      at(people[n % 2], n >> 1).callOk('createActivity', { body, operation: 'same-id-of-two' });
    const answers = await Promise.all(times(12).map(post));
    answers.forEach((answer, n) => expect(answer.handle).toBe(people[n % 2]?.handle));
    expect(new Set(answers.map(({ uuid }) => uuid)).size).toBe(2);
  });

  it('[OP-5] one of two operations with the same id is executed, the other is refused', async () => {
    const post = (n: number) =>
      at(people[0], n).call('createActivity', {
        body: { message: `act ${n % 2}` },
        operation: 'two-acts-one-id',
      });
    const answers = await Promise.all(times(12).map(post));
    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 422);
    expect([made.length, refused.length]).toEqual([6, 6]);
    expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('[MSG-2] 105 pairs of users who write to each other first have 105 conversations, with both texts in one order', async () => {
    const pairs = people.flatMap((a, n) => people.slice(n + 1).map((b) => [a, b] as const));
    const send = (from: TestPerson, to: TestPerson, n: number) =>
      at(from, n).callOk('sendMessage', { body: { handle: to.handle, message: `${from.handle} says` } });
    const groups = await Promise.all(
      pairs.map(async ([a, b], n) => {
        const sent = await Promise.all([send(a, b, n), send(b, a, n + 1)]);
        const named = sent.flatMap(({ message_group_uuid }) => message_group_uuid ?? []);
        expect(named).toHaveLength(1);
        return { a, b, uuid: named[0] ?? '' };
      }),
    );
    expect(new Set(groups.map(({ uuid }) => uuid)).size).toBe(105);
    for (const { a, b, uuid: message_group_uuid } of groups) {
      const read = (member: TestPerson, n: number) =>
        at(member, n).callOk('messages', { params: { message_group_uuid } });
      const [here, there] = [await read(a, 0), await read(b, 1)];
      expect(here.map(({ uuid }) => uuid)).toEqual(there.map(({ uuid }) => uuid));
      expect(here.map(({ handle }) => handle).toSorted()).toEqual([a.handle, b.handle].toSorted());
    }
    for (const person of people) expect(await person.callOk('messageGroups')).toHaveLength(14);
  });
});
