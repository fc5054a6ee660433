import { PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** The floating Crud button of phones. It makes way while the page is scrolled down. */
export function CrudButton({ onCrud }: { onCrud: () => void }) {
  const away = useScrollingDown();
  return (
    <Button className={away ? 'fab away' : 'fab'} onClick={onCrud}>
      <Icon of={PenLine} />
      Crud
    </Button>
  );
}

function useScrollingDown(): boolean {
  const [down, setDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const look = () => {
      const moved = window.scrollY - last;
      if (Math.abs(moved) < 12) return;
      last = window.scrollY;
      setDown(moved > 0 && last > 60);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return down;
}
