/**
 * `npm run dev`: the server from its sources, restarted at each change, and Vite with hot reload in front of it. Both
 * end together, whichever ends first and however this script is stopped.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
const port = process.env.PORT || '4567';
const page = `http://localhost:${process.env.DEV_PORT || '5173'}`;
const bin = (name) => `${process.cwd()}/node_modules/.bin/${name}`;

const children = [
  start(bin('tsx'), ['watch', '--clear-screen=false', '--conditions=source', 'server/src/main.ts'], {
    env: { PORT: port, ALLOWED_ORIGINS: process.env.ALLOWED_ORIGINS || page },
  }),
  // `API_ORIGIN` is where client/vite.config.ts sends the calls that belong to the server.
  start(bin('vite'), ['--port', new URL(page).port, '--strictPort', '--clearScreen', 'false'], {
    cwd: 'client',
    env: { API_ORIGIN: `http://localhost:${port}` },
  }),
];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);

function start(program, words, { cwd = '.', env }) {
  const child = spawn(program, words, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  child.on('error', (error) => console.error(error.message));
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    endAll();
  });
  return child;
}

function endAll() {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  }
}
