import { AUTO_SIGN_IN_MS, AUTO_SIGN_IN_POLL_MS, REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { isFailure, type Failed, UNKNOWN_ERROR } from '../../base/machines/failure.ts';
import {
  FAILED,
  findFieldErrors,
  hasNoCode,
  hasNoValidEmail,
  providerTexts,
  refuseFields,
  RESEND_WAIT_MS,
  THROTTLED,
  type FormClock,
} from '../../base/machines/form.machine.ts';

export type Confirmation = { email: string; code: string };

type Context = FormClock & {
  errors: readonly string[];
  /** When another code can be requested, by the clock of the input; in the past when it can. */
  resendAt: number;
};
/** EDIT is any change of the fields. */
type Event = ({ type: 'CONFIRM' } & Confirmation) | { type: 'RESEND'; email: string } | { type: 'EDIT' };

export const CONFIRM_MESSAGES = {
  sent: 'A new activation code has been sent to your email',
  confirmed: 'This email is confirmed already',
  unknown: UNKNOWN_ERROR,
} as const;

/** What a confirmation and a request for a code get when there is nothing to confirm. */
const REFUSALS = {
  NotAuthorizedException: CONFIRM_MESSAGES.confirmed,
  InvalidParameterException: CONFIRM_MESSAGES.confirmed,
};

/**
 * Confirming an email and, in parallel, requesting a new code. `autoSignIn` resolves to the provider's next step: after a
 * sign-up in this tab it is polled until the pool knows of the confirmation; when it cannot sign in, `home` is reached as a
 * visitor.
 */
export const confirmMachine = setup({
  types: {
    context: {} as Context,
    input: {} as FormClock,
    events: {} as Event,
    tags: {} as 'busy' | 'failed' | 'done' | 'resending' | 'sent' | 'waiting',
  },
  actors: {
    confirm: fromPromise<unknown, Confirmation>(() => Promise.reject(new Error('no provider'))),
    resend: fromPromise<unknown, { email: string }>(() => Promise.reject(new Error('no provider'))),
    autoSignIn: fromPromise<string>(() => Promise.reject(new Error('no provider'))),
  },
  actions: {
    showFieldErrors: assign({ errors: ({ event }) => findFieldErrors(event) }),
    showFailure: assign({ errors: (_, { error }: Failed) => providerTexts(error, REFUSALS) }),
    clearErrors: assign({ errors: [] }),
    startWaiting: assign({ resendAt: ({ context }) => context.now() + RESEND_WAIT_MS }),
  },
  guards: {
    hasNoEmail: hasNoValidEmail,
    hasNoCode,
    isTooEarly: (_, { output }: { output: string }) => output === 'CONFIRM_SIGN_UP',
    isRefusedAsEarly: (_, { error }: Failed) => isFailure(error, 'UserNotConfirmedException'),
  },
  delays: {
    throttle: REPEAT_CALL_THROTTLE_MS,
    resendWait: RESEND_WAIT_MS,
    poll: AUTO_SIGN_IN_POLL_MS,
    patience: AUTO_SIGN_IN_MS,
  },
}).createMachine({
  id: 'confirm',
  context: ({ input: { now } }) => ({ now, errors: [], resendAt: 0 }),
  type: 'parallel',
  states: {
    email: {
      initial: 'unconfirmed',
      states: {
        unconfirmed: {
          initial: 'editing',
          on: {
            CONFIRM: [
              refuseFields('hasNoEmail', '.failed'),
              refuseFields('hasNoCode', '.failed'),
              { target: 'confirming', actions: 'clearErrors' },
            ],
          },
          states: {
            editing: {},
            failed: { ...FAILED, states: { resting: { ...THROTTLED, on: { CONFIRM: {} } }, ready: {} } },
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
            onError: {
              target: 'unconfirmed.failed',
              actions: { type: 'showFailure', params: ({ event }) => event },
            },
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
                onDone: [
                  { guard: { type: 'isTooEarly', params: ({ event }) => event }, target: 'pausing' },
                  { target: '#confirm.email.home' },
                ],
                onError: [
                  { guard: { type: 'isRefusedAsEarly', params: ({ event }) => event }, target: 'pausing' },
                  { target: '#confirm.email.home' },
                ],
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
              { guard: 'hasNoEmail', actions: 'showFieldErrors' },
              { target: 'sending', actions: 'clearErrors' },
            ],
            // The error may be about a code that could not be sent.
            EDIT: { actions: 'clearErrors' },
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
            onError: { target: 'idle', actions: { type: 'showFailure', params: ({ event }) => event } },
          },
        },
        sent: {
          tags: ['sent', 'waiting'],
          entry: 'startWaiting',
          after: { resendWait: { target: 'idle.resendable' } },
        },
      },
    },
  },
});
