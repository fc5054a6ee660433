import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { lazyValue } from '../lazy/lazy-value.ts';
import { PendingPopup } from '../lazy/pending-popup.tsx';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import type { MenuPlacement, MenuItem } from './menu-item.ts';
import { useTrigger, type TriggerProps } from './use-trigger.ts';

/** What a menu's trigger must be given. */
export type MenuTrigger = TriggerProps & {
  onPointerDown: (event: PointerEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type Props = MenuPlacement & {
  /** A button or link that passes on what it is given. */
  trigger: (props: MenuTrigger) => ReactElement;
  items: readonly MenuItem[];
};

export const lazyMenuBody = lazyValue(async () => (await import('./menu-body.tsx')).MenuBody);

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown'];

/** A menu that drops from its trigger: arrow keys, letters, Escape and outside clicks work. */
export function Menu({ trigger: shown, items, side = 'bottom', align = 'end' }: Props) {
  const { trigger, toggle, wasOpened, opened } = useTrigger('menu', lazyMenuBody);
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
          if (!OPENING_KEYS.includes(event.key)) return;
          toggle('key');
          event.preventDefault();
        },
      })}
      {wasOpened && (
        <LazyComponent
          component={lazyMenuBody}
          componentProps={{ ...opened, items, side, align }}
          fallback={opened.open && <PendingPopup onCancel={opened.onClose} />}
        />
      )}
    </>
  );
}
