import { useEffect } from 'react';

interface Props {
  /** Told of each letter, where the popup is one to write in. */
  onType?: (letter: string) => void;
  onGiveUp: () => void;
}

/**
 * Stands in for a popup that was asked for and whose code is on its way. What is typed meanwhile is meant for it, so no key is
 * a shortcut; Escape gives it up.
 */
export function Awaited({ onType, onGiveUp }: Props) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event;
      if (key === 'Escape') onGiveUp();
      // Whoever went to another field meanwhile writes there.
      const isFree = target instanceof Element && !target.matches('input, textarea');
      if (!onType || !isFree || key.length > 1 || ctrlKey || metaKey) return;
      event.preventDefault();
      onType(key);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onType, onGiveUp]);
  return <span hidden data-awaited="" />;
}
