import { localItems } from '../browser-storage.ts';

export const SHORTCUTS_KEY = 'shortcuts';
export const SHORTCUTS_OFF = 'off';

export const readShortcutsEnabled = (): boolean => localItems.getItem(SHORTCUTS_KEY) !== SHORTCUTS_OFF;

/** Focuses the visible search field. @returns false in small windows, which have none */
export function focusSearch(): boolean {
  return [...document.querySelectorAll<HTMLElement>('[role=search] input')].some((field) => {
    field.focus();
    return field === document.activeElement;
  });
}

/** Inserts a text at the selection of the focused field, as typing does: with its events, and so that it can be undone. @returns whether it did */
export const insertText = (text: string): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else inserts text as typing does
  document.execCommand('insertText', false, text);

/** Elements in which a key types a letter or has a function of its own. */
const KEYBOARD_CONTROLS =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=radiogroup]';

/** Popups that hold the keyboard, or will once their chunk is loaded. */
const POPUPS = '[role=dialog], [role=alertdialog], [role=menu], [data-pending-popup]';

/** Whether neither the element that has the focus nor a popup has a use for keys. */
export const isKeyboardFree = (focused: EventTarget | null): boolean =>
  !(focused instanceof Element && focused.closest(KEYBOARD_CONTROLS)) &&
  document.querySelector(POPUPS) === null;

/** Whether a pressed key has no function yet. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !isComposing(event) && isKeyboardFree(event.target);

/**
 * Whether an input method uses the key, for example Enter to choose a word. Safari reports the Enter that ends a composition after
 * the composition, by the key code that stands for an input method.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells it in Safari
  return event.isComposing || event.keyCode === 229;
}
