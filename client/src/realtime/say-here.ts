import { PRESENCE_EVERY_MS } from '@cruddur/shared';
import type { Live } from './live.ts';

/** Says that a conversation is on screen, as long as it can be seen: at once, again and again, and when the line comes. @returns how to end it */
export function sayHere({ line, note }: Pick<Live, 'line' | 'note'>, group: string): () => void {
  const say = () => {
    if (document.visibilityState === 'visible') note('presence', group);
  };
  say();
  const renewal = setInterval(say, PRESENCE_EVERY_MS);
  // What is said before there is a line reaches nobody.
  const hangUp = line.subscribe(say);
  document.addEventListener('visibilitychange', say);
  return () => {
    clearInterval(renewal);
    hangUp();
    document.removeEventListener('visibilitychange', say);
  };
}
