import { assign, fromPromise, setup } from 'xstate';
import { failureMessage } from './form.ts';

type Context = {
  /** The name of the saved file. */
  fileName: string;
  error: string;
};

type Event = { type: 'DOWNLOAD' } | { type: 'CANCEL' };

/**
 * Downloading the user's data as a file. `download` makes one attempt and saves the file; it ends when the user cancels. An attempt
 * counts at the server whatever becomes of it, so a failed one is never repeated without the user.
 */
export const dataExportMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'downloading' | 'saved' | 'failed',
  },
  actors: {
    download: fromPromise<string>(() => Promise.reject(new Error('no server'))),
  },
  actions: {
    keepName: assign({ fileName: (_, fileName: string) => fileName }),
    showFailure: assign({ error: failureMessage }),
    clearErrors: assign({ error: '' }),
  },
}).createMachine({
  id: 'data-export',
  context: { fileName: '', error: '' },
  initial: 'resting',
  on: { DOWNLOAD: { target: '.downloading', actions: 'clearErrors' } },
  states: {
    resting: {},
    downloading: {
      tags: 'downloading',
      on: {
        DOWNLOAD: {},
        CANCEL: { target: 'resting' },
      },
      invoke: {
        src: 'download',
        onDone: { target: 'saved', actions: { type: 'keepName', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: 'showFailure' },
      },
    },
    saved: { tags: 'saved' },
    failed: { tags: 'failed' },
  },
});
