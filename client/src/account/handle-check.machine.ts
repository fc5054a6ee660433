import { HANDLE_PATTERN, RESERVED_HANDLES } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';

type Context = { handle: string };
/** `handle` is normalized: no at sign, lower case. */
type Event = { type: 'TYPE'; handle: string };

/** In milliseconds after the last key. */
const DEBOUNCE_MS = 400;

/** Handles are case-insensitive, and users may type the at sign. */
export function normalizeHandle(text: string): string {
  return text.trim().replace(/^@/u, '').toLowerCase();
}

/** Whether a normalized handle is valid and not reserved. */
function isPossibleHandle(handle: string): boolean {
  return HANDLE_PATTERN.test(handle) && !RESERVED_HANDLES.includes(handle);
}

export const HANDLE_ERRORS = {
  noHandle: 'Enter a username',
  otherHandle: 'Choose another username',
} as const;

/** The error of a normalized handle. @param isTaken whether it is known to belong to another account */
export function findHandleErrors(handle: string, isTaken = false): readonly string[] {
  if (handle === '') return [HANDLE_ERRORS.noHandle];
  return isTaken || !isPossibleHandle(handle) ? [HANDLE_ERRORS.otherHandle] : [];
}

/**
 * Checks while a handle is typed whether a new account could have it. `ask` resolves to whether it is free; the next key
 * cancels it. A failed check shows nothing: the sign-up decides.
 */
export const handleCheckMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'invalid' | 'reserved' | 'free' | 'taken',
  },
  actors: {
    ask: fromPromise<boolean, { handle: string }>(() =>
      Promise.reject(new Error('no ask actor was provided')),
    ),
  },
  actions: {
    setHandle: assign({ handle: ({ event }) => event.handle }),
  },
  guards: {
    isSame: ({ context, event }) => event.handle === context.handle,
    isEmpty: ({ event }) => event.handle === '',
    isInvalid: ({ context }) => !HANDLE_PATTERN.test(context.handle),
    isReserved: ({ context }) => RESERVED_HANDLES.includes(context.handle),
    isFree: (_, { output }: { output: boolean }) => output,
  },
  delays: { pause: DEBOUNCE_MS },
}).createMachine({
  id: 'handle-check',
  context: { handle: '' },
  initial: 'silent',
  on: {
    TYPE: [
      { guard: 'isSame' },
      { guard: 'isEmpty', target: '.silent', actions: 'setHandle' },
      { target: '.typing', actions: 'setHandle', reenter: true },
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
        onDone: [
          { guard: { type: 'isFree', params: ({ event }) => event }, target: 'free' },
          { target: 'taken' },
        ],
        onError: { target: 'silent' },
      },
    },
    invalid: { tags: 'invalid' },
    reserved: { tags: 'reserved' },
    free: { tags: 'free' },
    taken: { tags: 'taken' },
  },
});
