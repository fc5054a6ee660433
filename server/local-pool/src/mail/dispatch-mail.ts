import type { DueMail, MailContent, MailQueue } from './mail-queue.ts';

/** A failed attempt; `isGivenUp` when there will be no other. */
export type MailFailure = { error: unknown; attempts: number; isGivenUp: boolean };

export type MailDispatcherParts = {
  queue: MailQueue;
  /** Sends one mail to the mail server. */
  deliver: (mail: MailContent) => Promise<unknown>;
  onFailure: (failure: MailFailure) => void;
  /** Called after each run over the queue, with its error or null. */
  onRun?: ((error: unknown) => void) | undefined;
};

export type MailDispatcher = {
  /** Sends the due mails now. */
  sendDueMails(): void;
  /** Stops; unsent mails stay in the queue. */
  close(): Promise<void>;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The delay after each failed attempt: a little over two hours in total, or until the code expires. */
const RETRY_AFTER_MS = [
  ...[2, 5, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 20, 30, 60].map((minutes) => minutes * MINUTE),
];
/** The delay until a due mail is found, also one that another gateway left. */
const POLL_MS = 2 * SECOND;
const CLOSE_WITHIN_MS = 2 * SECOND;

/** Sends queued mails outside of requests, so that the time of an answer reveals nothing about an address. */
export function startMailDispatcher(parts: MailDispatcherParts): MailDispatcher {
  let running: Promise<void> | undefined;
  let isRunRequested = false;
  let isClosed = false;

  async function run(): Promise<void> {
    while (isRunRequested && !isClosed) {
      isRunRequested = false;
      const mails = await parts.queue.claimDue();
      if (mails.length > 0) isRunRequested = true;
      const results = await Promise.allSettled(mails.map((mail) => deliverMail(parts, mail)));
      const failed = results.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    }
  }

  function sendDueMails(): void {
    isRunRequested = true;
    if (isClosed) return;
    // After a failure the next poll tries again.
    running ??= run()
      .then(
        () => parts.onRun?.(null),
        (error: unknown) => parts.onRun?.(error),
      )
      .finally(() => (running = undefined));
  }

  const poll = setInterval(sendDueMails, POLL_MS).unref();
  sendDueMails();
  return {
    sendDueMails,
    async close() {
      isClosed = true;
      clearInterval(poll);
      let closeTimer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => (closeTimer = setTimeout(resolve, CLOSE_WITHIN_MS)));
      await Promise.race([running, timeout]);
      clearTimeout(closeTimer);
    },
  };
}

async function deliverMail({ queue, deliver, onFailure }: MailDispatcherParts, mail: DueMail): Promise<void> {
  try {
    await deliver(mail.open());
  } catch (error) {
    const wait = isPermanentRefusal(error) ? undefined : RETRY_AFTER_MS[mail.attempts - 1];
    onFailure({ error, attempts: mail.attempts, isGivenUp: wait === undefined });
    return wait === undefined ? queue.remove(mail.id) : queue.retryIn(mail.id, wait);
  }
  await queue.remove(mail.id);
}

/** Whether the mail server refused the recipient. Any other refusal may be a server setting that gets corrected. */
function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500;
}
