import { readFileSync } from 'node:fs';

/**
 * Whether node_modules has the versions of package-lock.json. npm writes its record of the installed packages last, so an
 * interrupted install has none.
 */
export function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages;
  const present = readJson('node_modules/.package-lock.json')?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (isOwn(path)) return sameDependencies(entry, readJson(path ? `${path}/package.json` : 'package.json'));
    // Packages for other platforms are optional and not installed.
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
