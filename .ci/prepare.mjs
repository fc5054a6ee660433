/**
 * Installs and builds what is out of date: `node .ci/prepare.mjs start|test|running|install`. npm runs it before the
 * scripts of package.json, so it needs nothing but Node. On an up-to-date tree it only compares hashes.
 */
import { existsSync } from 'node:fs';
import { lockHolder } from './directory-lock.mjs';
import { fingerprint, isBuilt, stampBuild } from './fingerprint.mjs';
import { isInstalled } from './installed.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { runStep } from './run-step.mjs';

const EXIT_BAD_CONFIGURATION = 78;
const purpose = process.argv[2];

refuseOldNode();
if (existsSync('.env')) process.loadEnvFile('.env');
if (purpose === 'start') await refuseTakenDirectory();
if (needsWork()) await oneAtATime(installAndBuild).catch((error) => stop(error.message, 1));

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(`Cruddur needs Node 20.19 or later; this is ${process.version}.`);
}

async function refuseTakenDirectory() {
  if (process.env.DATABASE_URL?.trim()) return;
  const dataDir = process.env.DATA_DIR?.trim() || '.data';
  const holder = await lockHolder(dataDir);
  if (holder === undefined) return;
  stop(`${holder} uses ${dataDir}: stop it, or set DATA_DIR to another folder.`);
}

function needsWork() {
  // A running program must keep the build that it runs from.
  if (purpose === 'running' && existsSync('server/dist/start.js')) {
    refuseMissingScript();
    return false;
  }
  return !isInstalled() || (wantsBuild() && !isBuilt(fingerprint()));
}

/** A build of an earlier version may lack the script that npm is about to run. */
function refuseMissingScript() {
  const script = process.env.npm_lifecycle_event?.replace(/^pre/, '');
  if (script === undefined || existsSync(`server/dist/${script}.js`)) return;
  stop(
    `The build is one of an earlier version, without \`${script}\`: restart the program with \`npm start\` first.`,
  );
}

function wantsBuild() {
  return purpose === 'start' || purpose === 'test' || purpose === 'running';
}

async function installAndBuild() {
  if (!isInstalled()) {
    console.log('Installing…');
    await mustPass([['npm', 'ci', '--loglevel=error', '--no-progress']]);
  }
  // Computed before the build, so that a file saved meanwhile is built the next time.
  const print = fingerprint();
  if (!wantsBuild() || isBuilt(print)) return;
  console.log('Building…');
  await mustPass([
    // Its output is only shown after a failure. With `--silent`, npm would not report its own errors.
    ['npm', 'run', 'build', '--workspace', '@cruddur/server'],
    ['npm', 'run', 'build', '--workspace', '@cruddur/client'],
  ]);
  stampBuild(print);
}

async function mustPass(commands) {
  const results = await Promise.all(commands.map((command) => runStep(command)));
  const failed = results.filter((result) => !result.ok);
  if (failed.length > 0) throw new Error(failed.map((result) => result.output).join('\n'));
}

function stop(text, code = EXIT_BAD_CONFIGURATION) {
  console.error(text.trimEnd());
  process.exit(code);
}
