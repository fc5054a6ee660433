import { SquarePen } from 'lucide-react';
import { useState, useEffect } from 'react';
import type { ShortUser } from '@cruddur/shared';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useCall } from '../../api/api-react.tsx';
import { searchOnceQuery, suggestedQuery } from '../../cache/queries.ts';
import { matchesName } from '../../people/matches-name.ts';
import { PeoplePicker } from '../../people/people-picker.tsx';
import { useSession } from '../../auth/session/session-react.tsx';
import { newConversationPath } from '../../paths.ts';
import { WRITING } from './composer.tsx';

const TITLE = 'New message';

/** The way to write to somebody, whether there is a conversation with them or not. */
export function StartConversation({ variant }: { variant: 'icon' | 'button' }) {
  const [open, setOpen] = useState(false);
  const begin = () => setOpen(true);
  return (
    <>
      {variant === 'icon' ? (
        <IconButton label={TITLE} icon={SquarePen} onClick={begin} />
      ) : (
        <Button onClick={begin}>{TITLE}</Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={TITLE}>
        <FindPerson onFound={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** How long nothing must be typed before it is asked for, in milliseconds. */
const DEBOUNCE_MS = 200;

/** Finds somebody by name or handle; before anything is typed, those whom the product suggests. */
export function FindPerson({ onFound }: { onFound: () => void }) {
  const call = useCall();
  const navigate = useNavigate();
  const { person: self } = useSession();
  const [term, setTerm] = useState('');
  const typed = term.trim().replace(/^@+/, '');
  const wanted = useDebounced(typed);
  const found = useQuery({
    ...searchOnceQuery(call, wanted === '' ? '' : `@${wanted}`),
    // What was found last stays until the next is there, but for whom Enter must not open any more.
    placeholderData: (last) => last,
  });
  const suggested = useQuery(suggestedQuery(call));
  const { data, isFetching, isError } = wanted === '' ? suggested : found;
  const all = data === undefined ? [] : 'people' in data ? data.people : data;
  const people = all.filter(
    (person) => person.cognito_user_uuid !== self?.cognito_id && matchesName(person, typed),
  );
  const pick = ({ handle }: ShortUser) => {
    onFound();
    void navigate(newConversationPath(handle), { state: WRITING });
  };
  return (
    <PeoplePicker
      {...{ term, people, onPick: pick, onTerm: setTerm }}
      state={isError ? 'failed' : isFetching || typed !== wanted ? 'looking' : 'settled'}
      heading={wanted === '' ? 'Suggested Users' : 'People'}
    />
  );
}

/** The text once nothing more is typed. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
