import { useEffect } from 'react';
import { useCrudding } from '../../feed/crudding.tsx';
import { startWorker } from './start-worker.ts';

/** The page's own program, by the address of its first file. */
function ownProgram(): string | null {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;
}

/** Keeps the program for times without a connection, and says when there is a newer one than this page's. */
export function NewBuild(): null {
  const { say, logger } = useCrudding();
  useEffect(() => {
    // In development files change under one name.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const heard = ({ data }: MessageEvent<unknown>) => {
      const program = programOf(data);
      if (program === null || program === ownProgram()) return;
      say({
        id: 'new-build',
        text: 'A new Cruddur is ready.',
        stays: true,
        action: { label: 'Reload', run: () => window.location.reload() },
      });
    };
    navigator.serviceWorker.addEventListener('message', heard);
    return () => navigator.serviceWorker.removeEventListener('message', heard);
  }, [say]);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    startWorker().catch((failure: unknown) => logger.info('no service worker', { reason: String(failure) }));
  }, [logger]);
  return null;
}

function programOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'program' in data && typeof data.program === 'string'
    ? data.program
    : null;
}
