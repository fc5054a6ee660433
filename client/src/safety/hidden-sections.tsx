import { DEFAULT_MUTE_DURATION, formatSpokenDuration, type Mute, type BlockedPerson } from '@cruddur/shared';
import { Hash, UserX, VolumeX } from 'lucide-react';
import { useState, type SubmitEvent, useCallback } from 'react';
import { useNowUntil } from '../base/clock/clock-react.tsx';
import { MUTE_ERRORS, MuteDurationChoice, MutedWordField } from './mute-fields.tsx';
import { muteName, toSubject, useMute } from './use-mute.ts';
import { useMutes } from './use-mutes.ts';
import { Button } from '../base/ui/button.tsx';
import { ErrorBox, useFieldErrors } from '../base/ui/error-box.tsx';
import { RowSkeleton, SettingRow, SettingsSection, FailedList } from '../base/ui/setting-list.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useCall } from '../base/http/page-services.ts';
import { blockedQuery, useSetBlock } from './use-block.ts';
import { profilePath } from '../base/paths.ts';
import { Avatar } from '../people/avatar.tsx';
import { toErrorTexts } from '../base/http/error-texts.ts';

const ICONS = { person: UserX, word: VolumeX, hashtag: Hash };

/** What the viewer has muted, each with the way back, and a form for words and hashtags. */
export function MutedSection() {
  const { mutes } = useMutes();
  return (
    <SettingsSection
      title="Muted"
      lead="You don’t see muted people’s cruds, or other people’s cruds with these words and hashtags. Direct messages are not affected."
    >
      {!mutes && <RowSkeleton />}
      {mutes?.mutes.length === 0 && <p className="none">You haven’t muted anything.</p>}
      {mutes && mutes.mutes.length > 0 && (
        <ul className="setting-rows" aria-label="Muted">
          {mutes.mutes.map((mute) => (
            <MuteRow key={mute.uuid} mute={mute} />
          ))}
        </ul>
      )}
      <MuteWordForm />
    </SettingsSection>
  );
}

function MuteRow({ mute }: { mute: Mute }) {
  const { unmute, isBusy, errors } = useMute();
  return (
    <SettingRow
      icon={ICONS[mute.kind]}
      title={muteName(mute)}
      detail={
        <>
          {mute.until === null ? 'Until you undo it' : <MuteTimeLeft until={mute.until} />}
          {errors.length > 0 && ` · ${errors.join('. ')}`}
        </>
      }
    >
      <Button
        variant="outline"
        small
        busy={isBusy}
        aria-label={`Unmute ${muteName(mute)}`}
        onClick={() => unmute(mute)}
      >
        Unmute
      </Button>
    </SettingRow>
  );
}

const MINUTE_MS = 60_000;

function MuteTimeLeft({ until }: { until: string }) {
  const end = Date.parse(until);
  const left = end - useNowUntil(end);
  return left < MINUTE_MS ? 'Less than a minute left' : `${formatSpokenDuration(left)} left`;
}

function MuteWordForm() {
  const [word, setWord] = useState('');
  const { mute, isBusy, errors, edit } = useMute(() => setWord(''));
  const { box, fieldProps, onEdit } = useFieldErrors({ ...MUTE_ERRORS, errors, onEdit: edit });
  const [duration, setDuration] = useState(DEFAULT_MUTE_DURATION);

  const changeWord = (next: string) => {
    setWord(next);
    onEdit();
  };

  return (
    <form
      className="setting-form"
      aria-label="Mute words"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (word.trim() !== '') mute({ ...toSubject(word), duration });
      }}
    >
      <ErrorBox {...box} />
      <MutedWordField {...fieldProps('word')} value={word} onChange={changeWord} />
      <MuteDurationChoice value={duration} onChange={setDuration} />
      <div>
        <Button type="submit" busy={isBusy} disabled={word.trim() === ''}>
          Mute
        </Button>
      </div>
    </form>
  );
}

/** The people whom the viewer has blocked, each with the way back. */
export function BlockedSection() {
  const { data, error, isPending, refetch } = useQuery(blockedQuery(useCall()));
  const retry = useCallback(() => void refetch(), [refetch]);
  return (
    <SettingsSection
      title="Blocked people"
      lead="You and they don’t see each other’s cruds and can’t message each other. Public pages stay public."
    >
      {isPending && <RowSkeleton />}
      {!data && error && <FailedList error={toErrorTexts(error).join('. ')} onRetry={retry} />}
      {data?.length === 0 && <p className="none">You haven’t blocked anyone.</p>}
      {data && data.length > 0 && (
        <ul className="setting-rows" aria-label="Blocked people">
          {data.map((person) => (
            <BlockedRow key={person.cognito_user_uuid} person={person} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function BlockedRow({ person }: { person: BlockedPerson }) {
  const { handle, display_name } = person;
  const setBlock = useSetBlock();
  return (
    <li className="setting-row">
      <Avatar person={person} size="small" />
      <div className="setting-text">
        <p>
          <b>{display_name}</b>
        </p>
        <p className="setting-detail">
          <Link to={profilePath(handle)}>@{handle}</Link>
        </p>
      </div>
      <Button
        variant="outline"
        small
        aria-label={`Unblock @${handle}`}
        onClick={() => setBlock(person, false)}
      >
        Unblock
      </Button>
    </li>
  );
}
