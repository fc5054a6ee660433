import type { MachineReport } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { formatReport, formatTimeAxis } from '../../../../client/devtools/page/format-entry.ts';

const START = Date.UTC(2026, 0, 5, 12);

test('the labels of a time axis are distinct at every span, with no more digits than they need', () => {
  for (const span of [0, 1, 3, 40, 900, 5000, 90_000, 7_200_000, 86_400_000, 30 * 86_400_000]) {
    const labels = formatTimeAxis(START, START + span, 5);
    expect(new Set(labels).size, `${span} ms`).toBe(span === 0 ? 1 : span < 4 ? 2 : 5);
    expect(labels.length, `${span} ms`).toBe(span === 0 ? 1 : span < 4 ? 2 : 5);
  }
  expect(formatTimeAxis(START, START + 8000, 5)).toEqual(
    ['00', '02', '04', '06', '08'].map((seconds) => expect.stringMatching(`:00:${seconds}$`) as string),
  );
});

test.each<[MachineReport['machine'], Record<string, number>, string]>([
  ['gatewaySession', {}, '0 sockets'],
  ['gatewaySession', { over: 4 }, '0 sockets'],
  ['gatewaySession', { 'open.live': 12, 'open.draining': 1 }, '12 sockets live, 1 draining'],
  ['streamReader', { 'open.level': 1 }, '1 reader at head'],
  ['purge', { waiting: 1 }, '1 job waiting'],
])('counts of the %s name what is counted: %j', (machine, states, text) => {
  expect(formatReport({ machine, states } as MachineReport)).toBe(text);
});
