import type { PendingUploads } from '../avatars/ports.ts';
import { Refusal } from '../errors.ts';
import { PUBLIC_STREAM, userStream, type LogEntry } from '../streams.ts';
import type { AvatarStorage, Ports, Store, WriteUnit } from '../ports.ts';
import { unreadEntry } from '../notifications/unread-entry.ts';
import type { ErasureWrites } from './ports.ts';
import { runEach } from '../run-each.ts';

export interface EraseAccountPorts extends Pick<Ports, 'clock' | 'deliver' | 'refreshCounts'> {
  store: Pick<Store, 'runChange' | 'finishBurns'>;
  uploads: Pick<PendingUploads, 'findByPerson'>;
  storage: Pick<AvatarStorage, 'removeOriginal' | 'removeProcessed'>;
  /** Deletes the person at the identity provider, if that needs no token of theirs. */
  deleteProviderUser: (sub: string) => Promise<void>;
}

/**
 * Erases all data of a person but the handle. It may be repeated, and resumes where it was interrupted.
 * @throws Refusal generic_503 when the store or the avatar storage is unavailable
 */
export type EraseAccount = (sub: string) => Promise<void>;

/**
 * The number of an erased person's cruds that get an `activity.deleted` event. Tabs remove the others on the person's
 * `profile.updated`, so the erasure of 100,000 cruds does not send as many events to every tab.
 */
const EVENTS_MAX = 2000;

type Step<T> = (unit: WriteUnit) => Promise<{ result: T; entries: readonly LogEntry[] }>;

export function createEraseAccount({
  clock,
  store,
  deliver,
  refreshCounts,
  uploads,
  storage,
  deleteProviderUser,
}: EraseAccountPorts): EraseAccount {
  /** Each step is a separate transaction, so that the erasure of thousands of cruds does not block other writes. */
  async function runStep<T>(step: Step<T>): Promise<T> {
    const { result, envelopes } = await store.runChange(null, step);
    deliver(envelopes);
    return result;
  }

  async function runUntilDone(step: Step<boolean>): Promise<void> {
    let more = true;
    while (more) more = await runStep(step);
  }

  /** Publishes new counts of other people's cruds that lost replies or marks. */
  async function runAndRefreshCounts(
    step: Step<{ more: boolean; touched: readonly string[] }>,
  ): Promise<void> {
    let more = true;
    while (more) {
      const result = await runStep(step);
      result.touched.forEach(refreshCounts);
      more = result.more;
    }
  }

  async function burnAll(sub: string): Promise<void> {
    let sentEvents = 0;
    let omittedEvents = 0;
    await runAndRefreshCounts(async ({ erasure }) => {
      const { deleted, parents, recounted } = await erasure.burnCruds(sub);
      // The newest come first.
      const entries = deleted.slice(0, EVENTS_MAX - sentEvents).map(deletedEntry);
      sentEvents += entries.length;
      omittedEvents += deleted.length - entries.length;
      return {
        result: { more: deleted.length > 0, touched: parents },
        entries: [...entries, ...recounted.map(unreadEntry)],
      };
    });
    // Pages that were read since the erasure began may contain cruds that were deleted without an event.
    if (omittedEvents > 0)
      await runStep(() => Promise.resolve({ result: null, entries: [erasedEntry(sub)] }));
  }

  return async (sub) => {
    const started = await runStep((unit) => startErasure(unit, sub, clock.now()));
    if (started === 'already erased') return;
    await burnAll(sub);
    void store.finishBurns();
    await runAndRefreshCounts(withoutEvents((unit) => removeMarks(unit, sub)));
    await runUntilDone((unit) => leaveConversation(unit, sub));
    await runUntilDone(withoutEvents((unit) => unit.deleteSomeRows(sub)));
    await removePictures({ uploads, storage }, sub);
    await deleteProviderUser(sub);
    await runStep(withoutEvents((unit) => unit.finishErasure(sub)));
  };
}

/** A step that appends no events. */
function withoutEvents<T>(work: (unit: ErasureWrites) => Promise<T>): Step<T> {
  return async ({ erasure }) => ({ result: await work(erasure), entries: [] });
}

async function startErasure({ erasure }: WriteUnit, sub: string, now: Date) {
  const result = await erasure.startErasure(sub, now);
  return { result, entries: result === 'started' ? [erasedEntry(sub)] : [] };
}

const deletedEntry = (ref: string): LogEntry => ({ stream: PUBLIC_STREAM, kind: 'activity.deleted', ref });

const erasedEntry = (ref: string): LogEntry => ({ stream: PUBLIC_STREAM, kind: 'profile.updated', ref });

async function removeMarks(erasure: ErasureWrites, sub: string) {
  const { unmarked, more } = await erasure.removeMarks(sub);
  return { more, touched: unmarked };
}

async function leaveConversation({ erasure }: WriteUnit, sub: string) {
  const step = await erasure.leaveConversation(sub);
  if (!step) return { result: false, entries: [] };
  const entry = {
    stream: userStream(step.other),
    kind: 'messages.erased' as const,
    ref: `${step.uuid}/${sub}`,
  };
  return { result: true, entries: step.hasLeft && step.isKnown ? [entry] : [] };
}

/** Deletes pending uploads too; the upload chore removes what arrives later at upload URLs that are still valid. */
async function removePictures(
  { uploads, storage }: Pick<EraseAccountPorts, 'uploads' | 'storage'>,
  sub: string,
) {
  try {
    for (const { key } of await uploads.findByPerson(sub)) await storage.removeOriginal(key);
    await storage.removeProcessed(sub);
  } catch (failure) {
    throw new Refusal('generic_503', 1, { cause: failure });
  }
}

/** An erasure that is older is no longer running: its gateway has failed or stopped. */
const STALLED_AFTER_MS = 60_000;

/** Completes interrupted erasures, whether or not their callers retry. @throws the first failure, at the end */
export async function finishErasures(
  { clock, people }: Pick<Ports, 'clock' | 'people'>,
  eraseAccount: EraseAccount,
): Promise<void> {
  const before = new Date(clock.now().getTime() - STALLED_AFTER_MS);
  const unfinished = await people.findUnfinishedErasures(before);
  await runEach(unfinished.map((sub) => () => eraseAccount(sub)));
}
