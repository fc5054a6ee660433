import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { runStep } from './run-step.mjs';

const FOLDER = '.cache/flaky';
const BUSY_LOOPS = 2;
const SEED_MAX = 2 ** 31;

/**
 * Repeats tests in random order: so many runs beside two busy loops, and one more on a single core. Prints a line per run, and at the end every
 * failure with its seed and log. Resolves to the exit code.
 * @param {{ runs: number, words: string[], env: Record<string, string> }} options the words are Vitest's, such as `--project e2e`
 */
export async function huntFlakyTests({ runs, words, env }) {
  if (!(Number.isInteger(runs) && runs > 0)) {
    console.error('Usage: npm run proof -- --flaky RUNS [--project NAME] [PATH]');
    return 78;
  }
  mkdirSync(FOLDER, { recursive: true });
  const failures = [];
  for (let run = 1; run <= runs; run += 1) failures.push(...(await runOnce({ run, words, env })));
  if (canPin()) failures.push(...(await runOnce({ run: runs + 1, words, env, isOnOneCore: true })));
  else console.log('Skipping the run on one core: taskset cannot be used (apt-get install util-linux).');
  console.log(failures.length === 0 ? 'No test failed.' : `\nFailed:\n${failures.join('\n')}`);
  return failures.length === 0 ? 0 : 1;
}

const canPin = () => spawnSync('taskset', ['-c', '0', 'true']).status === 0;

async function runOnce({ run, words, env, isOnOneCore = false }) {
  const seed = Math.floor(Math.random() * SEED_MAX);
  const path = `${FOLDER}/${seed}`;
  const vitest = ['vitest', 'run', ...words];
  const command = isOnOneCore ? ['taskset', '-c', '0', ...vitest] : vitest;
  const settings = { ...env, TEST_SEED: String(seed), TEST_REPORT: `${path}.json`, NO_COLOR: '1' };
  const stopLoops = isOnOneCore ? () => undefined : startBusyLoops();
  const { ok, output, seconds } = await runStep(command, settings).finally(stopLoops);
  writeFileSync(`${path}.log`, output);
  const failed = readFailures(`${path}.json`, ok);
  const place = isOnOneCore ? 'on one core' : 'beside two busy loops';
  console.log(`run ${run}, seed ${seed}, ${place}: ${failed.length} failed (${seconds.toFixed(0)} s)`);
  return failed.map((title) => `seed ${seed}, log ${path}.log: ${title}`);
}

/** They end with this process too, however and whenever it ends. */
const BUSY_LOOP = `while (process.ppid === ${process.pid});`;

function startBusyLoops() {
  const loops = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', BUSY_LOOP]));
  return () => loops.forEach((loop) => loop.kill('SIGKILL'));
}

/** None if the run ended before it had written them. */
function readResults(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}

/** The titles of the failed tests; a run that failed or passed without any test, for example because it did not start, is one too. */
function readFailures(report, ok) {
  const testResults = readResults(report);
  const titles = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [relative('.', name)];
    return failed.map(({ fullName }) => `${relative('.', name)}: ${fullName}`);
  });
  const hasPassed = testResults.some(({ assertionResults }) =>
    assertionResults.some(({ status }) => status === 'passed'),
  );
  return titles.length === 0 && !(ok && hasPassed) ? ['the run itself'] : titles;
}
