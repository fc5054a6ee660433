import { use, useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { isStillMeant } from './found-by.ts';
import { SuggestContext, type Suggestion } from './suggest.ts';
import { tokenAt, type TypedToken } from './typed-token.ts';

/** A pause in typing that is worth a question, in milliseconds. */
const PAUSE_MS = 150;
const NONE: readonly Suggestion[] = [];

export interface Suggesting {
  items: readonly Suggestion[];
  /** The word at the caret that they would complete. */
  token: TypedToken | null;
  /** Place of the one that Enter takes; -1 for none. */
  active: number;
  take: (suggestion: Suggestion) => void;
  /** Looks at the caret again: after typing and moving. */
  look: () => void;
  close: () => void;
  /** @returns whether the key was meant for the list */
  press: (event: KeyboardEvent) => boolean;
}

/** What is suggested for the word at the caret of a text field, and how keys choose from it. */
export function useSuggesting(area: RefObject<HTMLTextAreaElement | null>): Suggesting {
  const suggest = use(SuggestContext);
  const [token, setToken] = useState<TypedToken | null>(null);
  const [found, setFound] = useState(NONE);
  const [active, setActive] = useState(-1);
  const sign = token?.sign;
  const term = token?.term;

  useEffect(() => {
    if (!suggest || sign === undefined || term === undefined) return;
    let isOver = false;
    const timer = setTimeout(() => {
      // No connection, no suggestions: one can write without them.
      void suggest({ sign, term })
        .catch(() => NONE)
        .then((next) => {
          if (isOver) return;
          setFound(next);
          // A hashtag may be a new one, so Enter stays Enter until somebody goes into the list.
          setActive(sign === '@' && next.length > 0 ? 0 : -1);
        });
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [suggest, sign, term]);

  // What was found last stays until the next is there, but for whom the letters typed since do not fit: Enter would take them.
  const items = token ? found.filter((one) => isStillMeant(one, token)) : NONE;
  const close = () => {
    setToken(null);
    setFound(NONE);
  };
  const look = () => {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    const next = selectionStart === selectionEnd ? tokenAt(value, selectionStart) : null;
    if (!next) close();
    else if (next.term !== token?.term || next.from !== token.from) setToken(next);
  };
  const take = ({ word }: Suggestion) => {
    if (!area.current || !token) return;
    const rest = area.current.value.slice(token.to);
    area.current.setRangeText(
      `${token.sign}${word}${rest.startsWith(' ') ? '' : ' '}`,
      token.from,
      token.to,
      'end',
    );
    close();
    // The field was changed by hand, which only its own event tells.
    area.current.dispatchEvent(new Event('input', { bubbles: true }));
    area.current.focus();
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const chosen = items[active];
    if (items.length === 0 || event.ctrlKey || event.metaKey) return false;
    if (key === 'ArrowDown') setActive((active + 1) % items.length);
    else if (key === 'ArrowUp') setActive((active <= 0 ? items.length : active) - 1);
    else if (key === 'Escape') close();
    else if (key === 'Enter' && chosen) take(chosen);
    else if (key === 'Tab' && !event.shiftKey && items[0]) take(chosen ?? items[0]);
    else return false;
    return true;
  };
  return { items, token, active, take, look, close, press };
}
