import { useEffect } from 'react';

/**
 * Stands in for a popup that was asked for and whose code is on its way. What is typed meanwhile is meant for it, so no key is
 * a shortcut; Escape gives it up.
 */
export function Awaited({ onGiveUp }: { onGiveUp: () => void }) {
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => key === 'Escape' && onGiveUp();
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onGiveUp]);
  return <span hidden data-awaited="" />;
}
