import { LIFETIME_MS, REMOVED_MESSAGE } from '@cruddur/shared';
import type { ActionTrace, Evidence } from './evidence.ts';
import { type StoreIndex, groupBy } from './store-index.ts';
import type { Violation } from './violation.ts';

/** What people decide about their messages and each other holds: unsent texts, blocks, mutes and lifetimes. */
export function checkRelations(evidence: Evidence, store: StoreIndex): Violation[] {
  return [
    ...checkUnsends(evidence, store),
    ...checkFinalRelations(evidence),
    ...checkBlockedWrites(evidence),
    ...checkLifetimes(evidence),
  ];
}

/** An unsent text is gone from the store, and both members learn of it once. */
function checkUnsends({ actions, store: { messages } }: Evidence, store: StoreIndex): Violation[] {
  const texts = new Map(messages.map(({ row, text }) => [row, text]));
  return ofKinds(actions, 'unsend').flatMap(({ row, status, answered: at }): Violation[] => {
    const streams = (store.membersOf(row) ?? []).map((sub) => `user:${sub}`);
    const counts = streams.map((stream) => store.removalsIn(stream, row).length);
    const what = `the removal of ${row}`;
    if (counts.some((count) => count > 1))
      return [{ rule: 'doubled', what: `${what} is in a log twice`, at }];
    if (status !== 200) return [];
    if (counts.some((count) => count === 0))
      return [{ rule: 'lost', what: `${what} is missing in a log`, at }];
    const isGone = texts.get(row) === REMOVED_MESSAGE;
    return isGone ? [] : [{ rule: 'lost', what: `${what} was answered, and its text is in the store`, at }];
  });
}

/** Its beginning and its end, as actions. */
const RELATIONS = { block: ['block', 'unblock'], mute: ['mute', 'unmute'] } as const;

/** The store ends with what was decided last. */
function checkFinalRelations({ actions, store: { relations } }: Evidence): Violation[] {
  const stored = new Set(relations.map(({ kind, owner, other }) => `${kind} of ${other} by ${owner}`));
  return (['block', 'mute'] as const).flatMap((kind) => {
    const [begins, ends] = RELATIONS[kind];
    const byRelation = groupBy(
      ofKinds(actions, begins, ends),
      ({ sub, detail }) => `${kind} of ${detail} by ${sub}`,
    );
    return [...byRelation].flatMap(([name, changes]): Violation[] => {
      const last = changes.toSorted((one, other) => one.invoked - other.invoked).at(-1);
      if (!last || last.status === 0 || stored.has(name) === (last.kind === begins)) return [];
      const what = `${name}: ${last.kind} was last, and the store has ${stored.has(name) ? 'it' : 'none'}`;
      return [{ rule: 'lost', what, at: last.answered }];
    });
  });
}

/** While a block holds, neither of the two reaches the other: from its answer until the call that takes it back. */
function checkBlockedWrites({ actions }: Evidence): Violation[] {
  const changes = ofKinds(actions, 'block', 'unblock').toSorted((one, other) => one.invoked - other.invoked);
  const blocks = changes
    .filter(({ kind, status }) => kind === 'block' && status === 200)
    .map((block) => ({ ...block, until: nextChange(changes, block)?.invoked ?? Infinity }));
  const accepted = ofKinds(actions, 'message', 'reply').filter(({ status }) => status === 200);
  return blocks.flatMap(({ sub, detail, answered, until }) =>
    accepted
      .filter((write) => isBetween(write, sub, detail) && write.invoked > answered && write.answered < until)
      .map(({ kind, row, sub: author, answered: at }): Violation => ({
        rule: 'leaked',
        what: `the ${kind} ${row} of ${author} was accepted between ${sub} and ${detail}, one of whom had blocked the other`,
        at,
      })),
  );
}

const isBetween = (write: ActionTrace, one: string, other: string | undefined) =>
  (write.sub === one && write.detail === other) || (write.sub === other && write.detail === one);

/** A message that was sent while a lifetime held lasts as long. */
function checkLifetimes({ actions, store: { messages } }: Evidence): Violation[] {
  const traces = new Map(ofKinds(actions, 'message').map((trace) => [trace.row, trace]));
  const changes = ofKinds(actions, 'lifetime').toSorted((one, other) => one.invoked - other.invoked);
  return changes
    .filter(({ status }) => status === 200)
    .flatMap((change) => {
      const expected = change.detail === '1-hour' ? LIFETIME_MS['1-hour'] : null;
      const until = nextChange(changes, change)?.invoked ?? Infinity;
      return messages
        .filter(({ group }) => group === change.row)
        .flatMap(({ row, lastsMs }): Violation[] => {
          const sent = traces.get(row);
          if (!sent || sent.invoked <= change.answered || sent.answered >= until || lastsMs === expected)
            return [];
          const what = `${row} lasts ${lastsMs ?? 'for ever'}, its conversation said ${change.detail}`;
          return [{ rule: 'contradicted', what, at: sent.answered }];
        });
    });
}

const ofKinds = (actions: readonly ActionTrace[], ...kinds: ActionTrace['kind'][]) =>
  actions.filter(({ kind }) => kinds.includes(kind));

/** The next change of the same relation or conversation, by whomever. @param changes in order */
function nextChange(changes: readonly ActionTrace[], { row, sub, kind, invoked }: ActionTrace) {
  return changes.find(
    (next) => next.invoked > invoked && next.row === row && (kind === 'lifetime' || next.sub === sub),
  );
}
