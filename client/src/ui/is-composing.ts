/**
 * Whether an input method uses the key, for example Enter to choose a word. Safari reports the Enter that ends a composition after
 * the composition, by the key code that stands for an input method.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells it in Safari
  return event.isComposing || event.keyCode === 229;
}
