import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { late } from '../late.ts';
import { Awaited } from './awaited.tsx';
import { LatePart } from './late-part.tsx';
import type { Drop, MenuItem } from './menu-item.ts';
import { useTrigger, type TriggerProps } from './use-trigger.ts';

/** What a menu's trigger must be given. */
export type MenuTrigger = TriggerProps & {
  onPointerDown: (event: PointerEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type Props = Drop & {
  /** A button or link that passes on what it is given. */
  trigger: (props: MenuTrigger) => ReactElement;
  items: readonly MenuItem[];
};

export const menuBody = late(async () => (await import('./menu-body.tsx')).MenuBody);

const KEYS = ['Enter', ' ', 'ArrowDown'];

/** A menu that drops from its trigger: arrow keys, letters, Escape and outside clicks work. */
export function Menu({ trigger: shown, items, side = 'bottom', align = 'end' }: Props) {
  const { trigger, toggle, wasOpened, opened } = useTrigger('menu', menuBody);
  return (
    <>
      {shown({
        ...trigger,
        onPointerDown(event) {
          if (event.button !== 0 || event.ctrlKey) return;
          toggle('pointer');
          // What opens takes the focus.
          event.preventDefault();
        },
        onKeyDown(event) {
          if (!KEYS.includes(event.key)) return;
          toggle('key');
          event.preventDefault();
        },
      })}
      {wasOpened && (
        <LatePart
          of={menuBody}
          with={{ ...opened, items, side, align }}
          meanwhile={opened.open && <Awaited onGiveUp={opened.onClose} />}
        />
      )}
    </>
  );
}
