import {
  COMPOSER_SOFT_LIMIT,
  DEFAULT_LIFETIME,
  MESSAGE_MAX,
  countCharacters,
  isBlank,
  type Lifetime,
} from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { toErrorCodes } from '../base/http/api-error.ts';
import type { Failed } from '../base/machines/failure.ts';

export type ComposeKind = 'crud' | 'reply' | 'message';

export type ComposeInput = {
  kind: ComposeKind;
  /** Whether the composer is always open, as in a conversation. */
  open?: boolean;
  /** A stored draft that was not sent. */
  draft?: Draft | null;
  newOperationId: () => string;
};

/** The submitted content. Retries of one operation share its id, so it is executed once. */
export type Composed = { kind: ComposeKind; text: string; ttl: Lifetime; operationId: string };

/** An unsent draft. It keeps its operation id: sending it again after a lost answer does not execute it twice. */
export type Draft = Pick<Composed, 'text' | 'ttl'> & { operationId: string | null };

type Context = Omit<Composed, 'operationId'> & {
  alwaysOpen: boolean;
  operationId: string | null;
  /** The text that is being submitted; `text` can change meanwhile. */
  sent: string;
  codes: readonly string[];
  newOperationId: () => string;
};

export type ComposeEvent =
  | { type: 'OPEN' }
  | { type: 'CLOSE' }
  | { type: 'TYPE'; text: string }
  | { type: 'CHOOSE'; ttl: Lifetime }
  | { type: 'SUBMIT' }
  /** The draft was changed in another tab; null when it was sent or discarded there. */
  | { type: 'RESTORE'; draft: Draft | null };

const NO_DRAFT: Draft = { text: '', ttl: DEFAULT_LIFETIME, operationId: null };

/** Characters left until the soft limit, or that of messages; below zero the counter warns. */
export function remainingOf({ kind, text }: { kind: ComposeKind; text: string }): number {
  return (kind === 'message' ? MESSAGE_MAX : COMPOSER_SOFT_LIMIT) - countCharacters(text);
}

/**
 * Writing a crud, a reply or a message. `submit` rejects with error codes; a text over the contract's limit is not submitted.
 * Closing and failing keep the draft, closing forgets a refusal, success resets it, and RESTORE replaces it from outside.
 */
export const composeMachine = setup({
  types: {
    context: {} as Context,
    input: {} as ComposeInput,
    events: {} as ComposeEvent,
    tags: {} as 'open' | 'busy' | 'failed',
  },
  actors: {
    submit: fromPromise<unknown, Composed>(() => Promise.reject(new Error('no submit actor was provided'))),
  },
  actions: {
    setText: assign({
      text: ({ context, event }) => {
        if (event.type === 'RESTORE') return event.draft?.text ?? context.text;
        return event.type === 'TYPE' ? event.text : context.text;
      },
    }),
    setLifetime: assign({ ttl: ({ context, event }) => (event.type === 'CHOOSE' ? event.ttl : context.ttl) }),
    restoreDraft: assign(({ event }) => (event.type === 'RESTORE' ? { ...(event.draft ?? NO_DRAFT) } : {})),
    /** Changed content is a new operation. */
    forgetOperationId: assign({ operationId: null }),
    createOperationId: assign({
      sent: ({ context }) => context.text,
      operationId: ({ context }) => context.operationId ?? context.newOperationId(),
    }),
    keepCodes: assign(({ context: { text, sent, operationId } }, { error }: Failed) => ({
      codes: toErrorCodes(error),
      operationId: text === sent ? operationId : null,
    })),
    clearErrors: assign({ codes: [] }),
    reset: assign({
      text: ({ context: { text, sent } }) =>
        text.startsWith(sent) ? text.slice(sent.length).trimStart() : text,
      sent: '',
      ttl: DEFAULT_LIFETIME,
      operationId: null,
      codes: [],
    }),
  },
  guards: {
    isBlank: ({ context }) => isBlank(context.text),
    isTooLong: ({ context: { text } }) => countCharacters(text) > MESSAGE_MAX,
    isSame: ({ context, event }) =>
      (event.type === 'TYPE' && event.text === context.text) ||
      (event.type === 'CHOOSE' && event.ttl === context.ttl),
    isAlwaysOpen: ({ context }) => context.alwaysOpen,
  },
}).createMachine({
  id: 'compose',
  context: ({ input }) => ({
    kind: input.kind,
    codes: [],
    sent: input.draft?.text ?? '',
    ...(input.draft ?? NO_DRAFT),
    alwaysOpen: input.open ?? false,
    newOperationId: input.newOperationId,
  }),
  initial: 'closed',
  on: { RESTORE: { actions: ['restoreDraft', 'clearErrors'] } },
  states: {
    closed: {
      always: { guard: 'isAlwaysOpen', target: 'open' },
      on: { OPEN: { target: 'open' } },
    },
    open: {
      tags: 'open',
      initial: 'editing',
      on: {
        CLOSE: { target: 'closed', actions: 'clearErrors' },
        TYPE: [
          { guard: 'isSame' },
          { target: '.editing', actions: ['setText', 'forgetOperationId', 'clearErrors'] },
        ],
        CHOOSE: [
          { guard: 'isSame' },
          { target: '.editing', actions: ['setLifetime', 'forgetOperationId', 'clearErrors'] },
        ],
        SUBMIT: [
          { guard: 'isBlank' },
          { guard: 'isTooLong' },
          { target: '.submitting', actions: ['createOperationId', 'clearErrors'] },
        ],
      },
      states: {
        editing: {},
        failed: { tags: 'failed' },
        submitting: {
          tags: 'busy',
          // A submit in flight is neither changed nor closed; text typed meanwhile stays for the next one.
          on: {
            TYPE: { actions: 'setText' },
            RESTORE: { actions: 'setText' },
            CHOOSE: {},
            SUBMIT: {},
            CLOSE: {},
          },
          invoke: {
            src: 'submit',
            input: ({ context: { kind, text, ttl, operationId } }) => ({
              kind,
              text,
              ttl,
              operationId: operationId ?? '',
            }),
            onDone: [
              { guard: 'isAlwaysOpen', target: 'editing', actions: 'reset' },
              { target: '#compose.closed', actions: 'reset' },
            ],
            onError: { target: 'failed', actions: { type: 'keepCodes', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});
