import { useEffect } from 'react';
import { useComposeContext } from '../compose/compose-context.tsx';
import { firstContent } from '../ssr/first-content.ts';

/** From a worker of this build or of a newer one. */
interface WorkerMessage {
  /** The URL of the entry chunk of the worker's build. */
  program?: string;
}

/** Registers the service worker, and offers a reload when a build is active that is newer than this page's. */
export function NewBuildNotice(): null {
  const { showToast, logger } = useComposeContext();
  useEffect(() => {
    // In development files change without a change of name.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const onMessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.program === undefined || data.program === readEntryUrl()) return;
      showToast({
        id: 'new-build',
        text: 'A new version of Cruddur is ready.',
        stays: true,
        action: { label: 'Reload', run: () => window.location.reload() },
      });
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [showToast]);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    registerWorker().catch((failure: unknown) =>
      logger.info('no service worker', { reason: String(failure) }),
    );
  }, [logger]);
  return null;
}

/** The page's build, by the URL of its entry chunk. */
function readEntryUrl(): string | null {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;
}

/** After the page's own requests. The code is a lazy chunk, because no first screen needs it. */
async function registerWorker(): Promise<void> {
  await firstContent.ready;
  const { startWorker } = await import('./start-worker.ts');
  await startWorker();
}
