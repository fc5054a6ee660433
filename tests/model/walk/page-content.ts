import type { Page } from 'playwright-core';

/** The visible content of a page, as far as it concerns the account. */
export type PageContent = {
  path: string;
  title: string;
  /** The lines of the error box. */
  errors: string[];
  /** The texts of busy buttons. */
  busy: string[];
  /** The texts of buttons with a countdown, without its time. */
  waiting: string[];
  /** The success notice. */
  notices: string[];
  /** The name of the signed-in user, or nothing. */
  signedInName: string;
  /** The empty-state text, or nothing. */
  blank: string;
  /** The content of the popup's form; null while none is open. */
  crud: { text: string; lifetime: string } | null;
  conversation: ConversationContent;
};

/** The content of a conversation, without its messages. */
export type ConversationContent = {
  /** The text of the button to the latest message, or nothing. */
  latest: string;
  /** Whether the "New messages" line is shown. */
  hasLine: boolean;
  /** The viewer's messages that the server does not have. */
  unsent: '' | 'Sending' | 'Not sent';
  /** Whether the notice for no messages is shown. */
  isEmpty: boolean;
  /** Whether the notice for a deleted account is shown. */
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
      waiting: texts('button[aria-disabled=true]:has(.n)').map((text) => text.replace(/\s*·.*$/su, '')),
      notices: texts('[role=status].good'),
      signedInName: texts('.profile-box .person-name b')[0] ?? '',
      blank: texts('.empty-state h1, .empty-state h2')[0] ?? '',
      crud:
        [...document.querySelectorAll('[role=dialog] form.compose')].map((form) => ({
          text: form.querySelector('textarea')?.value ?? '',
          lifetime: form.querySelector<HTMLInputElement>('input:checked')?.value ?? '',
        }))[0] ?? null,
      conversation: {
        latest: (texts('.to-latest')[0] ?? '').replace(/\s+/g, ' '),
        hasLine: document.querySelector('.new-line') !== null,
        unsent:
          (['Not sent', 'Sending'] as const).find((words) =>
            texts('.delivery-status .status-text').some((text) => text.startsWith(words)),
          ) ?? '',
        isEmpty: document.querySelector('.message') === null,
        isEnded: document.querySelector('form.message-composer') === null,
      },
    };
  });
}
