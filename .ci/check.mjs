/**
 * Everything that can be said about the sources without running the product: `npm run check`. Each step is one line;
 * what a failing step printed follows. The steps are dealt over two lanes that take about as long.
 */
import { lintCommand } from './lint-command.mjs';
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
const depcruise = ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...FOLDERS];

const lanes = [
  [
    ['types', () => ['tsc', '-b']],
    ['lint', lintCommand],
  ],
  [
    ['format', () => [...prettier, '.']],
    ['directions', () => depcruise],
    ['unit', () => ['vitest', 'run', '--project', 'unit']],
  ],
];

const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
const verdicts = await Promise.all(lanes.map(runLane));
process.exitCode = verdicts.every(Boolean) ? 0 : 1;

async function runLane(steps) {
  let passed = true;
  for (const [name, command] of steps) {
    const { ok, output, seconds } = await runStep(command(), colours);
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
    if (!ok) console.log(output.trim());
    passed &&= ok;
  }
  return passed;
}
