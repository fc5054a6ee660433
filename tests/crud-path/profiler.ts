import { once } from 'node:events';
import { WebSocket } from 'ws';

interface ScriptCoverage {
  url: string;
  functions: { ranges: { count: number }[] }[];
}

export interface Profiler {
  /** The URLs of the scripts of which a function has run since the last call. */
  takeExecuted(): Promise<string[]>;
  close(): void;
}

/** Connects to V8's profiler in a program that was started with `--inspect`. */
export async function connectProfiler(port: number): Promise<Profiler> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await once(socket, 'open');
  let count = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<{ result: ScriptCoverage[] }>((resolve) => {
      const id = (count += 1);
      const onMessage = (data: Buffer) => {
        const answer = JSON.parse(data.toString()) as { id?: number; result: { result: ScriptCoverage[] } };
        if (answer.id !== id) return;
        socket.off('message', onMessage);
        resolve(answer.result);
      };
      socket.on('message', onMessage);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call('Profiler.enable');
  await call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async takeExecuted() {
      const { result } = await call('Profiler.takePreciseCoverage');
      return result
        .filter(({ functions }) =>
          functions.some(({ ranges: [whole] }) => whole !== undefined && whole.count > 0),
        )
        .map(({ url }) => url)
        .filter((url) => url.startsWith('file:'));
    },
    close: () => socket.close(),
  };
}
