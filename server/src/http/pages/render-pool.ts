import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PageRenderer, RenderAnswer, RenderRequest, RenderedPage } from '@cruddur/shared';
import type { Timers } from '../../domain/timers.ts';

/** Renders pages in worker threads, because the event loop of this one serves sockets. */
export interface RenderPool {
  renderPage: PageRenderer['renderPage'];
  /** Ends the threads; renders in progress reject. */
  close(): Promise<void>;
}

export interface RenderPoolOptions {
  /** The worker's script: `.server/render-worker.mjs` of the built client. */
  file: string;
  timers: Timers;
  maxWorkers?: number;
  /** The longest wait for a page, from its start. */
  timeoutMs?: number;
}

/** One processor is left to the event loop. A thread takes about 30 MB, and starts with the first page that needs it. */
const MAX_WORKERS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Only a fault takes this long: a page takes some milliseconds, and the start of a thread up to a second on a busy machine. */
const TIMEOUT_MS = 10_000;
/** Pages that wait beyond this number are rendered by their browsers instead. */
const MAX_WAITING = 200;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128 };

interface Job {
  request: RenderRequest;
  resolve: (page: RenderedPage) => void;
  reject: (error: unknown) => void;
  cancelTimeout?: () => void;
}

export function createRenderPool(options: RenderPoolOptions): RenderPool {
  const { file, timers, maxWorkers = MAX_WORKERS, timeoutMs = TIMEOUT_MS } = options;
  const waiting: Job[] = [];
  /** Each thread with its job in progress. */
  const workers = new Map<Worker, Job | null>();
  let isClosed = false;

  function startWorker(): Worker {
    const worker = new Worker(file, { resourceLimits: RESOURCE_LIMITS, execArgv: [], env: {} });
    // A thread must not keep a stopping program alive.
    worker.unref();
    worker.on('message', (answer: RenderAnswer) => finishJob(worker, answer));
    worker.on('error', (error: Error) => removeWorker(worker, error));
    worker.on('exit', () => removeWorker(worker, new Error('the thread that renders pages has ended')));
    return worker;
  }

  function finishJob(worker: Worker, answer: RenderAnswer): void {
    const job = workers.get(worker);
    workers.set(worker, null);
    job?.cancelTimeout?.();
    if ('page' in answer) job?.resolve(answer.page);
    else job?.reject(new Error(answer.failure));
    assignJobs();
  }

  function removeWorker(worker: Worker, error: Error): void {
    if (!workers.has(worker)) return;
    const job = workers.get(worker);
    workers.delete(worker);
    void worker.terminate();
    job?.cancelTimeout?.();
    job?.reject(error);
    assignJobs();
  }

  function findIdleWorker(): Worker | undefined {
    for (const [worker, job] of workers) if (!job) return worker;
    return workers.size < maxWorkers ? startWorker() : undefined;
  }

  function assignJobs(): void {
    for (let job = waiting[0]; job && !isClosed; job = waiting[0]) {
      try {
        const worker = findIdleWorker();
        if (!worker) return;
        startJob(worker, job);
      } catch (error) {
        // The system may refuse another thread.
        job.reject(error);
      }
      waiting.shift();
    }
  }

  function startJob(worker: Worker, job: Job): void {
    worker.postMessage(job.request);
    job.cancelTimeout = timers.after(timeoutMs, () =>
      removeWorker(worker, new Error(`rendering takes longer than ${timeoutMs} ms`)),
    );
    workers.set(worker, job);
  }

  return {
    renderPage: (address, data, config) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('the renderer is closed');
        if (waiting.length >= MAX_WAITING) throw new Error('too many pages wait to be rendered');
        waiting.push({ request: { address, data, config }, resolve, reject });
        assignJobs();
      }),
    async close() {
      isClosed = true;
      const closed = new Error('the renderer is closed');
      for (const job of waiting.splice(0)) job.reject(closed);
      const ended = [...workers].map(([worker, job]) => {
        job?.cancelTimeout?.();
        job?.reject(closed);
        return worker.terminate();
      });
      workers.clear();
      await Promise.all(ended);
    },
  };
}
