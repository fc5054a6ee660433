import { PUSH_KINDS, type PushChoice } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { failureText, type Failed } from '../base/machines/failure.ts';

/** Whether this browser can be notified, and of what. `unavailable`: the site sends no notifications. */
export type PushState =
  | { kind: 'unsupported' | 'unavailable' | 'denied' | 'off' }
  | { kind: 'on'; choice: PushChoice };

type Context = {
  choice: PushChoice;
  /** The latest choice, also one made while another is being saved; null to turn all off. */
  wanted: PushChoice | null;
  error: string;
};

type Event =
  | { type: 'RETRY' }
  | { type: 'TURN_ON' }
  | { type: 'TURN_OFF' }
  | { type: 'CHOOSE'; choice: PushChoice };

const ALL: PushChoice = { messages: true, replies: true, mentions: true };

/** Notifications by Web Push in this browser: whether they are possible, the browser's question, and the choice of kinds. */
export const pushMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'loading' | 'unknown' | 'absent' | 'unsupported' | 'denied' | 'off' | 'on' | 'busy',
  },
  actors: {
    check: fromPromise<PushState>(() => Promise.reject(new Error('no browser'))),
    ask: fromPromise<NotificationPermission>(() => Promise.reject(new Error('no browser'))),
    save: fromPromise<PushChoice, { choice: PushChoice }>(() => Promise.reject(new Error('no service'))),
    end: fromPromise<null>(() => Promise.reject(new Error('no service'))),
  },
  actions: {
    keepChoice: assign({ choice: (_, choice: PushChoice) => choice, error: '' }),
    wantChoice: assign({ wanted: (_, choice: PushChoice | null) => choice, error: '' }),
    showFailure: assign({ error: (_, { error }: Failed) => failureText(error) }),
    clearErrors: assign({ error: '' }),
  },
  guards: {
    is: (_, { known, kind }: { known: PushState; kind: PushState['kind'] }) => known.kind === kind,
    wantsNone: ({ context }) => context.wanted === null,
    wantsOther: ({ context: { wanted } }, saved: PushChoice) =>
      wanted !== null && PUSH_KINDS.some((kind) => wanted[kind] !== saved[kind]),
    isPermission: (_, { given, wanted }: Record<'given' | 'wanted', NotificationPermission>) =>
      given === wanted,
  },
}).createMachine({
  id: 'push',
  context: { choice: ALL, wanted: ALL, error: '' },
  initial: 'checking',
  states: {
    checking: {
      tags: 'loading',
      invoke: {
        src: 'check',
        onDone: [
          {
            guard: { type: 'is', params: ({ event }) => ({ known: event.output, kind: 'unsupported' }) },
            target: 'unsupported',
          },
          {
            guard: { type: 'is', params: ({ event }) => ({ known: event.output, kind: 'unavailable' }) },
            target: 'unavailable',
          },
          {
            guard: { type: 'is', params: ({ event }) => ({ known: event.output, kind: 'denied' }) },
            target: 'denied',
          },
          {
            guard: { type: 'is', params: ({ event }) => ({ known: event.output, kind: 'off' }) },
            target: 'off',
          },
          {
            target: 'on',
            actions: {
              type: 'keepChoice',
              params: ({ event: { output } }) => (output.kind === 'on' ? output.choice : ALL),
            },
          },
        ],
        onError: { target: 'unknown', actions: { type: 'showFailure', params: ({ event }) => event } },
      },
    },
    unknown: { tags: 'unknown', on: { RETRY: { target: 'checking', actions: 'clearErrors' } } },
    unsupported: { tags: 'unsupported' },
    unavailable: { tags: 'absent' },
    denied: { tags: 'denied', on: { RETRY: 'checking' } },
    off: { tags: 'off', on: { TURN_ON: { target: 'asking', actions: 'clearErrors' } } },
    asking: {
      tags: ['off', 'busy'],
      invoke: {
        src: 'ask',
        onDone: [
          {
            guard: {
              type: 'isPermission',
              params: ({ event }) => ({ given: event.output, wanted: 'granted' }),
            },
            target: 'subscribing',
            actions: { type: 'wantChoice', params: ({ context }) => context.choice },
          },
          {
            guard: {
              type: 'isPermission',
              params: ({ event }) => ({ given: event.output, wanted: 'denied' }),
            },
            target: 'denied',
          },
          // The question was closed without an answer.
          { target: 'off' },
        ],
        onError: { target: 'off', actions: { type: 'showFailure', params: ({ event }) => event } },
      },
    },
    subscribing: {
      tags: ['off', 'busy'],
      invoke: {
        src: 'save',
        input: ({ context }) => ({ choice: context.wanted ?? context.choice }),
        onDone: { target: 'on', actions: { type: 'keepChoice', params: ({ event }) => event.output } },
        onError: { target: 'off', actions: { type: 'showFailure', params: ({ event }) => event } },
      },
    },
    on: {
      tags: 'on',
      on: {
        CHOOSE: {
          target: 'saving',
          actions: { type: 'wantChoice', params: ({ event }) => event.choice },
        },
        TURN_OFF: { target: 'turningOff', actions: 'clearErrors' },
      },
    },
    saving: {
      tags: ['on', 'busy'],
      on: {
        CHOOSE: { actions: { type: 'wantChoice', params: ({ event }) => event.choice } },
        TURN_OFF: { actions: { type: 'wantChoice', params: () => null } },
      },
      invoke: {
        src: 'save',
        input: ({ context }) => ({ choice: context.wanted ?? context.choice }),
        onDone: [
          { guard: 'wantsNone', target: 'turningOff' },
          {
            guard: { type: 'wantsOther', params: ({ event }) => event.output },
            target: 'saving',
            reenter: true,
            actions: { type: 'keepChoice', params: ({ event }) => event.output },
          },
          { target: 'on', actions: { type: 'keepChoice', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: 'wantsNone', target: 'turningOff' },
          { target: 'on', actions: { type: 'showFailure', params: ({ event }) => event } },
        ],
      },
    },
    turningOff: {
      tags: ['on', 'busy'],
      invoke: {
        src: 'end',
        onDone: 'off',
        onError: { target: 'on', actions: { type: 'showFailure', params: ({ event }) => event } },
      },
    },
  },
});
