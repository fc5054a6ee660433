import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const traceFolder = join(root, '.cache/formal');

/** Where Quint would keep downloads. */
export const quintHome = join(traceFolder, 'home');

export type ModelName = 'delivery' | 'outbox' | 'tabs';

/** The file of a model. */
export const modelFile = (model: ModelName): string => join(root, `tests/formal/${model}.qnt`);

export interface Outcome {
  ok: boolean;
  output: string;
}

/**
 * Runs Quint with its evaluator in TypeScript. It can reach no network: each attempt to connect throws, so that it downloads neither
 * its other evaluator nor a model checker.
 */
export async function runQuint(command: string, ...parameters: string[]): Promise<Outcome> {
  const quint = join(root, 'node_modules/@informalsystems/quint/dist/src/cli.js');
  const words = ['--require', join(root, 'tests/formal/refuse-network.cjs'), quint, command, ...parameters];
  const env = { ...process.env, QUINT_HOME: quintHome, NO_COLOR: '1' };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, words, {
      cwd: root,
      env,
      maxBuffer: 2 ** 26,
    });
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return { ok: false, output: stdout + stderr || String(error) };
  }
}

export interface Exploration {
  model: ModelName;
  invariants: readonly string[];
  /** Conditions that some run must reach, so that the runs are not all trivial. */
  witnesses: readonly string[];
  seed: number;
  runs: number;
  steps: number;
  /** How many of the runs are kept. */
  traces: number;
}

/** An empty folder for the traces of a model. */
async function createTraceFolder(model: ModelName, kind: 'runs' | 'scenarios'): Promise<string> {
  const folder = join(traceFolder, model, kind);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

export interface Traces extends Outcome {
  files: string[];
}

async function listTraces(folder: string, outcome: Outcome): Promise<Traces> {
  const names = await readdir(folder);
  return { ...outcome, files: names.map((name) => join(folder, name)) };
}

/** Checks invariants in random runs of a model. @returns the traces of the kept runs */
export async function explore(one: Exploration): Promise<Traces> {
  const folder = await createTraceFolder(one.model, 'runs');
  const outcome = await runQuint(
    ...(['run', modelFile(one.model), '--backend=typescript', '--verbosity=1'] as const),
    ...[`--main=${one.model}`, `--seed=${one.seed}`],
    ...[`--max-samples=${one.runs}`, `--max-steps=${one.steps}`],
    ...[`--n-traces=${one.traces}`, `--out-itf=${join(folder, 'run-{seq}.itf.json')}`],
    ...['--invariants', ...one.invariants, '--witnesses', ...one.witnesses],
  );
  return listTraces(folder, outcome);
}

/** Runs the scenarios of a model. @returns the traces of those in which all rules hold */
export async function runScenarios(model: ModelName): Promise<Traces> {
  const folder = await createTraceFolder(model, 'scenarios');
  const outcome = await runQuint(
    ...(['test', modelFile(model), '--backend=typescript', `--main=${model}`] as const),
    `--out-itf=${join(folder, '{test}-{seq}.itf.json')}`,
  );
  const { files, ...rest } = await listTraces(folder, outcome);
  return { ...rest, files: files.filter((file) => !basename(file).startsWith('without')) };
}
