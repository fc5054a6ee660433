/**
 * The whole suite, or what is named: `npm test -- --project unit`, `npm test -- tests/unit/docs`. With `--full`, as
 * `npm run test:full` says it, its long forms too.
 */
import { spawn } from 'node:child_process';

// Amazon's SDK says in every process that it will leave Node 20 behind; the pinned version is what counts.
const env = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', ...process.env };
const words = process.argv.slice(2);
if (words.includes('--full')) env.TEST_FORM = 'full';
const named = words.filter((word) => word !== '--full');
const child = spawn('node_modules/.bin/vitest', ['run', ...named], { stdio: 'inherit', env });
child.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
