import { describe, expect, test } from 'vitest';
import { checkBrokenHistory } from './broken-history.ts';
import { ANN, BOB, EVE, type HistoryFixture } from './valid-history.ts';

const recordOf = ({ records }: HistoryFixture, type: 'invoked' | 'answered', id: string) => {
  const record = records.find((one) => one.type === type && one.id === id);
  if (!record) throw new Error(`the history has no ${id} that was ${type}`);
  return record;
};

describe('[CHAOS-12] the checker reports', () => {
  test('an unsent text that is still in the store', () => {
    expect(
      checkBrokenHistory(({ store }) => {
        for (const message of store.messages) message.text = message.row;
      }),
    ).toEqual(['lost']);
  });

  test('a removal that one of the two members does not learn of', () => {
    expect(
      checkBrokenHistory(({ store }) => {
        const line = store.lines.find(
          ({ stream, kind }) => stream === `user:${BOB}` && kind === 'message.removed',
        );
        if (line) line.ref = null;
      }),
    ).toContain('lost');
  });

  test('a removal that is in a log twice', () => {
    expect(
      checkBrokenHistory(({ store }) => {
        const line = store.lines.find(({ kind }) => kind === 'message.removed');
        if (line) store.lines.push(line);
      }),
    ).toEqual(['doubled']);
  });

  test('a block that was taken back and is in the store', () => {
    expect(
      checkBrokenHistory(({ store }) => store.relations.push({ kind: 'block', owner: BOB, other: EVE })),
    ).toEqual(['lost']);
  });

  test('a mute that was answered and is not in the store', () => {
    expect(checkBrokenHistory(({ store }) => store.relations.splice(0))).toEqual(['lost']);
  });

  test('a message that was accepted although one of the two had blocked the other, in both directions', () => {
    for (const [sub, detail] of [
      [ANN, BOB],
      [BOB, ANN],
    ] as const)
      expect(
        checkBrokenHistory((history) => {
          const sent = recordOf(history, 'invoked', 'operation 12');
          Object.assign(sent, { sub, detail });
          history.store.operations.push({ sub, id: 'operation 12' });
          const block = { type: 'invoked', id: 'block', kind: 'block', sub: ANN, row: BOB } as const;
          const unblock = { ...block, id: 'unblock', kind: 'unblock' } as const;
          history.records.push({ ...block, at: sent.at - 20, detail: BOB });
          history.records.push({ type: 'answered', at: sent.at - 10, id: 'block', status: 200 });
          history.records.push({ ...unblock, at: sent.at + 40, detail: BOB });
          history.records.push({ type: 'answered', at: sent.at + 50, id: 'unblock', status: 200 });
        }),
      ).toEqual(['leaked']);
  });

  test('no message that was under way when the block began or ended', () => {
    expect(
      checkBrokenHistory((history) => {
        const sent = recordOf(history, 'invoked', 'operation 12');
        const block = { type: 'invoked', id: 'block', kind: 'block', sub: ANN, row: BOB } as const;
        history.records.push({ ...block, at: sent.at - 20, detail: BOB });
        history.records.push({ type: 'answered', at: sent.at + 10, id: 'block', status: 200 });
        history.records.push({ ...block, id: 'unblock', kind: 'unblock', at: sent.at + 15, detail: BOB });
        history.records.push({ type: 'answered', at: sent.at + 50, id: 'unblock', status: 200 });
      }),
    ).toEqual([]);
  });

  test('a message that lasts longer than its conversation said', () => {
    expect(
      checkBrokenHistory(({ store }) => {
        for (const message of store.messages) message.lastsMs = null;
      }),
    ).toEqual(['contradicted']);
  });

  test('an expired message in a list', () => {
    expect(
      checkBrokenHistory(({ records }) =>
        records.push({ type: 'read', at: 2000, requestedAt: 10_000, soonest: 8000 }),
      ),
    ).toEqual(['expired']);
  });
});
