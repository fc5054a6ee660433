import { useEffect } from 'react';

/** Names the browser's tab while a screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Cruddur' ? title : `${title} · Cruddur`;
  }, [title]);
}
