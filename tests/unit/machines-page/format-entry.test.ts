import type { MachineReport } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { formatReport, formatTimeAxis } from '../../../client/src/devtools/machines/format-entry.ts';

const START = Date.UTC(2026, 0, 5, 12);

test.each([0, 1, 3, 40, 900, 5000, 90_000, 7_200_000, 86_400_000, 30 * 86_400_000])(
  '[MACHINES-45] a time axis of %i ms has distinct labels',
  (span) => {
    const labels = formatTimeAxis(START, START + span, 5);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.length).toBe(span === 0 ? 1 : span < 4 ? 2 : 5);
  },
);

test('[MACHINES-45] labels have no more digits than they need', () => {
  expect(formatTimeAxis(START, START + 8000, 5)).toEqual(
    ['00', '02', '04', '06', '08'].map((seconds) => expect.stringMatching(`:00:${seconds}$`) as string),
  );
});

const report = (machine: MachineReport['machine'], states: Record<string, number>): MachineReport =>
  ({ machine, states }) as MachineReport;

test.each([
  [report('gatewaySession', {}), '0 sockets'],
  [report('gatewaySession', { over: 4 }), '0 sockets'],
  [report('gatewaySession', { 'open.live': 12, 'open.draining': 1 }), '12 sockets live, 1 draining'],
  [report('streamReader', { 'open.level': 1 }), '1 reader at head'],
  [report('purge', { waiting: 1 }), '1 job waiting'],
])('[MACHINES-46] counts name what is counted', (counted, text) => {
  expect(formatReport(counted)).toBe(text);
});
