/**
 * The whole suite, or the named part: `npm test -- --project unit`, `npm test -- tests/unit/docs`. With `--full`, as in
 * `npm run test:full`, its long forms too.
 */
import { spawn } from 'node:child_process';

// Every process of Amazon's SDK warns that support for Node 20 will end; the version here is pinned.
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
