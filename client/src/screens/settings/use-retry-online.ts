import { useEffect } from 'react';

/** Asks again by itself for what could not be had, once the browser believes to be back. */
export function useRetryOnline(retry: () => void): void {
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
}
