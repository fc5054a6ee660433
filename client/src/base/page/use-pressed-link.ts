import { useCallback, useState, type MouseEvent } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The current entry of a list of links: the pressed one at once, although the router renders its screen in a transition.
 * @param current by the address
 * @returns the entry to highlight, and the `onClick` of each link, which takes its entry
 */
export function usePressedLink<T>(current: T): [shown: T, onPress: (event: MouseEvent, entry: T) => void] {
  const { key } = useLocation();
  const [pressed, setPressed] = useState<{ entry: T; from: string } | null>(null);
  const onPress = useCallback(
    (event: MouseEvent, entry: T) => {
      if (isNavigation(event)) setPressed({ entry, from: key });
    },
    [key],
  );
  // Any navigation ends it, also one to another screen. It is forgotten, because a return has the same key.
  if (pressed && pressed.from !== key) setPressed(null);
  return [pressed?.from === key ? pressed.entry : current, onPress];
}

/** Other presses of a link open a tab or a window, or download it. */
function isNavigation(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;
}
