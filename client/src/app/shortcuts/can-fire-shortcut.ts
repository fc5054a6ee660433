/** Where a key is a letter, or already means something. */
const KEYBOARD_CONTROLS =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=radiogroup]';

/** What takes the keyboard from the page, or will as soon as its code has come. */
const POPUPS = '[role=dialog], [role=alertdialog], [role=menu], [data-awaited]';

/** Whether a key press is free to be a shortcut: nobody writes, chooses, or is asked something. */
export function canFireShortcut({ target, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing) return false;
  if (target instanceof Element && target.closest(KEYBOARD_CONTROLS)) return false;
  return document.querySelector(POPUPS) === null;
}
