import type { DueMail, MailQueue } from './mail-queue.ts';

/** What became of an attempt that failed. */
export type MailFailure = { error: unknown; attempts: number; isGivenUp: boolean };

export type MailDispatcherParts = {
  queue: MailQueue;
  /** Hands one mail to the mail server. */
  deliver: (mail: DueMail) => Promise<unknown>;
  onFailure: (failure: MailFailure) => void;
};

export type MailDispatcher = {
  /** Sends what is due, now. */
  sendDueMails(): void;
  /** Ends; what has not been sent stays in the queue. */
  close(): Promise<void>;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long a mail waits after each attempt that failed: a little over two hours in all, or until its code ends. */
const RETRY_AFTER_MS = [
  ...[2, 5, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 20, 30, 60].map((minutes) => minutes * MINUTE),
];
/** How soon a mail is found whose time has come, or that another gateway left. */
const POLL_MS = 2 * SECOND;
const CLOSE_WITHIN_MS = 2 * SECOND;

/** Sends queued mails beside the requests that wrote them: the time of an answer tells nothing about an address. */
export function startMailDispatcher(parts: MailDispatcherParts): MailDispatcher {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;

  async function run(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false;
      const mails = await parts.queue.claimDue();
      if (mails.length > 0) isWanted = true;
      await Promise.all(mails.map((mail) => attempt(parts, mail)));
    }
  }

  function wake(): void {
    isWanted = true;
    if (isClosed) return;
    // A store that is away is reported by everything else; the next poll tries again.
    running ??= run()
      .catch(() => undefined)
      .finally(() => (running = undefined));
  }

  const poll = setInterval(wake, POLL_MS).unref();
  wake();
  return {
    sendDueMails: wake,
    async close() {
      isClosed = true;
      clearInterval(poll);
      let closeTimer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => (closeTimer = setTimeout(resolve, CLOSE_WITHIN_MS)));
      await Promise.race([running, limit]);
      clearTimeout(closeTimer);
    },
  };
}

async function attempt({ queue, deliver, onFailure }: MailDispatcherParts, mail: DueMail): Promise<void> {
  try {
    await deliver(mail);
  } catch (error) {
    const wait = isRefusedForGood(error) ? undefined : RETRY_AFTER_MS[mail.attempts - 1];
    onFailure({ error, attempts: mail.attempts, isGivenUp: wait === undefined });
    return wait === undefined ? queue.remove(mail.id) : queue.retryIn(mail.id, wait);
  }
  await queue.remove(mail.id);
}

/** The mail server does not know the recipient. Every other refusal may be a setting of the server that is corrected. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500;
}
