import { copyText } from './copy-text.ts';
import { useComposeContext } from './compose-context.tsx';

/** Copies the address of the page, and says so. */
export function useCopyLink(): () => void {
  const { showToast } = useComposeContext();
  return () => void copyText(window.location.href, 'Link', showToast);
}
