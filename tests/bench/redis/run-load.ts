import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestPerson } from '../../support/people.ts';
import type { TestSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

/** One posted crud: milliseconds until it was answered, and until the last tab had received it. */
export interface Delivery {
  status: number;
  answered: number;
  received: number;
  /** The part of it after the answer. */
  after: number;
}

const BETWEEN_MS = 50;

/** Writers at one gateway and tabs at another, for a given time. Ends when every tab has received every crud. */
export async function runLoad(
  writers: readonly TestPerson[],
  tabs: readonly TestSocket[],
  seconds: number,
): Promise<Delivery[]> {
  const times = tabs.map((tab) => {
    const at = new Map<string, number>();
    tab.rawSocket.on('events', ({ events }) => {
      for (const event of events)
        if (event.kind === 'activity.created' && !at.has(event.data.uuid))
          at.set(event.data.uuid, performance.now());
    });
    return at;
  });
  const sent: { uuid: string; status: number; started: number; answered: number }[] = [];
  const end = performance.now() + seconds * 1000;
  const write = async (writer: TestPerson) => {
    while (performance.now() < end) {
      const started = performance.now();
      const { status, body } = await writer.call('createActivity', { body: { message: randomUUID() } });
      const uuid = status === 200 ? (body as { uuid: string }).uuid : '';
      sent.push({ uuid, status, started, answered: performance.now() });
      await pause(BETWEEN_MS);
    }
  };
  await Promise.all(writers.map(write));
  const made = sent.filter(({ status }) => status === 200);
  await until(() => made.every(({ uuid }) => times.every((at) => at.has(uuid))), {
    what: 'every tab has received every crud',
  });
  for (const tab of tabs) tab.rawSocket.off('events');
  return sent.map(({ uuid, status, started, answered }) => {
    const received = Math.max(...times.map((at) => at.get(uuid) ?? NaN));
    return { status, answered: answered - started, received: received - started, after: received - answered };
  });
}

/** The value that this share of the trips does not exceed. */
export function percentileOf(
  trips: readonly Delivery[],
  of: keyof Omit<Delivery, 'status'>,
  part: number,
): number {
  const sorted = trips.map((trip) => trip[of]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? NaN;
}
