/**
 * `npm run check`: the checks that do not need the running product. Each step prints one
 * line, and a failing step its output. Types come first, because tests read what they build; then the unit tests run
 * beside the other steps.
 */
import { mkdirSync } from 'node:fs';
import { checkLanguage } from './language.mjs';
import { runStep } from './run-step.mjs';

const FOLDERS = ['shared', 'server', 'client', 'tests'];
const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

mkdirSync('.cache', { recursive: true });
const verdicts = [await runCommand('types', ['tsc', '-b'])];
verdicts.push(...(await Promise.all([runUnitTests(), readSources()])).flat());
process.exitCode = verdicts.every(Boolean) ? 0 : 1;

function runUnitTests() {
  return runCommand('unit', ['vitest', 'run', '--project', 'unit']);
}

async function readSources() {
  const depcruise = ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'];
  return [
    await runCommand('lint', ['oxlint']),
    await runCommand('unused', ['knip', '--no-progress', '--treat-config-hints-as-errors']),
    await runCommand('directions', [...depcruise, ...FOLDERS]),
    await runCommand('format', ['oxfmt', '--check']),
    report('language', { seconds: 0, ...checkLanguage() }),
  ];
}

async function runCommand(name, command) {
  return report(name, await runStep(command, colours));
}

function report(name, { ok, output, seconds }) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trim());
  return ok;
}
