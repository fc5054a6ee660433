import { DEFAULT_MUTE_DURATION, formatSpokenDuration, type Mute } from '@cruddur/shared';
import { Hash, UserX, VolumeX } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useNowUntil } from '../../clock/clock-react.tsx';
import { MuteDurationChoice, MutedWordField } from '../../compose/mute-fields.tsx';
import { muteName, toSubject } from '../../compose/mute-texts.ts';
import { useMute } from '../../compose/use-mute.ts';
import { useMutes } from '../../compose/use-mutes.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { RowSkeleton, SettingRow } from './setting-list.tsx';
import { SettingsSection } from '../../account/settings-section.tsx';

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
  const [duration, setDuration] = useState(DEFAULT_MUTE_DURATION);

  const changeWord = (next: string) => {
    setWord(next);
    edit();
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
      <ErrorBox errors={errors} />
      <MutedWordField value={word} onChange={changeWord} />
      <MuteDurationChoice value={duration} onChange={setDuration} />
      <div>
        <Button type="submit" busy={isBusy} disabled={word.trim() === ''}>
          Mute
        </Button>
      </div>
    </form>
  );
}
