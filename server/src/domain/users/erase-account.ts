import type { PendingUploads } from '../avatars/ports.ts';
import { Refusal } from '../errors.ts';
import { PUBLIC_STREAM, userStream, type LogEntry } from '../events.ts';
import type { AvatarStorage, Ports, Store, WriteUnit } from '../ports.ts';
import type { ErasureWrites } from './ports.ts';

export interface EraseAccountPorts extends Pick<Ports, 'clock' | 'deliver' | 'recount'> {
  store: Pick<Store, 'change'>;
  uploads: Pick<PendingUploads, 'of'>;
  storage: Pick<AvatarStorage, 'removeOriginal' | 'removeProcessed'>;
  /** Forgets what the identity provider keeps of a person, where that takes nobody's token. */
  forgetEntry: (sub: string) => Promise<void>;
}

/**
 * Erases all that the product keeps of a person but the handle. It may be repeated, and goes on where it was cut short.
 * @throws Refusal generic_503 when store or pictures are away
 */
export type EraseAccount = (sub: string) => Promise<void>;

type Step<T> = (unit: WriteUnit) => Promise<{ result: T; entries: readonly LogEntry[] }>;

export function createEraseAccount({
  clock,
  store,
  deliver,
  recount,
  uploads,
  storage,
  forgetEntry,
}: EraseAccountPorts): EraseAccount {
  /** Each step is a transaction of its own, so that even thousands of cruds hold nobody up. */
  async function take<T>(step: Step<T>): Promise<T> {
    const { result, envelopes } = await store.change(step);
    deliver(envelopes);
    return result;
  }

  async function takeUntilDone(step: Step<boolean>): Promise<void> {
    let more = true;
    while (more) more = await take(step);
  }

  /** What others' cruds lose with the person is counted anew. */
  async function takeAway(step: Step<{ more: boolean; touched: readonly string[] }>): Promise<void> {
    let more = true;
    while (more) {
      const result = await take(step);
      result.touched.forEach(recount);
      more = result.more;
    }
  }

  return async (sub) => {
    const begun = await take((unit) => begin(unit, sub, clock.now()));
    if (begun === 'nothing to do') return;
    await takeAway((unit) => burnCruds(unit, sub));
    await takeAway(silently((unit) => takeMarksBack(unit, sub)));
    await takeUntilDone((unit) => leaveConversation(unit, sub));
    await take(silently((unit) => unit.forgetTheRest(sub)));
    await removePictures({ uploads, storage }, sub);
    await forgetEntry(sub);
    await take(silently((unit) => unit.end(sub)));
  };
}

/** A step of which nobody is told. */
function silently<T>(work: (unit: ErasureWrites) => Promise<T>): Step<T> {
  return async ({ erasure }) => ({ result: await work(erasure), entries: [] });
}

async function begin({ erasure }: WriteUnit, sub: string, now: Date) {
  const result = await erasure.begin(sub, now);
  const said = { stream: PUBLIC_STREAM, kind: 'profile.updated', ref: sub } as const;
  return { result, entries: result === 'begins' ? [said] : [] };
}

async function burnCruds({ erasure }: WriteUnit, sub: string) {
  const { gone, parents } = await erasure.burnCruds(sub);
  const entries = gone.map((ref) => ({ stream: PUBLIC_STREAM, kind: 'activity.deleted' as const, ref }));
  return { result: { more: gone.length > 0, touched: parents }, entries };
}

async function takeMarksBack(erasure: ErasureWrites, sub: string) {
  const touched = await erasure.takeMarksBack(sub);
  return { more: touched.length > 0, touched };
}

async function leaveConversation({ erasure }: WriteUnit, sub: string) {
  const left = await erasure.leaveConversation(sub);
  if (!left) return { result: false, entries: [] };
  const ref = `${left.uuid}/${sub}`;
  return {
    result: true,
    entries: [{ stream: userStream(left.other), kind: 'messages.erased' as const, ref }],
  };
}

/** Those under way go with them; the chore of the uploads looks after addresses that still work. */
async function removePictures(
  { uploads, storage }: Pick<EraseAccountPorts, 'uploads' | 'storage'>,
  sub: string,
) {
  try {
    for (const { key } of await uploads.of(sub)) await storage.removeOriginal(key);
    await storage.removeProcessed(sub);
  } catch (failure) {
    throw new Refusal('generic_503', 1, { cause: failure });
  }
}
