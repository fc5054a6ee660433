import type { PrivacySettings } from '@cruddur/shared';
import { useCallback } from 'react';
import { MessageSendersChoice } from './message-senders-choice.tsx';
import { toErrorTexts } from '../../api/error-texts.ts';
import { FailedList, RowSkeleton } from './setting-list.tsx';
import { SettingsSection } from '../../account/settings-section.tsx';
import { usePrivacySettings } from './use-privacy-settings.ts';

const SWITCHES: readonly {
  setting: Exclude<keyof PrivacySettings, 'messages_from'>;
  title: string;
  line: string;
}[] = [
  {
    setting: 'read_receipts',
    title: 'Read receipts',
    line: 'Show when you’ve read a message, and see when others have. When you turn them back on, everything read so far shows as read.',
  },
  { setting: 'typing', title: 'Typing', line: 'Show when you’re typing, and see when others are.' },
  {
    setting: 'presence',
    title: 'Online status',
    line: 'Show when you have a conversation open, and see when others do.',
  },
];

/** What the viewer shares with the people they message. */
export function PrivacySection() {
  const { settings, error, refetch, change } = usePrivacySettings();
  const retry = useCallback(() => void refetch(), [refetch]);
  return (
    <SettingsSection
      title="Privacy"
      lead="Who can write to you, and what the people you message see. Each switch works both ways: if you turn it off, you don’t see it for others either."
    >
      {!settings &&
        (error ? <FailedList error={toErrorTexts(error).join('. ')} onRetry={retry} /> : <RowSkeleton />)}
      {settings?.messages_from && (
        <MessageSendersChoice
          value={settings.messages_from}
          onChange={(messages_from) => change({ messages_from })}
        />
      )}
      {settings &&
        SWITCHES.map(({ setting, title, line }) => (
          <label className="switch" key={setting}>
            <input
              type="checkbox"
              role="switch"
              checked={settings[setting]}
              onChange={(event) => change({ [setting]: event.currentTarget.checked })}
            />
            <span>
              <b>{title}</b>
              <span className="line">{line}</span>
            </span>
          </label>
        ))}
    </SettingsSection>
  );
}
