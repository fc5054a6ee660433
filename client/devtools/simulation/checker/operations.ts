import type { ActionTrace, Evidence } from './evidence.ts';
import type { StoreIndex } from './store-index.ts';
import type { Violation } from './violation.ts';

const CREATING_KINDS = new Set(['crud', 'reply', 'message', 'expiring', 'expiring-message']);
/** Written past the gateways: an outcome that is unknown stays so, and there is no operation id. */
const DIRECT_KINDS = new Set(['expiring', 'expiring-message']);

/** The streams that must have an event of an executed operation. */
function expectedStreams({ kind, row, sub, detail }: ActionTrace, store: StoreIndex): readonly string[] {
  if (kind === 'expiring-message') return [sub, detail ?? ''].map((member) => `user:${member}`);
  if (kind !== 'message') return ['public'];
  return (store.membersOf(row) ?? []).map((sub) => `user:${sub}`);
}

/** Each accepted operation is in the store once, an unknown one at most once, a refused one not at all. */
export function checkOperations(
  { actions, store: { operations } }: Evidence,
  store: StoreIndex,
): Violation[] {
  const creating = actions.filter(({ kind }) => CREATING_KINDS.has(kind));
  return [
    ...creating.flatMap((trace) => checkCreation(trace, store)),
    ...checkBurns(actions, store),
    ...checkProfiles(actions, { store, operations }),
    ...checkUnknownRows(actions, store),
    ...checkUnanswered(actions),
  ];
}

/** Every unknown operation is repeated when no fault is left, so then it must be answered. */
function checkUnanswered(traces: readonly ActionTrace[]): Violation[] {
  return traces
    .filter(({ status, kind }) => status === 0 && !DIRECT_KINDS.has(kind))
    .map(({ kind, row, answered: at }) => ({
      rule: 'contradicted',
      what: `${kind} ${row} was never answered`,
      at,
    }));
}

function checkCreation(trace: ActionTrace, store: StoreIndex): Violation[] {
  const { row, kind, id, sub, status, answered: at } = trace;
  const counts = expectedStreams(trace, store).map((stream) => store.creationsIn(stream, row).length);
  // The purge leaves nothing of an expired message but its lines.
  const isPurged = kind === 'expiring-message' && counts.some((count) => count > 0);
  const isThere = store.exists(row) || store.isDeleted(row) || isPurged;
  const name = `${kind} ${row}`;
  if (counts.some((count) => count > 1)) return [{ rule: 'doubled', what: `${name} is in a log twice`, at }];
  if (isThere && counts.some((count) => count === 0)) {
    return [{ rule: 'lost', what: `${name} is in the store and in no log`, at }];
  }
  if (status === 200 && !isThere)
    return [{ rule: 'lost', what: `${name} was answered 200 and is not in the store`, at }];
  if (status === 200 && !DIRECT_KINDS.has(kind) && !store.hasOperation(sub, id)) {
    return [{ rule: 'contradicted', what: `${name} was answered 200 and its operation is not stored`, at }];
  }
  // A 410 can be a refusal, and also the answer to a repeated operation whose crud is gone.
  if (status >= 400 && status !== 410 && isThere) {
    return [{ rule: 'contradicted', what: `${name} was answered ${status}, and was carried out`, at }];
  }
  return [];
}

function checkBurns(traces: readonly ActionTrace[], store: StoreIndex): Violation[] {
  return traces
    .filter(({ kind }) => kind === 'burn')
    .flatMap(({ row, status, answered: at }): Violation[] => {
      const logged = store.deletionsIn('public', row).length;
      if (logged > 1) return [{ rule: 'doubled', what: `the deletion of ${row} is in the log twice`, at }];
      if (status !== 200 || (store.isDeleted(row) && logged === 1)) return [];
      return [{ rule: 'lost', what: `${row} was burned, and is not deleted in the store`, at }];
    });
}

/** A profile has one row for all its changes, so the log must have as many events as the store has operations. */
function checkProfiles(
  traces: readonly ActionTrace[],
  { store, operations }: { store: StoreIndex; operations: Evidence['store']['operations'] },
): Violation[] {
  const profiles = traces.filter(({ kind }) => kind === 'profile');
  const ids = new Set(profiles.map(({ id }) => id));
  const lost = profiles
    .filter(({ status, sub, id }) => status === 200 && !store.hasOperation(sub, id))
    .map(({ id, answered: at }): Violation => ({
      rule: 'lost',
      what: `profile change ${id} is not in the store`,
      at,
    }));
  const miscounted = [...new Set(profiles.map(({ sub }) => sub))].flatMap((sub): Violation[] => {
    const remembered = operations.filter(
      (operation) => operation.sub === sub && ids.has(operation.id),
    ).length;
    const logged = store.linesAbout(sub).filter(({ kind }) => kind === 'profile.updated').length;
    if (logged === remembered) return [];
    const what = `${logged} changes of the profile ${sub} are in the log, ${remembered} were made`;
    return [{ rule: logged > remembered ? 'doubled' : 'lost', what, at: null }];
  });
  return [...lost, ...miscounted];
}

/** Every row in the store belongs to a sent operation: one operation must not create two rows. */
function checkUnknownRows(traces: readonly ActionTrace[], store: StoreIndex): Violation[] {
  const known = new Set(traces.map(({ row }) => row));
  return store
    .allRows()
    .filter((row) => !known.has(row))
    .map((row) => ({ rule: 'doubled', what: `${row} is in the store and was never sent`, at: null }));
}
