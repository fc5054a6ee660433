/** The whole suite, or what is named: `npm test -- --project unit`, `npm test -- tests/unit/docs`. */
import { spawn } from 'node:child_process';

const child = spawn('node_modules/.bin/vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
