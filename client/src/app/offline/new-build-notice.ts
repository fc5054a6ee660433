import { useEffect } from 'react';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { startWorker } from './start-worker.ts';

/** The page's own program, by the address of its first file. */
function readEntryUrl(): string | null {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;
}

/** Keeps the program for times without a connection, and says when there is a newer one than this page's. */
export function NewBuildNotice(): null {
  const { showToast, logger } = useComposeContext();
  useEffect(() => {
    // In development files change under one name.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      const program = parseEntryUrl(data);
      if (program === null || program === readEntryUrl()) return;
      showToast({
        id: 'new-build',
        text: 'A new Cruddur is ready.',
        stays: true,
        action: { label: 'Reload', run: () => window.location.reload() },
      });
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [showToast]);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    startWorker().catch((failure: unknown) => logger.info('no service worker', { reason: String(failure) }));
  }, [logger]);
  return null;
}

function parseEntryUrl(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'program' in data && typeof data.program === 'string'
    ? data.program
    : null;
}
