/**
 * `npm run dev`: the server from its sources, restarted at each change, and Vite with hot reload in front of it. When
 * one of them ends or this script is stopped, both end.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
const port = process.env.PORT || '4567';
const page = `http://localhost:${process.env.DEV_PORT || '5173'}`;
process.env.PORT = port;
process.env.ALLOWED_ORIGINS ||= page;

const bin = (name) => `${process.cwd()}/node_modules/.bin/${name}`;

const settings = spawnSync(bin('tsx'), ['.ci/dev-settings.mjs'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (settings.status !== 0) process.exit(settings.status ?? 1);

let ending = false;
const children = [
  start(bin('tsx'), ['watch', '--clear-screen=false', 'server/src/cli/start.ts']),
  start(bin('vite'), ['--port', new URL(page).port, '--strictPort', '--clearScreen', 'false'], {
    cwd: 'client',
    env: { ...Object.fromEntries(JSON.parse(settings.stdout)), API_ORIGIN: `http://localhost:${port}` },
  }),
];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);

function start(program, words, { cwd = '.', env = {} } = {}) {
  const child = spawn(program, words, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  child.on('error', (error) => console.error(error.message));
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    endAll();
  });
  return child;
}

/** Signals once only: a second signal makes tsx kill the server before its shutdown is complete. */
function endAll() {
  if (ending) return;
  ending = true;
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  }
}
