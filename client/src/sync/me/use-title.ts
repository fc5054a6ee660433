import { createContext, use, useEffect } from 'react';
import { useUnreadCounts } from './use-account.ts';

/** Receives the title during server rendering, where there is no document. */
export const TitleContext = createContext<((title: string) => void) | null>(null);

/** Sets the document title, with the unread counts of the navigation's badges. */
export function useTitle(title: string): void {
  const { notifications, messages } = useUnreadCounts();
  const unread = notifications + messages;
  const fullTitle = `${unread > 0 ? `(${unread}) ` : ''}${title} · Cruddur`;
  use(TitleContext)?.(fullTitle);
  useEffect(() => {
    document.title = fullTitle;
  }, [fullTitle]);
}
