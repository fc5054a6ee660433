/**
 * Everything that can be said about the sources without running the product: `npm run check`. Each step is one line;
 * what a failing step printed follows. The steps are dealt over two lanes, the long one has a lane of its own.
 */
import { runStep } from './run-step.mjs';

const FOLDERS = ['shared', 'server', 'client', 'tests'];
const prettier = [
  'prettier',
  '--check',
  '--log-level',
  'warn',
  '--cache',
  '--cache-location',
  '.cache/prettier',
];

const lanes = [
  [['lint', ['eslint', '--max-warnings', '0', '.']]],
  [
    ['format', [...prettier, '.']],
    ['types', ['tsc', '-b']],
    ['directions', ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...FOLDERS]],
    ['unit', ['vitest', 'run', '--project', 'unit']],
  ],
];

const verdicts = await Promise.all(lanes.map(runLane));
process.exitCode = verdicts.every(Boolean) ? 0 : 1;

async function runLane(steps) {
  let passed = true;
  for (const [name, command] of steps) {
    const { ok, output, seconds } = await runStep(command, { FORCE_COLOR: process.stdout.isTTY ? '1' : '0' });
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
    if (!ok) console.log(output.trim());
    passed &&= ok;
  }
  return passed;
}
