/** The process behind `loadHttp`: receives a load, sends its figures. */
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../percentile.ts';
import { openHttpConnection, type HttpConnection } from './http-connection.ts';
import type { HttpFigures, HttpLoad } from './http-load.ts';
import { createRequestWriter } from './http-request.ts';

process.once('message', (load: HttpLoad) => {
  void runLoad(load).then((figures) => process.send?.(figures));
});

async function runLoad({
  url,
  requests,
  connections,
  seconds,
  warmUpSeconds = 1,
}: HttpLoad): Promise<HttpFigures> {
  const writers = requests.map((request) => createRequestWriter(url, request));
  const durations: number[] = [];
  const statuses: Record<number, number> = {};
  let [turn, answers, isCounting, isOver] = [0, 0, false, false];

  /** Ends with the last answer, because a call in flight could still change something later. */
  const runConnection = (connection: HttpConnection, onEnd: () => void) => {
    const reopen = async () => {
      connection = await openHttpConnection(url);
      sendNext();
    };
    const sendNext = () => {
      const write = writers[turn++ % writers.length];
      if (isOver || !write) {
        onEnd();
        return;
      }
      const startedAt = performance.now();
      connection.send(write(), (answer) => {
        answers += 1;
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (isCounting) durations.push(performance.now() - startedAt);
        if (answer.status !== 0) sendNext();
        else void reopen();
      });
    };
    sendNext();
  };
  const opened = await Promise.all(Array.from({ length: connections }, () => openHttpConnection(url)));
  const ended = opened.map(
    (connection) => new Promise<void>((resolve) => runConnection(connection, resolve)),
  );
  await pause(warmUpSeconds * 1000);
  isCounting = true;
  const startedAt = performance.now();
  await pause(seconds * 1000);
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  isCounting = false;
  isOver = true;
  await Promise.all(ended);
  return {
    perSecond: durations.length / elapsedSeconds,
    p50Ms: percentile(durations, 50),
    p99Ms: percentile(durations, 99),
    statuses,
    answers,
  };
}
