import { PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** The floating Crud button of phones. It makes way while the page is scrolled down. */
export function CrudButton({ onCrud }: { onCrud: () => void }) {
  const isHidden = useScrollingDown();
  return (
    <Button className={isHidden ? 'fab away' : 'fab'} onClick={onCrud}>
      <Icon of={PenLine} />
      Crud
    </Button>
  );
}

function useScrollingDown(): boolean {
  const [down, setDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const moved = window.scrollY - last;
      if (Math.abs(moved) < 12) return;
      last = window.scrollY;
      setDown(moved > 0 && last > 60);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return down;
}
