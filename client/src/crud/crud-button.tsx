import { PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** The floating Crud button of phones. It hides while the page scrolls down. */
export function CrudButton({ onCrud }: { onCrud: () => void }) {
  const isHidden = useScrollingDown();
  return (
    <Button className={isHidden ? 'fab is-hidden' : 'fab'} onClick={onCrud}>
      <Icon of={PenLine} />
      Crud
    </Button>
  );
}

function useScrollingDown(): boolean {
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const moved = window.scrollY - last;
      if (Math.abs(moved) < 12) return;
      last = window.scrollY;
      setIsDown(moved > 0 && last > 60);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return isDown;
}
