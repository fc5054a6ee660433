import type { Page } from 'playwright-core';

/** What a person sees of a page, as far as it tells of the account. */
export type PageContent = {
  path: string;
  title: string;
  /** The lines of the error box. */
  errors: string[];
  /** Buttons that are at work, by their words. */
  busy: string[];
  /** Buttons that wait for the time to pass, by their words and the time. */
  waiting: string[];
  /** What went well. */
  notices: string[];
  /** The name of who is signed in, or nothing. */
  who: string;
  /** What stands where there is nothing else to see, or nothing. */
  blank: string;
  /** What stands in the popup's form; null while none is open. */
  crud: { text: string; lifetime: string } | null;
  talk: ConversationContent;
};

/** What a conversation shows, beside its bubbles. */
export type ConversationContent = {
  /** The words of the way back to the newest, or nothing. */
  latest: string;
  /** A line stands above what is new. */
  hasLine: boolean;
  /** Own messages that the server does not have. */
  unsent: '' | 'Sending' | 'Not sent';
  /** Nothing that was said is there. */
  isEmpty: boolean;
  /** It can’t receive messages. */
  isEnded: boolean;
};

export function readPageContent(page: Page): Promise<PageContent> {
  return page.evaluate(() => {
    const texts = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map((part) => part.innerText.trim());
    return {
      path: location.pathname,
      title: texts('h1')[0] ?? '',
      errors: texts('.errors').flatMap((text) => text.split('\n')),
      busy: texts('button[aria-busy=true]'),
      waiting: texts('button[aria-disabled=true]:has(.n)').map((text) => text.replace(/\s+/g, ' ')),
      notices: texts('[role=status].good'),
      who: texts('.profile-box .person-name b')[0] ?? '',
      blank: texts('.empty-state h1, .empty-state h2')[0] ?? '',
      crud:
        [...document.querySelectorAll('[role=dialog] form.compose')].map((form) => ({
          text: form.querySelector('textarea')?.value ?? '',
          lifetime: form.querySelector<HTMLInputElement>('input:checked')?.value ?? '',
        }))[0] ?? null,
      talk: {
        latest: (texts('.to-latest')[0] ?? '').replace(/\s+/g, ' '),
        hasLine: document.querySelector('.new-line') !== null,
        unsent:
          (['Not sent', 'Sending'] as const).find((words) =>
            texts('.delivery-status').some((text) => text.startsWith(words)),
          ) ?? '',
        isEmpty: document.querySelector('.message') === null,
        isEnded: document.querySelector('form.message-composer') === null,
      },
    };
  });
}

/** The time that a waiting button shows. */
export function formatCountdown(seconds: number): string {
  return `· ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
