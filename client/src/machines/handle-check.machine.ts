import { HANDLE_PATTERN, RESERVED_HANDLES } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';

type Context = { handle: string };
/** `handle` is bare: no at sign, no capitals. */
type Event = { type: 'TYPE'; handle: string };

/** How long a hand rests before it has finished typing. */
const DEBOUNCE_MS = 400;

/** Handles know no case, and people write them with the at sign. */
export function normalizeHandle(text: string): string {
  return text.trim().replace(/^@/u, '').toLowerCase();
}

/** Whether a bare handle could be anybody's at all. */
export function isPossibleHandle(handle: string): boolean {
  return HANDLE_PATTERN.test(handle) && !RESERVED_HANDLES.includes(handle);
}

/**
 * Whether somebody new could have a handle, while it is typed. `ask` answers whether it is free, and is called off by the next
 * key. When it cannot be known nothing is said: only signing up decides.
 */
export const handleCheckMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'invalid' | 'reserved' | 'free' | 'taken',
  },
  actors: {
    ask: fromPromise<boolean, { handle: string }>(() => Promise.reject(new Error('nobody to ask'))),
  },
  actions: {
    take: assign({ handle: ({ event }) => event.handle }),
  },
  guards: {
    isSame: ({ context, event }) => event.handle === context.handle,
    isEmpty: ({ event }) => event.handle === '',
    isInvalid: ({ context }) => !HANDLE_PATTERN.test(context.handle),
    isReserved: ({ context }) => RESERVED_HANDLES.includes(context.handle),
    isFree: ({ event }) => 'output' in event && event.output === true,
  },
  delays: { pause: DEBOUNCE_MS },
}).createMachine({
  id: 'handle-check',
  context: { handle: '' },
  initial: 'silent',
  on: {
    TYPE: [
      { guard: 'isSame' },
      { guard: 'isEmpty', target: '.silent', actions: 'take' },
      { target: '.typing', actions: 'take', reenter: true },
    ],
  },
  states: {
    silent: {},
    typing: {
      after: {
        pause: [
          { guard: 'isReserved', target: 'reserved' },
          { guard: 'isInvalid', target: 'invalid' },
          { target: 'asking' },
        ],
      },
    },
    asking: {
      invoke: {
        src: 'ask',
        input: ({ context }) => context,
        onDone: [{ guard: 'isFree', target: 'free' }, { target: 'taken' }],
        onError: { target: 'silent' },
      },
    },
    invalid: { tags: 'invalid' },
    reserved: { tags: 'reserved' },
    free: { tags: 'free' },
    taken: { tags: 'taken' },
  },
});
