import { copyText } from './copy-text.ts';
import { useCrudding } from './crudding.tsx';

/** Copies the address of the page, and says so. */
export function useCopyLink(): () => void {
  const { say } = useCrudding();
  return () => void copyText(window.location.href, 'Link', say);
}
