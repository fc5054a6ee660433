import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { HttpRequest } from './http-request.ts';

/** Calls over kept connections, each connection with one call at a time. */
export interface HttpLoad {
  /** The gateway's origin. */
  url: string;
  /** Sent in turn. */
  requests: readonly HttpRequest[];
  connections: number;
  seconds: number;
  /** Not counted; default 1. */
  warmUpSeconds?: number;
  /** Leaves the processors to the server and to what else is measured, as if it ran on another machine. */
  lowPriority?: boolean;
}

export interface HttpFigures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The number of answers by status, those of the warm-up included; 0 is a connection that was cut. */
  statuses: Record<number, number>;
  /** All answers, those of the warm-up included. */
  answers: number;
}

const ENTRY = new URL('http-load-entry.ts', import.meta.url);
/** Vitest runs its own processes without this loader. */
const RUN_TYPESCRIPT = ['--import', 'tsx'];

/** Runs a load in a process of its own, so that it measures neither its caller nor with its caller's event loop. */
export function loadHttp(load: HttpLoad): Promise<HttpFigures> {
  return openHttpLoad(load)();
}

/** The same. @throws Error when a call is not answered 200 */
export async function loadAccepted(load: HttpLoad): Promise<HttpFigures> {
  const figures = await loadHttp(load);
  if (Object.keys(figures.statuses).join() === '200') return figures;
  throw new Error(`${load.requests[0]?.path ?? ''} was answered ${JSON.stringify(figures.statuses)}`);
}

/** Starts the process of a load, which blocks the caller's event loop for up to 30 ms. @returns runs the load once, and ends the process */
export function openHttpLoad(load: HttpLoad): () => Promise<HttpFigures> {
  const child = fork(ENTRY, { execArgv: RUN_TYPESCRIPT });
  if (load.lowPriority && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const ended = once(child, 'exit').then(() => {
    throw new Error('the load generator ended without figures');
  });
  return async () => {
    child.send(load);
    const [figures] = (await Promise.race([once(child, 'message'), ended])) as [HttpFigures];
    ended.catch(() => undefined);
    child.kill('SIGKILL');
    return figures;
  };
}
