import { SquarePen } from 'lucide-react';
import { useState, useEffect } from 'react';
import type { ShortUser } from '@cruddur/shared';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { FloatingButton, Button } from '../base/ui/button.tsx';
import { Dialog } from '../base/ui/dialog.tsx';
import { IconButton } from '../base/ui/icon.tsx';
import { isOnPopupEntry } from '../base/ui/popup-history.ts';
import { useCall } from '../base/http/page-services.ts';
import { PeoplePicker } from '../people/people-picker.tsx';
import { useSession } from '../base/session/session-react.tsx';
import { newConversationPath } from '../base/paths.ts';
import { WRITING } from './composer.tsx';
import { searchOnceQuery } from '../cruds/activities.ts';
import { suggestedQuery } from '../people/users.ts';
import { matchesName } from '../people/suggestions.ts';

const TITLE = 'New message';

type ButtonProps = { variant: 'icon' | 'button' | 'floating'; onPress: () => void };

/** A button that opens the picker. Phones have the floating one instead of the icon. */
export function StartButton({ variant, onPress }: ButtonProps) {
  if (variant === 'icon')
    return <IconButton className="new-message" label={TITLE} icon={SquarePen} onClick={onPress} />;
  if (variant === 'button') return <Button onClick={onPress}>{TITLE}</Button>;
  return <FloatingButton icon={SquarePen} label={TITLE} onPress={onPress} />;
}

/** The picker for the recipient of a message. Not part of a button: that may disappear when the list arrives. */
export function StartDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={TITLE}>
      <FindPerson onPick={onClose} />
    </Dialog>
  );
}

const DEBOUNCE_MS = 200;

/** Searches people by name or handle; shows the suggested ones while nothing is typed. */
function FindPerson({ onPick }: { onPick: () => void }) {
  const call = useCall();
  const navigate = useNavigate();
  const { person: self } = useSession();
  const [term, setTerm] = useState('');
  const typed = term.trim().replace(/^@+/, '');
  const debounced = useDebounced(typed);
  const found = useQuery({
    ...searchOnceQuery(call, debounced === '' ? '' : `@${debounced}`),
    // The previous results stay until the next arrive; `matchesName` hides those that Enter must not choose any more.
    placeholderData: (previous) => previous,
  });
  const suggested = useQuery(suggestedQuery(call));
  const { data, isFetching, isError } = debounced === '' ? suggested : found;
  const all = data === undefined ? [] : 'people' in data ? data.people : data;
  const people = all.filter(
    (person) => person.cognito_user_uuid !== self?.cognito_id && matchesName(person, typed),
  );
  const openConversation = ({ handle }: ShortUser) => {
    onPick();
    void navigate(newConversationPath(handle), { state: WRITING, replace: isOnPopupEntry() });
  };
  return (
    <PeoplePicker
      term={term}
      people={people}
      onPick={openConversation}
      onTerm={setTerm}
      state={isError ? 'failed' : isFetching || typed !== debounced ? 'searching' : 'settled'}
      heading={debounced === '' ? 'Suggested Users' : 'People'}
    />
  );
}

function useDebounced(text: string): string {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setDebouncedText, DEBOUNCE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return debouncedText;
}
