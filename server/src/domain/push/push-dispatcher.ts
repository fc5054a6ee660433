import { LRUCache } from 'lru-cache';
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
import { createServiceSlots } from './service-slots.ts';

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
const CONCURRENT_MAX = 64;
/** Of those, the ones for one person. */
const CONCURRENT_PER_PERSON_MAX = 4;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The delay after each failed attempt; after the last one the notification is given up. */
const RETRY_AFTER_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE];
/** The longest wait that a push service can ask for. */
const NAMED_WAIT_MAX_MS = 60 * MINUTE;
const CLOSE_WITHIN_MS = 2 * SECOND;
const SERVICES_MAX = 1000;
/** The name of the sending in the failure log. */
const WORK = 'push service';

/** Follows the queue of notifications, which the store fills with each message, reply and mention. */
export function createPushDispatcher(parts: PushDispatcherParts): PushDispatcher {
  const { queue, clock, timers, failures, revocations } = parts;
  const visible = new Set<string>();
  const running = new Map<Promise<void>, DuePush>();
  const slots = createServiceSlots(clock);
  /** Of each push service, the person who had the last turn. */
  const lastTurns = new LRUCache<string, string>({ max: SERVICES_MAX });
  let lastHost = '';
  let claiming: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function start(push: DuePush): void {
    const task = deliver(parts, push)
      .then((outcome) => {
        if (outcome) slots.record(push, outcome);
        failures.recordSuccess(WORK);
      })
      .catch((error: unknown) => failures.recordFailure(WORK, error))
      .finally(() => {
        running.delete(task);
        // Without waiting for the next round: a service that answers at once gets the next one at once.
        claimInTurn(() => claimFor(push.host)).catch((error: unknown) => failures.recordFailure(WORK, error));
      });
    running.set(task, push);
  }

  // While the ended sign-ins are not known, a browser could be told of a person who has signed out there.
  const countFree = (host: string) =>
    isClosed || revocations.isStale()
      ? 0
      : Math.min(
          slots.countFree(host, [...running.values()].filter((push) => push.host === host).length),
          CONCURRENT_MAX - running.size,
        );

  function findBusyOwners(): string[] {
    const counts = new Map<string, number>();
    for (const { owner } of running.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= CONCURRENT_PER_PERSON_MAX).map(([owner]) => owner);
  }

  /** Starts what is due for a push service, while it has free slots. */
  async function claimFor(host: string): Promise<void> {
    for (let limit = countFree(host); limit > 0; limit = countFree(host)) {
      const after = lastTurns.get(host) ?? null;
      const claim = { host, now: clock.now(), limit, except: findBusyOwners(), after };
      const claimed = await queue.claimDue(claim);
      if (claimed) {
        lastTurns.set(host, claimed.last);
        lastHost = host;
        claimed.due.forEach(start);
      } else if (after === null) return;
      else lastTurns.delete(host);
    }
  }

  /** One claim after the other: each counts what the ones before have started. */
  function claimInTurn(claim: () => Promise<void>): Promise<void> {
    const turn = claiming.then(claim);
    claiming = turn.catch(() => undefined);
    return turn;
  }

  return {
    noteVisible: (sub) => void visible.add(sub),

    async dropShown(isVisible) {
      const shown = [...visible].filter(isVisible);
      visible.clear();
      if (shown.length > 0) await queue.dropFor(shown);
    },

    sendDue: () =>
      claimInTurn(async () => {
        if (isClosed) return;
        const hosts = await queue.findDueHosts(clock.now());
        const next = hosts.filter((host) => host > lastHost);
        for (const host of [...next, ...hosts.slice(0, hosts.length - next.length)]) await claimFor(host);
      }),

    async close() {
      isClosed = true;
      let cancel: () => void = () => undefined;
      const timeout = new Promise<void>((resolve) => (cancel = timers.after(CLOSE_WITHIN_MS, resolve)));
      await Promise.race([claiming.then(() => Promise.all(running.keys())), timeout]);
      cancel();
    },
  };
}

/** @returns how the attempt ended; null if none was made */
async function deliver(parts: PushDispatcherParts, push: DuePush): Promise<PushOutcome | null> {
  const { queue, revocations, ports, clock, sealer, topicOf, metrics } = parts;
  const { id, owner, subscription } = push;
  // A claim that was never settled: its gateway has died, or what is stored cannot be read.
  if (push.attempts > RETRY_AFTER_MS.length + 1) {
    metrics.countEvent('cruddur_pushes_total', { outcome: 'given_up' });
    await queue.settle(push, clock.now());
    return null;
  }
  // Every sign-in counts as ended then.
  if (revocations.isStale()) {
    await queue.retryAt(id, clock.now());
    return null;
  }
  if (revocations.isRevoked(sessionOf(push, clock))) {
    await queue.endSubscription(subscription.uuid);
    await queue.settle(push, clock.now());
    return null;
  }
  const now = clock.now();
  const [mutes, notifications, messages] = await Promise.all([
    ports.mutes.listMutes(owner, now),
    ports.notifications.countUnread(owner, now),
    ports.messages.countUnread(owner, now),
  ]);
  const subject = push.candidates.find(({ text }) => !isMutedText(text, mutes));
  const ttl = subject ? ttlOf(subject.expiresAt, clock.now()) : 0;
  if (!subject || ttl === 0) {
    metrics.countEvent('cruddur_pushes_total', { outcome: 'dropped' });
    await queue.settle(push, clock.now());
    return null;
  }
  const message = {
    target: JSON.parse(sealer.open(subscription.sealed, subscription.uuid)) as PushTarget,
    payload: JSON.stringify(
      buildPayload(push, { expiresAt: subject.expiresAt, unread: notifications.unread + messages.unread }),
    ),
    ttl,
    topic: topicOf(owner, addressOf(push).tag),
  };
  const outcome = await parts.send(message);
  await settle(parts, push, outcome);
  return outcome;
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
      const waitMs = Math.min(Math.max(ownWait, namedWait ?? 0), NAMED_WAIT_MAX_MS);
      await queue.retryAt(push.id, new Date(clock.now().getTime() + waitMs));
      return;
    }
  }
  await queue.settle(push, clock.now());
}
