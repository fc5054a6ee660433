import { readFileSync } from 'node:fs';

/**
 * Whether node_modules is what package-lock.json asks for. npm leaves its own record of what it put there, so no
 * stamp of ours can disagree with it, and an install that broke off half-way has no record.
 */
export function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages;
  const present = readJson('node_modules/.package-lock.json')?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (isOwn(path)) return sameDependencies(entry, readJson(path ? `${path}/package.json` : 'package.json'));
    // Programs for other platforms are listed as optional and rightly absent.
    return present[path] ? present[path].version === entry.version : entry.optional === true;
  });
}

const isOwn = (path) => !path.includes('node_modules/');

function sameDependencies(entry, manifest) {
  return ['dependencies', 'devDependencies'].every(
    (kind) => JSON.stringify(sorted(entry[kind])) === JSON.stringify(sorted(manifest?.[kind])),
  );
}

const sorted = (dependencies = {}) =>
  Object.entries(dependencies).sort(([left], [right]) => (left < right ? -1 : 1));

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
