/** One change in one file of the product, by its text. */
export interface Patch {
  /** Relative to the root. */
  file: string;
  find: string;
  replace: string;
}

/** @param changes what is found in the file, and what replaces it */
const inFile = (file: string, ...changes: [find: string, replace: string][]): Patch[] =>
  changes.map(([find, replace]) => ({ file, find, replace }));

/** @throws Error unless the text occurs exactly once: a sabotage that changes nothing proves nothing */
export function applyPatch(text: string, { file, find, replace }: Patch): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`The sabotage of ${file} has ${places} places for: ${find}`);
  return text.replace(find, () => replace);
}

/** A way to break the promise in the world, with the checker's report that must follow. */
export interface SimulatedSabotage {
  name: string;
  /** The checker's report, as `rule: text`. Any other report may be right, and proves nothing about this sabotage. */
  expectedViolation: RegExp;
  patches: readonly Patch[];
}

const ROWS = 'client/devtools/simulation/store/rows.ts';
const MODEL = 'client/devtools/simulation/store/store-model.ts';
const PLANS = 'client/devtools/simulation/store/carry-out-plans.ts';
const REVOCATIONS = 'server/src/domain/sessions/revocations.ts';
const FOLLOWER = 'shared/src/stream/stream-follower.ts';
const TAB_STREAM = 'client/src/sync/tabs/tab-stream.ts';

/** The checker, which is that of chaos too, must report each of them. */
export const simulatedSabotages: readonly SimulatedSabotage[] = [
  {
    name: 'ignore-gap',
    expectedViolation: /^lost: .*: shown after \d/,
    patches: inFile(FOLLOWER, [
      "if (!at || seq > at.seq + 1) return 'ahead';",
      `if (!at) return 'ahead';
 if (seq > at.seq + 1) return 'next';`,
    ]),
  },
  {
    name: 'drop-head',
    expectedViolation: /^lost: .*: is at \d+, the head is \d/,
    patches: [
      ...inFile('server/src/streams/stream-readers.ts', ['void refreshHeads();', ';']),
      ...inFile('server/src/gateway/session-socket.ts', [
        "this.sendFrames(encodeMessage('head',",
        "void (encodeMessage('head',",
      ]),
    ],
  },
  {
    name: 'revocation-skipped',
    expectedViolation: /^leaked: .*(after its session had ended|an ended session was answered)/,
    patches: [
      ...inFile(
        REVOCATIONS,
        [
          'function isEndedBy(revocation: Revocation, session: Session): boolean {',
          `function isEndedBy(revocation: Revocation, session: Session): boolean {
 return false;`,
        ],
        [
          'function isRevokedBy(key: RevocationKey, session: Session): boolean {',
          `function isRevokedBy(key: RevocationKey, session: Session): boolean {
 return false;`,
        ],
      ),
    ],
  },
  {
    // A new leader continues from where the page was loaded, and shows again what the former leader had shown.
    name: 'apply-twice',
    expectedViolation: /^doubled: .*: shown after \d/,
    patches: [
      ...inFile(
        TAB_STREAM,
        [
          'const cursor = followers[stream].position();',
          'const cursor = loaded[stream] ?? followers[stream].position();',
        ],
        [
          'cacheUpdates.onSnapshot(stream, at, why);',
          `cacheUpdates.onSnapshot(stream, at, why);
 loaded[stream] ??= at;`,
        ],
        [
          'function forEachHead(',
          `const loaded = {};
 function forEachHead(`,
        ],
      ),
      ...inFile(FOLLOWER, ["? 'foreign' : 'past'", "? 'foreign' : previous === undefined ? 'next' : 'past'"]),
    ],
  },
  {
    name: 'order-by-serial',
    expectedViolation:
      /^(lost|reordered): tab .*, public(: is at| \d+: (shown after|shown, and not in the log|shown with tag))/,
    patches: [
      ...inFile(ROWS, [
        'lines.push(line);',
        `if (stream === 'public' && rows.random.next() < 0.3) setTimeout(() => (lines[line.seq - 1] = line), 150); else lines[line.seq - 1] = line;`,
      ]),
      ...inFile(MODEL, [
        'lines.slice(after.seq, after.seq + limit);',
        'lines.slice(after.seq, after.seq + limit).filter(Boolean);',
      ]),
    ],
  },
  {
    name: 'publish-before-commit',
    expectedViolation: /^reordered: .*(shown, and not in the log|shown with tag)/,
    patches: [
      ...inFile('server/src/streams/stream-readers.ts', [
        'return (envelopes) => {',
        'return globalThis.deliverNow = (envelopes) => {',
      ]),
      ...inFile(MODEL, [
        'commits += 1;\n      return carryOutPlans',
        `if (rows.random.next() < 0.2) {
        const rolledBack = { ...structuredClone({ ...rows, random: null }), random: rows.random };
        const outcomes = carryOutPlans(rolledBack, requests, now).filter(({ is }) => is === 'written');
        globalThis.deliverNow(outcomes.flatMap(({ lines }) => lines.map(({ previous, ...line }) =>
          ({ stream: line.stream, previous, event: eventOf(rolledBack, line, now) }))));
        throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
      }
      commits += 1;
      return carryOutPlans`,
      ]),
    ],
  },
  {
    name: 'skip-op-table',
    expectedViolation:
      /was answered 4\d\d, and was carried out|is in the log twice|profile .* are in the log, \d+ were made|is in a log twice/,
    patches: [...inFile(PLANS, ['if (earlier)', 'if (earlier && rows.people.size === 0)'])],
  },
  {
    name: 'message-to-public',
    expectedViolation: /^leaked: .*(message\.created|the message .* of two others)/,
    patches: [
      ...inFile(PLANS, [
        'entries: [author, other].map((sub) => ({',
        `entries: ['', author, other].map((sub) => sub === '' ? { stream: 'public', kind: 'message.created', ref: uuid } : ({`,
      ]),
    ],
  },
  {
    name: 'id-token-accepted',
    expectedViolation: /^leaked: an ID token was accepted/,
    patches: [...inFile('client/devtools/simulation/server/identity.ts', [`use !== 'access' ||`, ''])],
  },
  {
    name: 'new-id-per-attempt',
    expectedViolation: /^doubled: .* was never sent/,
    patches: inFile('client/src/base/http/http-client.ts', [
      "'amz-sdk-invocation-id': operationId,",
      "'amz-sdk-invocation-id': `${operationId}${attempt}`,",
    ]),
  },
  {
    name: 'page-without-replay',
    expectedViolation: /^(lost|reordered): .* in place of /,
    patches: inFile('client/src/sync/cache/cache-updates.ts', [
      'onListFetched: applyMissedEvents,',
      'onListFetched: () => undefined,',
    ]),
  },
];
