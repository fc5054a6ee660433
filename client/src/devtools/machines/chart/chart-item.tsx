import type { ReactNode } from 'react';
import type { Item } from './find-nearest.ts';

interface ItemProps {
  item: Item;
  label: string;
  isCurrent: boolean;
  isChosen: boolean;
  onFocus: () => void;
  onChoose: () => void;
  children: ReactNode;
}

/** Something on a chart that can be chosen. One of all of them is where the Tab key leads. */
export function ChartItem({ item, label, isCurrent, isChosen, onFocus, onChoose, children }: ItemProps) {
  return (
    <g
      className={isChosen ? 'sc-item chosen' : 'sc-item'}
      data-item={item.id}
      role="button"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={label}
      aria-pressed={isChosen}
      onFocus={onFocus}
      onClick={onChoose}
    >
      {children}
    </g>
  );
}
