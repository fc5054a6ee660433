import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Words that comments, names, docs and commit subjects do without, each with what is written instead. The first group
 * hides who acts; the second is the private vocabulary that the code once had. docs/glossary.md has the product's own terms.
 */
const BANNED_WORDS = {
  'nobody|somebody|whoever': 'the role: the author, the recipient, a visitor, a member',
  'made page|unmade|taken over|late code|late part|stand-in|standIn':
    'server-rendered page, hydrate, lazy chunk, placeholder',
  'madePage|beginTakingOver|LatePart|newcomers|sayHere|StreamSeat|HeldPill|spendSilent|retryUnfit':
    'the field’s term',
  'createPatience|createPace|createPlaces|openLine|lineState|crudding': 'the field’s term',
};
/** These files may contain the words: this list, one with a screen text, and one that names the system user `nobody`. */
const EXEMPT = [
  '.ci/language.mjs',
  'client/src/account/settings/account-deletion.tsx',
  'package-lock.json',
  'LICENSE',
  'tests/support/services/postgres-folder.ts',
];
const TEXT_FILE = /\.(ts|tsx|mjs|cjs|js|css|html|md|json|ya?ml|sql|svg)$|(^|\/)(Dockerfile|run)$/;

/** The last commit before subjects had a form. */
const BEFORE_SUBJECTS = 'c2527a3';
const SUBJECT = /^[a-z][a-z0-9/-]*: [a-z]/;
const SUBJECT_MAX = 72;

/** Whether files, their names and the commits keep to the language of docs/CONTRIBUTING.md. Reads the git repository. */
export function checkLanguage() {
  const faults = [...listBannedWords(), ...listBadSubjects()];
  return { ok: faults.length === 0, output: faults.join('\n') };
}

function listBannedWords() {
  const files = git('ls-files').filter((path) => TEXT_FILE.test(path) && !EXEMPT.includes(path));
  return files.flatMap((path) => listFaultsOf(path, readFileSync(path, 'utf8')));
}

/** @returns {string[]} `path:line: word: instead` */
export function listFaultsOf(path, text) {
  return Object.entries(BANNED_WORDS).flatMap(([words, instead]) =>
    [...text.matchAll(new RegExp(`\\b(?:${words})\\b`, 'gi'))].map(
      ({ index, 0: word }) => `${path}:${text.slice(0, index).split('\n').length}: ${word}: write ${instead}`,
    ),
  );
}

function listBadSubjects() {
  const known = gitOrNothing('rev-parse', '--verify', '--quiet', `${BEFORE_SUBJECTS}^{commit}`);
  // A shallow clone lacks the commit; then the newest subject is what can be checked.
  const range = known ? [`${BEFORE_SUBJECTS}..HEAD`] : ['-1', 'HEAD'];
  return git('log', '--no-merges', '--format=%h %s', ...range)
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
    .filter(([, subject]) => !isGoodSubject(subject))
    .map(
      ([hash, subject]) =>
        `commit ${hash}: "${subject}": write area: imperative, at most ${SUBJECT_MAX} characters`,
    );
}

export function isGoodSubject(subject) {
  return subject.length <= SUBJECT_MAX && SUBJECT.test(subject) && listFaultsOf('', subject).length === 0;
}

function git(...words) {
  return execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

function gitOrNothing(...words) {
  try {
    return git(...words)[0];
  } catch {
    return undefined;
  }
}
