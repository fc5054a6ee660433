import { useSyncExternalStore } from 'react';
import { isWaiting } from '../sync/outbox/outbox-item.ts';
import { useOutboxItems } from '../sync/outbox/outbox-react.tsx';
import { useConnection, useOutageNotice } from '../sync/realtime-react.tsx';
import { clsx } from 'clsx';
import { Check, Clock3, RotateCw, WifiOff, type LucideIcon } from 'lucide-react';
import { Icon } from '../base/ui/icon.tsx';

/** The connection pill with the state of this page. */
export function ConnectionNotice() {
  const { checkAlive } = useConnection();
  const state = usePillState();
  return state && <ConnectionPill state={state} onRetry={checkAlive} />;
}

function usePillState(): ConnectionPillState | null {
  const { status, proved } = useConnection();
  const notice = useOutageNotice();
  const isOnline = useOnline();
  const waiting = useUnsentCounts();
  switch (notice) {
    case 'none':
      return null;
    case 'over':
      return { kind: 'back', proved };
    case 'outage':
      if (status === 'polling') return { kind: 'polling' };
      return isOnline ? { kind: 'reconnecting' } : { kind: 'offline', waiting };
  }
}

function subscribeToOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The browser's guess about its connection: good enough for a text, not for a decision. */
function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToOnline,
    () => navigator.onLine,
    () => true,
  );
}

/** What is still to be sent, without what was refused. */
function useUnsentCounts(): UnsentCounts {
  const waiting = useOutboxItems().filter(isWaiting);
  const messages = waiting.filter(({ act }) => act.kind === 'message').length;
  return { cruds: waiting.length - messages, messages };
}

type ConnectionPillState =
  | { kind: 'reconnecting' }
  /** No socket can be opened, so the page polls. */
  | { kind: 'polling' }
  | { kind: 'offline'; waiting: UnsentCounts }
  /** For three seconds; `proved` when the cursors show that no event was missed. */
  | { kind: 'back'; proved: boolean };

/** Replies count as cruds. */
type UnsentCounts = { cruds: number; messages: number };

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** The state of the connection, for the header of a page. A narrow header shows its short text; screen readers get the whole one. */
export function ConnectionPill({ state, onRetry }: { state: ConnectionPillState; onRetry: () => void }) {
  const { icon, tone, short, whole } = describeState(state);
  const className = clsx('connection-pill', tone);
  const texts = (
    <>
      <Icon of={icon} size="small" />
      <span className="short" aria-hidden="true">
        {short}
      </span>
      <span className="whole">{whole}</span>
    </>
  );
  // A new element for each text: it is as wide as its text, and would move within the header.
  if (state.kind !== 'offline')
    return (
      <p className={className} key={whole}>
        {texts}
      </p>
    );
  return (
    <button type="button" className={className} key={whole} onClick={onRetry}>
      {texts}
      <span className="retry">
        <Icon of={RotateCw} size="small" />
        <span className="whole">Try now</span>
      </span>
    </button>
  );
}

interface Description {
  icon: LucideIcon;
  tone?: 'off' | 'on';
  short: string;
  whole: string;
}

function describeState(state: ConnectionPillState): Description {
  switch (state.kind) {
    case 'reconnecting':
      return {
        icon: RotateCw,
        short: 'Reconnecting',
        whole: 'Reconnecting. What you write will be sent afterwards.',
      };
    case 'polling':
      return {
        icon: Clock3,
        short: 'Not live',
        whole: 'No live updates right now. Checking every few seconds.',
      };
    case 'offline':
      return {
        icon: WifiOff,
        tone: 'off',
        short: 'Offline',
        whole: `You are offline.${unsentText(state.waiting)}`,
      };
    case 'back':
      return {
        icon: Check,
        tone: 'on',
        short: 'Back',
        whole: state.proved ? 'Back. Nothing was missed.' : 'Back.',
      };
  }
}

function unsentText({ cruds, messages }: UnsentCounts): string {
  const parts = [countText(cruds, 'crud'), countText(messages, 'message')].filter((part) => part !== '');
  if (parts.length === 0) return '';
  const [first = '', second] = parts;
  const all = second === undefined ? first : `${first} and ${second.toLowerCase()}`;
  return ` ${all} ${cruds + messages === 1 ? 'is' : 'are'} waiting.`;
}

function countText(count: number, thing: string): string {
  return count === 0 ? '' : `${NUMBERS[count] ?? count} ${count === 1 ? thing : `${thing}s`}`;
}
