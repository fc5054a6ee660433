import { useEffect } from 'react';
import { useUnread } from './use-unread.ts';

/** Names the browser's tab while a screen is shown, with what is unread as the navigation's badges count it. */
export function useTitle(title: string): void {
  const { notifications, messages } = useUnread();
  const unread = notifications + messages;
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${title} · Cruddur`;
  }, [title, unread]);
}
