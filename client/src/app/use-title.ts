import { createContext, use, useEffect } from 'react';
import { useUnreadCounts } from './use-unread-counts.ts';

/** Hears the title while the server makes a page, where there is no tab to name. */
export const TitleContext = createContext<((title: string) => void) | null>(null);

/** Names the browser's tab while a screen is shown, with what is unread as the navigation's badges count it. */
export function useTitle(title: string): void {
  const { notifications, messages } = useUnreadCounts();
  const unread = notifications + messages;
  const words = `${unread > 0 ? `(${unread}) ` : ''}${title} · Cruddur`;
  use(TitleContext)?.(words);
  useEffect(() => {
    document.title = words;
  }, [words]);
}
