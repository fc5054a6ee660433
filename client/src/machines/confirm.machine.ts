import { AUTO_SIGN_IN_MS, AUTO_SIGN_IN_POLL_MS, REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { failureOf, isFailure } from './failure.ts';

export type Confirmation = { email: string; code: string };

type Context = { error: string; secondsLeft: number };
/** EDIT is any change of the fields. */
type Event = ({ type: 'CONFIRM' } & Confirmation) | { type: 'RESEND'; email: string } | { type: 'EDIT' };

export const CONFIRM_MESSAGES = {
  sent: 'A new activation code has been sent to your email',
  noEmail: 'username is required to confirmSignUp',
  noCode: 'code is required to confirmSignUp',
  unknown: 'An unknown error has occurred.',
} as const;

/** How long to wait before asking for yet another code. */
export const RESEND_WAIT_SECONDS = 60;

/**
 * Confirming an email, and beside it asking for a new code. `autoSignIn` answers the provider's next step: a sign-up made in
 * this tab goes straight on into the app, polled until the pool knows about the confirmation; whoever cannot is let go home.
 */
export const confirmMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'busy' | 'failed' | 'done' | 'resending' | 'sent' | 'waiting',
  },
  actors: {
    confirm: fromPromise<unknown, Confirmation>(() => Promise.reject(new Error('no provider'))),
    resend: fromPromise<unknown, { email: string }>(() => Promise.reject(new Error('no provider'))),
    autoSignIn: fromPromise<string>(() => Promise.reject(new Error('no provider'))),
  },
  actions: {
    complain: assign({ error: (_, error: string) => error }),
    explain: assign({
      error: ({ event }) => ('error' in event && failureOf(event.error).message) || CONFIRM_MESSAGES.unknown,
    }),
    forgive: assign({ error: '' }),
    startWaiting: assign({ secondsLeft: RESEND_WAIT_SECONDS }),
    countDown: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
  },
  guards: {
    hasNoEmail: ({ event }) => 'email' in event && event.email.trim() === '',
    hasNoCode: ({ event }) => event.type === 'CONFIRM' && event.code === '',
    isTooEarly: ({ event }) =>
      ('output' in event && event.output === 'CONFIRM_SIGN_UP') ||
      ('error' in event && isFailure(event.error, 'UserNotConfirmedException')),
    isLastSecond: ({ context }) => context.secondsLeft <= 1,
  },
  delays: {
    throttle: REPEAT_CALL_THROTTLE_MS,
    poll: AUTO_SIGN_IN_POLL_MS,
    patience: AUTO_SIGN_IN_MS,
    second: 1000,
  },
}).createMachine({
  id: 'confirm',
  context: { error: '', secondsLeft: 0 },
  type: 'parallel',
  states: {
    email: {
      initial: 'unconfirmed',
      states: {
        unconfirmed: {
          initial: 'editing',
          on: {
            CONFIRM: [
              {
                guard: 'hasNoEmail',
                target: '.failed',
                actions: { type: 'complain', params: CONFIRM_MESSAGES.noEmail },
              },
              {
                guard: 'hasNoCode',
                target: '.failed',
                actions: { type: 'complain', params: CONFIRM_MESSAGES.noCode },
              },
              { target: 'confirming', actions: 'forgive' },
            ],
          },
          states: {
            editing: {},
            failed: {
              tags: 'failed',
              initial: 'resting',
              on: { EDIT: { target: 'editing', actions: 'forgive' } },
              states: {
                // The same call again, within the throttle, is a stutter of the finger.
                resting: { on: { CONFIRM: {} }, after: { throttle: { target: 'ready' } } },
                ready: {},
              },
            },
          },
        },
        confirming: {
          tags: 'busy',
          invoke: {
            src: 'confirm',
            input: ({ event }) =>
              event.type === 'CONFIRM'
                ? { email: event.email.trim(), code: event.code }
                : { email: '', code: '' },
            onDone: { target: 'confirmed' },
            onError: { target: 'unconfirmed.failed', actions: 'explain' },
          },
        },
        confirmed: {
          tags: 'busy',
          initial: 'signingIn',
          after: { patience: { target: 'home' } },
          states: {
            signingIn: {
              invoke: {
                src: 'autoSignIn',
                onDone: [{ guard: 'isTooEarly', target: 'pausing' }, { target: '#confirm.email.home' }],
                onError: [{ guard: 'isTooEarly', target: 'pausing' }, { target: '#confirm.email.home' }],
              },
            },
            pausing: { after: { poll: { target: 'signingIn' } } },
          },
        },
        home: { tags: 'done' },
      },
    },
    resend: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            RESEND: [
              { guard: 'hasNoEmail', actions: { type: 'complain', params: CONFIRM_MESSAGES.noEmail } },
              { target: 'sending', actions: 'forgive' },
            ],
            // Also what was said of a code that could not be sent.
            EDIT: { actions: 'forgive' },
          },
          initial: 'unsent',
          states: { unsent: {}, resendable: { tags: 'sent' } },
        },
        sending: {
          tags: 'resending',
          invoke: {
            src: 'resend',
            input: ({ event }) => ({ email: event.type === 'RESEND' ? event.email.trim() : '' }),
            onDone: { target: 'sent' },
            onError: { target: 'idle', actions: 'explain' },
          },
        },
        sent: {
          tags: ['sent', 'waiting'],
          entry: 'startWaiting',
          initial: 'counting',
          states: {
            counting: {
              after: {
                second: [
                  { guard: 'isLastSecond', target: '#confirm.resend.idle.resendable' },
                  { target: 'counting', reenter: true, actions: 'countDown' },
                ],
              },
            },
          },
        },
      },
    },
  },
});
