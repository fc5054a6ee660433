import type { LucideIcon } from 'lucide-react';

const SIZES = { small: 'i i-s', normal: 'i', large: 'i i-l', huge: 'i big' } as const;

/** An icon hidden from screen readers. Small 16, normal 20, large 22, huge 56 px. */
export function Icon({ of: Drawing, size = 'normal' }: { of: LucideIcon; size?: keyof typeof SIZES }) {
  return <Drawing className={SIZES[size]} aria-hidden="true" />;
}
