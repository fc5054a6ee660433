import { useEffect } from 'react';

interface Props {
  /** Told of each letter, where the popup is one to write in. */
  onType?: (letter: string) => void;
  onCancel: () => void;
}

/**
 * Stands in for a popup that was asked for and whose code is on its way. What is typed meanwhile is meant for it, so no key is
 * a shortcut; Escape gives it up.
 */
export function PendingPopup({ onType, onCancel }: Props) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event;
      if (key === 'Escape') onCancel();
      // Whoever went to another field meanwhile writes there.
      const isFree = target instanceof Element && !target.matches('input, textarea');
      if (!onType || !isFree || key.length > 1 || ctrlKey || metaKey) return;
      event.preventDefault();
      onType(key);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onType, onCancel]);
  return <span hidden data-awaited="" />;
}
