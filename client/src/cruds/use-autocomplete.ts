import { use, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { insertText } from '../base/ui/keyboard.ts';
import { SuggestionsContext } from './compose-context.tsx';
import { type Suggestion, findTokenAt, type TypedToken, matchesToken } from '../people/suggestions.ts';

const DEBOUNCE_MS = 150;
const NONE: readonly Suggestion[] = [];

export interface Autocomplete {
  items: readonly Suggestion[];
  /** The partial word at the caret. */
  token: TypedToken | null;
  /** How far the textarea was scrolled then, in pixels. */
  scrolledBy: number;
  /** The index of the item that Enter accepts; -1 for none. */
  active: number;
  accept: (suggestion: Suggestion) => void;
  /** Reads the word at the caret; call it after typing and moving. */
  updateToken: () => void;
  close: () => void;
  /** Called before a text is typed. @returns whether it is a space right after that of a completion, which is not to be inserted */
  isSecondSpace: (typed: string) => boolean;
  /** @returns whether the list handled the key */
  handleKey: (event: KeyboardEvent) => boolean;
}

/** Suggestions for the word at a textarea's caret, with keyboard selection. */
export function useAutocomplete(area: RefObject<HTMLTextAreaElement | null>): Autocomplete {
  const suggest = use(SuggestionsContext);
  const [token, setToken] = useState<TypedToken | null>(null);
  const [scrolledBy, setScrolledBy] = useState(0);
  const [found, setFound] = useState(NONE);
  /** The word that the arrow keys have selected: results that arrive later may have it at another index. */
  const [selected, setSelected] = useState<string | null>(null);
  /** The text and the caret after the last completion, until the next input. */
  const completed = useRef<{ text: string; caret: number } | null>(null);
  const sign = token?.sign;
  const term = token?.term;

  useEffect(() => {
    if (!suggest || sign === undefined || term === undefined) return;
    let isCancelled = false;
    const timer = setTimeout(() => {
      // A failed request only means no suggestions.
      void suggest({ sign, term })
        .catch(() => NONE)
        .then((next) => {
          if (!isCancelled) setFound(next);
        });
    }, DEBOUNCE_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [suggest, sign, term]);

  // Older results are shown until newer ones arrive, except those that no longer match: Enter would accept them.
  const items = token ? found.filter((suggestion) => matchesToken(suggestion, token)) : NONE;
  const selectedIndex = items.findIndex(({ word }) => word === selected);
  // A hashtag may be a new one, so Enter keeps its function until an item is selected.
  const isFirstActive = selectedIndex === -1 && sign === '@' && items.length > 0;
  const active = isFirstActive ? 0 : selectedIndex;
  const selectAt = (index: number) => setSelected(items[index]?.word ?? null);
  const close = () => {
    setToken(null);
    setFound(NONE);
    setSelected(null);
  };
  const updateToken = () => {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    const next = selectionStart === selectionEnd ? findTokenAt(value, selectionStart) : null;
    if (!next) close();
    else if (next.term !== token?.term || next.from !== token.from) {
      setToken(next);
      setScrolledBy(area.current?.scrollTop ?? 0);
      setSelected(null);
    }
  };
  const accept = ({ word }: Suggestion) => {
    if (!area.current || !token) return;
    // The space after the word is a part of the completion, also one that is there already.
    const end = area.current.value[token.to] === ' ' ? token.to + 1 : token.to;
    area.current.focus();
    area.current.setSelectionRange(token.from, end);
    insertText(`${token.sign}${word} `);
    close();
    completed.current = { text: area.current.value, caret: area.current.selectionEnd };
  };
  const isSecondSpace = (typed: string) => {
    const last = completed.current;
    completed.current = null;
    return typed === ' ' && area.current?.value === last?.text && area.current?.selectionEnd === last?.caret;
  };
  const handleKey = (event: KeyboardEvent) => {
    const { key } = event;
    const chosen = items[active];
    if (items.length === 0 || event.ctrlKey || event.metaKey) return false;
    if (key === 'ArrowDown') selectAt((active + 1) % items.length);
    else if (key === 'ArrowUp') selectAt((active <= 0 ? items.length : active) - 1);
    else if (key === 'Escape') close();
    else if (key === 'Enter' && chosen) accept(chosen);
    else if (key === 'Tab' && !event.shiftKey && items[0]) accept(chosen ?? items[0]);
    else return false;
    return true;
  };
  return { items, token, scrolledBy, active, accept, updateToken, close, isSecondSpace, handleKey };
}
