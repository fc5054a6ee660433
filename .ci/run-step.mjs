import { spawn } from 'node:child_process';

/**
 * Runs one command and collects its output. Resolves to `{ ok, output, seconds }`; never rejects.
 * `command` is a list of words; programs of node_modules/.bin are on the PATH.
 */
export function runStep(command, env = {}) {
  const begin = performance.now();
  const [program, ...words] = command;
  const child = spawn(program, words, {
    env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk) => (output += chunk);
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    const done = (ok) => resolve({ ok, output, seconds: (performance.now() - begin) / 1000 });
    child.on('error', (error) => {
      output += error.message;
      done(false);
    });
    child.on('close', (code) => done(code === 0));
  });
}
