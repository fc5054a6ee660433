import { ORIGIN, type Cursor } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import { createVisitorEvents } from '../../../../server/src/domain/sync/visitor-events.ts';
import { createEvent, uuidOf } from '../../client/sync/sample-events.ts';

const START = Date.parse('2030-01-01T00:00:00.000Z');
const cursorAt = (seq: number): Cursor => (seq === 0 ? ORIGIN : { seq, tag: `t${seq}` });
const eventAt = (seq: number) => createEvent(seq, { kind: 'activity.deleted', data: { uuid: uuidOf(1) } });

/** A stream whose last 500 events are recent, with counts of the reads of the store. */
function openStream(length: number) {
  const counts = { reads: 0, heads: 0 };
  let head = length;
  let now = 0;
  const recent = createVisitorEvents({
    readWindow: () => {
      counts.reads += 1;
      const from = Math.max(0, head - 500);
      const events = Array.from({ length: head - from }, (_, index) => eventAt(from + index + 1));
      return Promise.resolve({ from: cursorAt(from), events, head: cursorAt(head) });
    },
    readHead: () => Promise.resolve((counts.heads++, cursorAt(head))),
    clock: { now: () => new Date(START + now) },
    monotonicMs: () => now,
  });
  const after = async (cursor?: Cursor) => {
    const { answer, encoded } = await recent.after(cursor);
    expect(JSON.parse(encoded)).toEqual(answer);
    return answer;
  };
  return { after, recent, counts, pass: (ms: number) => void (now += ms), append: () => void (head += 1) };
}

describe('the newest public events', () => {
  it('are built once a second, however many callers there are', async () => {
    const { after, counts, pass } = openStream(900);
    await Promise.all(Array.from({ length: 300 }, (_, index) => after(cursorAt(500 + index))));
    expect(counts.reads).toBe(1);
    pass(999);
    await after(cursorAt(600));
    expect(counts.reads).toBe(1);
    pass(1);
    await after(cursorAt(600));
    expect(counts.reads).toBe(2);
  });

  it('are encoded once for each cursor', async () => {
    const { recent } = openStream(900);
    expect(await recent.after(cursorAt(450))).toBe(await recent.after(cursorAt(450)));
    const ofAnotherHistory = { seq: 450, tag: 'other' };
    expect((await recent.after(ofAnotherHistory)).answer).toHaveProperty('reset', true);
  });

  it('are those after the cursor, without a gap', async () => {
    const { after } = openStream(900);
    const answer = await after(cursorAt(897));
    expect(answer).toMatchObject({ head: '900.t900', more: false });
    expect('events' in answer && answer.events.map(({ seq }) => seq)).toEqual([898, 899, 900]);
    expect(await after(cursorAt(900))).toEqual({ events: [], head: '900.t900', more: false });
    expect(await after()).toEqual({ events: [], head: '900.t900', more: false });
    expect(await openStream(3).after(ORIGIN)).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] });
  });

  it('are a reset for a cursor too far behind or of another history, without a further read', async () => {
    const { after, counts } = openStream(900);
    for (const cursor of [cursorAt(399), ORIGIN, { seq: 600, tag: 'other' }, { seq: 900, tag: 'other' }])
      expect(await after(cursor)).toEqual({ reset: true, head: '900.t900' });
    expect(counts).toEqual({ reads: 1, heads: 0 });
  });

  it('are read again for a cursor of a moment ago, and not for an invented one', async () => {
    const { after, counts, append } = openStream(10);
    await after(cursorAt(10));
    append();
    expect(await after(cursorAt(11))).toEqual({ events: [], head: '11.t11', more: false });
    expect(counts.reads).toBe(2);
    expect(await after(cursorAt(99))).toEqual({ reset: true, head: '11.t11' });
    expect(counts.reads).toBe(2);
  });
});
