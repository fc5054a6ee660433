import type { Clock } from '../clock.ts';
import type { FailureLog } from '../failure-log.ts';
import type { Metrics } from '../metrics.ts';
import type { Sealer } from '../moderation/ports.ts';
import type { Ports } from '../ports.ts';
import type { Revocations } from '../sessions/revocations.ts';
import type { Timers } from '../timers.ts';
import { addressOf, buildPayload, ttlOf } from './build-payload.ts';
import { isMutedText } from './is-muted-text.ts';
import type { DuePush, PushOutcome, PushQueue, PushTarget, SendPush } from './ports.ts';

export interface PushDispatcher {
  /** A tab of the person may be visible: what it shows is not pushed. Returns at once. */
  noteVisible(sub: string): void;
  /** Drops what visible tabs show. @param isVisible whether a visible tab of the person is connected to this gateway */
  dropShown(isVisible: (sub: string) => boolean): Promise<void>;
  /** Starts to send what is due. Resolves when it is under way, because one slow push service must not delay the others. */
  sendDue(): Promise<void>;
  /** Waits a little for what is being sent; the rest is sent by another gateway. */
  close(): Promise<void>;
}

export interface PushDispatcherParts {
  queue: PushQueue;
  send: SendPush;
  sealer: Sealer;
  /** @returns a name for the push service that reveals nothing about the tag */
  topicOf: (owner: string, tag: string) => string;
  revocations: Pick<Revocations, 'isRevoked' | 'isStale'>;
  ports: Pick<Ports, 'mutes' | 'messages' | 'notifications'>;
  clock: Clock;
  timers: Timers;
  metrics: Metrics;
  failures: FailureLog;
}

/** Notifications that are being sent at the same time by one gateway. */
const CONCURRENT_MAX = 16;
/** Of those, the ones for one person: a slow push service of theirs must not delay the others. */
const CONCURRENT_PER_PERSON_MAX = 4;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The delay after each failed attempt; after the last one the notification is given up. */
const RETRY_AFTER_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE];
/** The longest wait that a push service can ask for. */
const RETRY_AFTER_MAX_MS = 60 * MINUTE;
const CLOSE_WITHIN_MS = 2 * SECOND;
/** The name of the sending in the failure log. */
const WORK = 'push service';

/** Follows the queue of notifications, which the store fills with each message, reply and mention. */
export function createPushDispatcher(parts: PushDispatcherParts): PushDispatcher {
  const { queue, clock, timers, failures } = parts;
  const visible = new Set<string>();
  const running = new Map<Promise<void>, string>();
  let isClosed = false;

  function start(push: DuePush): void {
    const task = deliver(parts, push)
      .then(() => failures.recordSuccess(WORK))
      .catch((error: unknown) => failures.recordFailure(WORK, error))
      .finally(() => running.delete(task));
    running.set(task, push.owner);
  }

  /** Starts as many as each person may have, and @returns the others. */
  function startSome(due: readonly DuePush[]): DuePush[] {
    return due.filter((push) => {
      const isTooMuch = findBusyOwners().includes(push.owner);
      if (!isTooMuch) start(push);
      return isTooMuch;
    });
  }

  function findBusyOwners(): string[] {
    const owners = [...running.values()];
    const isBusy = (owner: string) =>
      owners.filter((other) => other === owner).length >= CONCURRENT_PER_PERSON_MAX;
    return [...new Set(owners)].filter(isBusy);
  }

  return {
    noteVisible: (sub) => void visible.add(sub),

    async dropShown(isVisible) {
      const shown = [...visible].filter(isVisible);
      visible.clear();
      if (shown.length > 0) await queue.dropFor(shown);
    },

    async sendDue() {
      // While the ended sign-ins are not known, a browser could be told of a person who has signed out there.
      while (!isClosed && !parts.revocations.isStale() && running.size < CONCURRENT_MAX) {
        const due = await queue.claimDue(clock.now(), CONCURRENT_MAX - running.size, findBusyOwners());
        if (due === null) return;
        const { latest, replaced } = keepLatest(due);
        if (replaced.length > 0) await queue.remove(replaced.map(({ id }) => id));
        const waiting = startSome(latest);
        if (waiting.length > 0)
          await queue.release(
            waiting.map(({ id }) => id),
            clock.now(),
          );
      }
    },

    async close() {
      isClosed = true;
      let cancel: () => void = () => undefined;
      const timeout = new Promise<void>((resolve) => (cancel = timers.after(CLOSE_WITHIN_MS, resolve)));
      await Promise.race([Promise.all(running.keys()), timeout]);
      cancel();
    },
  };
}

/** Of notifications that replace each other, only the last one is sent. */
function keepLatest(due: readonly DuePush[]): { latest: DuePush[]; replaced: DuePush[] } {
  const byTag = new Map<string, DuePush>();
  const replaced: DuePush[] = [];
  for (const push of due.toSorted((one, other) => one.id - other.id)) {
    const key = `${push.subscription.uuid} ${addressOf(push).tag}`;
    const before = byTag.get(key);
    if (before) replaced.push(before);
    byTag.set(key, push);
  }
  return { latest: [...byTag.values()], replaced };
}

async function deliver(parts: PushDispatcherParts, push: DuePush): Promise<void> {
  const { queue, revocations, ports, clock, sealer, topicOf, metrics } = parts;
  const { id, owner, subscription } = push;
  // A claim that was never settled: its gateway has died, or what is stored cannot be read.
  if (push.attempts > RETRY_AFTER_MS.length + 1) {
    metrics.countEvent('cruddur_pushes_total', { outcome: 'given_up' });
    await queue.remove([id]);
    return;
  }
  // Every sign-in counts as ended then.
  if (revocations.isStale()) {
    await queue.retryAt(id, clock.now());
    return;
  }
  if (revocations.isRevoked(sessionOf(push, clock))) {
    await queue.endSubscription(subscription.uuid);
    await queue.remove([id]);
    return;
  }
  const now = clock.now();
  const [mutes, notifications, messages] = await Promise.all([
    ports.mutes.listMutes(owner, now),
    ports.notifications.countUnread(owner, now),
    ports.messages.countUnread(owner, now),
  ]);
  const ttl = ttlOf(push.expiresAt, clock.now());
  if (ttl === 0 || isMutedText(push.text, mutes)) {
    metrics.countEvent('cruddur_pushes_total', { outcome: 'dropped' });
    await queue.remove([id]);
    return;
  }
  const message = {
    target: JSON.parse(sealer.open(subscription.sealed, subscription.uuid)) as PushTarget,
    payload: JSON.stringify(buildPayload(push, notifications + messages.unread)),
    ttl,
    topic: topicOf(owner, addressOf(push).tag),
  };
  await settle(parts, push, await parts.send(message));
}

/** The sign-in of a subscription, as revocations are compared with it. */
function sessionOf({ owner, subscription: { originJti, authTime } }: DuePush, clock: Clock) {
  return { sub: owner, originJti, authTime, expiresAt: clock.now().getTime() };
}

async function settle(parts: PushDispatcherParts, push: DuePush, outcome: PushOutcome): Promise<void> {
  const { queue, clock, metrics } = parts;
  const count = (name: 'sent' | 'gone' | 'retried' | 'unreachable' | 'given_up' | 'refused') =>
    metrics.countEvent('cruddur_pushes_total', { outcome: name });
  switch (outcome.kind) {
    case 'sent':
      count('sent');
      break;
    case 'gone':
      count('gone');
      await queue.endSubscription(push.subscription.uuid);
      break;
    case 'refused':
      count('refused');
      break;
    case 'busy':
    case 'unreachable': {
      const ownWait = RETRY_AFTER_MS[push.attempts - 1];
      if (ownWait === undefined) {
        count('given_up');
        break;
      }
      count(outcome.kind === 'busy' ? 'retried' : 'unreachable');
      const namedWait = outcome.kind === 'busy' ? outcome.waitMs : null;
      const waitMs = Math.min(Math.max(ownWait, namedWait ?? 0), RETRY_AFTER_MAX_MS);
      await queue.retryAt(push.id, new Date(clock.now().getTime() + waitMs));
      return;
    }
  }
  await queue.remove([push.id]);
}
