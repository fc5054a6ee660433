import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.ts';
import { findProgram } from './find-program.ts';
import { findFreePort } from './find-free-port.ts';
import { findUnprivilegedUser } from './postgres-folder.ts';
import { startManagedProcess } from './managed-process.ts';

export interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

export interface RunningPrometheus extends AsyncDisposable {
  /** The samples of an instant query. @throws Error with Prometheus's message for a query that it refuses */
  query(expression: string): Promise<Sample[]>;
}

/** A Prometheus on a free loopback port that scrapes one gateway each second. */
export async function startPrometheus(gateway: string): Promise<RunningPrometheus> {
  const program = findProgram('prometheus');
  if (!program) throw new Error('Prometheus is missing: apt-get install prometheus');
  const identity = await findUnprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'cruddur-prometheus-'));
  const file = join(folder, 'prometheus.yml');
  const targets = [{ targets: [new URL(gateway).host] }];
  const job = { job_name: 'cruddur', scrape_interval: '1s', scrape_timeout: '1s', static_configs: targets };
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ scrape_configs: [job] }));
  if (identity) for (const path of [folder, file]) await chown(path, identity.uid, identity.gid);
  const port = await findFreePort();
  const server = startManagedProcess({
    command: [
      ...([program, `--config.file=${file}`] as [string, string]),
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    endSignal: 'TERM',
    identity,
    folder,
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, { what: () => `Prometheus is ready on port ${port}\n${server.output()}` });
  return {
    async query(expression) {
      const answer = await fetch(`${url}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query: expression }),
      });
      const body = (await answer.json()) as { status: string; error?: string; data: { result: Sample[] } };
      if (body.status !== 'success') throw new Error(`${expression}: ${body.error ?? 'refused'}`);
      return body.data.result;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
