import { createSignal, type Signal } from '../signal.ts';
import type { Whisper } from './wire-fact.ts';

/** Until when, by the server's clock in epoch milliseconds, each is here or typing. What is past counts for nothing. */
export interface Leases {
  /** By handle. */
  here: ReadonlyMap<string, number>;
  /** By `typingKey`. */
  typing: ReadonlyMap<string, number>;
}

export function typingKey(group: string, handle: string): string {
  return `${group} ${handle}`;
}

/** Gathers what is whispered about others; each lease ends by itself when it is not said again. */
export function createCompany(whispers: Signal<Whisper | null>): Signal<Leases> {
  const leases = createSignal<Leases>({ here: new Map(), typing: new Map() });
  whispers.subscribe(() => {
    const whisper = whispers.getSnapshot();
    if (!whisper) return;
    const { here, typing } = leases.getSnapshot();
    if (whisper.kind === 'presence') {
      const { handle, until } = whisper.presence;
      leases.set({ typing, here: new Map(here).set(handle, Date.parse(until)) });
    } else {
      const { message_group_uuid, handle, until } = whisper.typing;
      const key = typingKey(message_group_uuid, handle);
      leases.set({ here, typing: new Map(typing).set(key, Date.parse(until)) });
    }
  });
  return leases;
}
