/**
 * `npm test`, or the named part: `npm test -- --project unit`, `npm test -- tests/unit/docs`. `npm run proof` has its own projects; with
 * `--long` their long forms too, and with `--flaky N` it repeats those of `npm test`, or the named
 * ones, to find flaky tests.
 */
import { spawn } from 'node:child_process';
import { huntFlakyTests } from './flaky.mjs';

const [command, ...words] = process.argv.slice(2);
const isProof = command === 'proof';
const isLong = isProof && words.includes('--long');
const flakyAt = isProof ? words.indexOf('--flaky') : -1;
const env = {
  ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
  ...process.env,
  TEST_COMMAND: command,
  ...(isLong && { TEST_FORM: 'long' }),
};

if (flakyAt >= 0) {
  const others = words.filter(
    (word, index) => index !== flakyAt && index !== flakyAt + 1 && word !== '--long',
  );
  const settings = { ...env, TEST_COMMAND: 'test' };
  process.exitCode = await huntFlakyTests({ runs: Number(words[flakyAt + 1]), words: others, env: settings });
} else {
  const named = words.filter((word) => !(isProof && word === '--long'));
  const child = spawn('node_modules/.bin/vitest', ['run', ...named], { stdio: 'inherit', env });
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
