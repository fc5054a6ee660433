import { assign, fromPromise, setup } from 'xstate';
import { errorOf } from './failure.ts';
import { failureMessage } from './form.ts';

type Context = { error: string };

type Event = { type: 'ACCEPT' } | { type: 'DELETE' } | { type: 'KEEP' } | { type: 'CONFIRM' };

/** Another tab or device has answered the request with the other answer. */
const ANSWERED_CODE = 'generic_404';

/** Answering a message request: at once when it is accepted, after a confirmation when it is deleted. */
export const requestMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'busy' | 'asking' | 'accepted' | 'deleted',
  },
  actors: {
    accept: fromPromise<unknown>(() => Promise.reject(new Error('no server'))),
    remove: fromPromise<unknown>(() => Promise.reject(new Error('no server'))),
  },
  actions: {
    showFailure: assign({ error: failureMessage }),
    clearErrors: assign({ error: '' }),
  },
  guards: {
    isAnswered: ({ event }) => hasCode(errorOf(event), ANSWERED_CODE),
  },
}).createMachine({
  id: 'request',
  context: { error: '' },
  initial: 'waiting',
  states: {
    waiting: {
      on: {
        ACCEPT: { target: 'accepting', actions: 'clearErrors' },
        DELETE: { target: 'asking', actions: 'clearErrors' },
      },
    },
    accepting: {
      tags: 'busy',
      invoke: {
        src: 'accept',
        onDone: { target: 'accepted' },
        onError: [
          { guard: 'isAnswered', target: 'deleted' },
          { target: 'waiting', actions: 'showFailure' },
        ],
      },
    },
    asking: {
      tags: 'asking',
      on: {
        KEEP: { target: 'waiting', actions: 'clearErrors' },
        CONFIRM: { target: 'deleting', actions: 'clearErrors' },
      },
    },
    deleting: {
      tags: ['busy', 'asking'],
      invoke: {
        src: 'remove',
        onDone: { target: 'deleted' },
        onError: [
          { guard: 'isAnswered', target: 'accepted' },
          { target: 'asking', actions: 'showFailure' },
        ],
      },
    },
    accepted: { type: 'final', tags: 'accepted' },
    deleted: { type: 'final', tags: 'deleted' },
  },
});

function hasCode(error: unknown, code: string): boolean {
  const { codes } = (error ?? {}) as { codes?: readonly string[] };
  return codes?.includes(code) ?? false;
}
