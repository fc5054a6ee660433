import {
  COMPOSER_SOFT_LIMIT,
  DEFAULT_LIFETIME,
  MESSAGE_MAX,
  countCharacters,
  isBlank,
  type Lifetime,
} from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { toErrorCodes } from '../api/api-error.ts';

export type ComposeKind = 'crud' | 'reply' | 'message';

export type ComposeInput = {
  kind: ComposeKind;
  /** True for a composer that is always there, as in a conversation. */
  open?: boolean;
  /** What was begun and not sent, from another time on this page or before it was loaded. */
  draft?: Draft | null;
  newOperationId: () => string;
};

/** What is handed on. The same operation id over all tries of one act, so it is done once. */
export type Composed = { kind: ComposeKind; text: string; ttl: Lifetime; operationId: string };

/** What is begun. With its operation id, sending it once more after a lost answer does not do it twice. */
export type Draft = Pick<Composed, 'text' | 'ttl'> & { operationId: string | null };

type Context = Omit<Composed, 'operationId'> & {
  alwaysOpen: boolean;
  operationId: string | null;
  /** The text that is under way: one may go on typing meanwhile. */
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
  /** The draft was changed in another tab; null when it was sent or given up there. */
  | { type: 'RESTORE'; draft: Draft | null };

const NO_DRAFT: Draft = { text: '', ttl: DEFAULT_LIFETIME, operationId: null };

/** How many characters are left; the counter warns below zero and blocks nothing. */
export function remainingOf({ kind, text }: { kind: ComposeKind; text: string }): number {
  return (kind === 'message' ? MESSAGE_MAX : COMPOSER_SOFT_LIMIT) - countCharacters(text);
}

/**
 * Writing a crud, a reply or a message. `submit` hands it on and fails with codes. Closing keeps the draft, failing loses
 * nothing, succeeding resets; the draft may also come from outside.
 */
export const composeMachine = setup({
  types: {
    context: {} as Context,
    input: {} as ComposeInput,
    events: {} as ComposeEvent,
    tags: {} as 'open' | 'busy' | 'failed',
  },
  actors: {
    submit: fromPromise<unknown, Composed>(() => Promise.reject(new Error('nobody takes it'))),
  },
  actions: {
    takeText: assign({ text: ({ context, event }) => (event.type === 'TYPE' ? event.text : context.text) }),
    takeTtl: assign({ ttl: ({ context, event }) => (event.type === 'CHOOSE' ? event.ttl : context.ttl) }),
    takeDraft: assign(({ event }) => (event.type === 'RESTORE' ? { ...(event.draft ?? NO_DRAFT) } : {})),
    /** Other content is another act. */
    forgetOperation: assign({ operationId: null }),
    nameOperation: assign({
      sent: ({ context }) => context.text,
      operationId: ({ context }) => context.operationId ?? context.newOperationId(),
    }),
    keepCodes: assign({
      codes: ({ event }) => toErrorCodes('error' in event ? event.error : null),
      operationId: ({ context: { text, sent, operationId } }) => (text === sent ? operationId : null),
    }),
    forgive: assign({ codes: [] }),
    reset: assign({
      text: ({ context: { text, sent } }) =>
        text.startsWith(sent) ? text.slice(sent.length).trimStart() : text,
      ...{ sent: '', ttl: DEFAULT_LIFETIME, operationId: null, codes: [] },
    }),
  },
  guards: {
    isBlank: ({ context }) => isBlank(context.text),
    isSame: ({ context, event }) =>
      (event.type === 'TYPE' && event.text === context.text) ||
      (event.type === 'CHOOSE' && event.ttl === context.ttl),
    isAlwaysOpen: ({ context }) => context.alwaysOpen,
  },
}).createMachine({
  id: 'compose',
  context: ({ input }) => ({
    ...{ kind: input.kind, codes: [], sent: input.draft?.text ?? '' },
    ...(input.draft ?? NO_DRAFT),
    alwaysOpen: input.open ?? false,
    newOperationId: input.newOperationId,
  }),
  initial: 'closed',
  on: { RESTORE: { actions: ['takeDraft', 'forgive'] } },
  states: {
    closed: {
      always: { guard: 'isAlwaysOpen', target: 'open' },
      on: { OPEN: { target: 'open' } },
    },
    open: {
      tags: 'open',
      initial: 'editing',
      on: {
        CLOSE: { target: 'closed' },
        TYPE: [
          { guard: 'isSame' },
          { target: '.editing', actions: ['takeText', 'forgetOperation', 'forgive'] },
        ],
        CHOOSE: [
          { guard: 'isSame' },
          { target: '.editing', actions: ['takeTtl', 'forgetOperation', 'forgive'] },
        ],
        SUBMIT: [{ guard: 'isBlank' }, { target: '.submitting', actions: ['nameOperation', 'forgive'] }],
      },
      states: {
        editing: {},
        failed: { tags: 'failed' },
        submitting: {
          tags: 'busy',
          // What is under way is neither changed nor closed under its own feet; what is typed meanwhile comes next.
          on: { TYPE: { actions: 'takeText' }, CHOOSE: {}, SUBMIT: {}, CLOSE: {}, RESTORE: {} },
          invoke: {
            src: 'submit',
            input: ({ context: { kind, text, ttl, operationId } }) => ({
              ...{ kind, text, ttl, operationId: operationId ?? '' },
            }),
            onDone: [
              { guard: 'isAlwaysOpen', target: 'editing', actions: 'reset' },
              { target: '#compose.closed', actions: 'reset' },
            ],
            onError: { target: 'failed', actions: 'keepCodes' },
          },
        },
      },
    },
  },
});
