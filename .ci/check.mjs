/**
 * Everything that can be said about the sources without running the product: `npm run check`. Each step is one line;
 * what a failing step printed follows. Linting takes as long as all the others together, so it runs beside them.
 */
import { mkdirSync } from 'node:fs';
import { forgetOutdated, hasMemory, noteTypes, withMemory } from './lint-memory.mjs';
import { runStep } from './run-step.mjs';

const FOLDERS = ['shared', 'server', 'client', 'tests'];
const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

mkdirSync('.cache', { recursive: true });
const types = step('types', ['tsc', '-b']);
const verdicts = await Promise.all([types, lint(), others()]);
noteTypes();
process.exitCode = verdicts.flat().every(Boolean) ? 0 : 1;

async function lint() {
  if (hasMemory()) {
    await types;
    forgetOutdated();
  }
  return step('lint', ['eslint', '--max-warnings', '0', ...withMemory, '.']);
}

async function others() {
  await types;
  const remember = ['--cache', '--cache-location', '.cache/prettier'];
  const depcruise = ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'];
  return [
    await step('format', ['prettier', '--check', '--log-level', 'warn', ...remember, '.']),
    await step('directions', [...depcruise, ...FOLDERS]),
    await step('unit', ['vitest', 'run', '--project', 'unit']),
  ];
}

async function step(name, command) {
  const { ok, output, seconds } = await runStep(command, colours);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trim());
  return ok;
}
