import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { clsx } from 'clsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

type Props = {
  icon: LucideIcon;
  label: string;
  /** Only on the narrowest phones, where the button is in the tab bar and covers nothing. */
  inBarOnly?: boolean;
  onPress: () => void;
};

/** The main action of a screen on phones. It floats above the tab bar, and hides while the page scrolls down. */
export function FloatingButton({ icon, label, inBarOnly = false, onPress }: Props) {
  const isHidden = useScrollingDown();
  return (
    <Button className={clsx('fab', inBarOnly && 'in-bar-only', isHidden && 'is-hidden')} onClick={onPress}>
      <Icon of={icon} />
      <span>{label}</span>
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
