import { useEffect } from 'react';

interface Props {
  /** Receives each typed character, for a popup with a text field. */
  onType?: (letter: string) => void;
  onCancel: () => void;
}

/**
 * Placeholder for a requested popup while its chunk loads. Typed characters belong to the popup, so shortcuts are off; Escape
 * cancels the request.
 */
export function PendingPopup({ onType, onCancel }: Props) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event;
      if (key === 'Escape') onCancel();
      // Focus in another field: the character belongs there.
      const isFree = target instanceof Element && !target.matches('input, textarea');
      if (!onType || !isFree || ctrlKey || metaKey) return;
      if (key.length === 1) onType(key);
      // Enter on the control that was pressed would request the popup anew, without the text.
      else if (key !== 'Enter') return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onType, onCancel]);
  return <span hidden data-pending-popup="" />;
}
