import type { KeyboardEvent, MouseEvent, PointerEvent, ReactElement } from 'react';
import { lazyValue, LazyComponent } from '../lazy/lazy-component.tsx';
import { PendingPopup } from '../lazy/pending-popup.tsx';
import type { MenuPlacement, MenuItem } from './menu-item.ts';
import { useTrigger, type TriggerProps } from './use-trigger.ts';

/** The props of a menu's trigger. */
type MenuTrigger = TriggerProps & {
  onPointerDown: (event: PointerEvent) => void;
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type Props = MenuPlacement & {
  /** Renders a button or link with these props. */
  trigger: (props: MenuTrigger) => ReactElement;
  items: readonly MenuItem[];
};

export const lazyMenuBody = lazyValue(48, async () => (await import('./menu-body.tsx')).MenuBody);

/** Triggers whose press was handled before its click. */
const pressed = new WeakSet<EventTarget>();

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown'];

/** A menu button after the ARIA pattern; the menu's body is a lazy chunk. */
export function Menu({ trigger: renderTrigger, items, side = 'bottom', align = 'end' }: Props) {
  const { trigger, toggle, wasOpened, opened } = useTrigger('menu', lazyMenuBody);
  return (
    <>
      {renderTrigger({
        ...trigger,
        onPointerDown(event) {
          // Of a press that was carried out after hydration, and had no click.
          pressed.delete(event.currentTarget);
          if (event.pointerType === 'touch' || event.button !== 0 || event.ctrlKey) return;
          pressed.add(event.currentTarget);
          toggle('pointer');
          // Keeps the browser from focusing the trigger: the menu takes focus.
          event.preventDefault();
        },
        // A touch that becomes a scroll is no press. A click without a pointer is one of assistive technology.
        onClick(event) {
          // The trigger can be a link.
          event.preventDefault();
          if (!pressed.delete(event.currentTarget)) toggle('pointer');
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
