import {
  type PrivacySettings,
  MESSAGE_SENDERS,
  type MessageSenders,
  type PrivacyChange,
} from '@cruddur/shared';
import { useCallback } from 'react';
import { FailedList, RowSkeleton, SettingsSection } from '../../base/ui/setting-list.tsx';
import { RadioChips } from '../../base/ui/radio-chips.tsx';
import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { useCall } from '../../base/http/page-services.ts';
import {
  onPrivacyChangeSettled,
  PRIVACY_KEY,
  showPrivacyChange,
} from '../../sync/cache/query-cache-updates.ts';
import { useToasts } from '../../base/ui/toasts.tsx';
import type { Call } from '../../base/http/http-client.ts';
import { toErrorSentences, toErrorTexts } from '../../base/http/error-texts.ts';

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

const TEXTS: Record<MessageSenders, { label: string; line: string }> = {
  everyone: { label: 'Everyone', line: 'Anyone can start a conversation with you.' },
  known: {
    label: 'People I know',
    line: 'People you’ve written or replied to. Others can send you a request of 3 messages.',
  },
  none: {
    label: 'No one new',
    line: 'Only your existing conversations continue. You can still write first.',
  },
};

type Props = { value: MessageSenders; onChange: (value: MessageSenders) => void };

function MessageSendersChoice({ value, onChange }: Props) {
  return (
    <RadioChips
      legend="Who can message you"
      choices={MESSAGE_SENDERS}
      labelOf={(senders) => TEXTS[senders].label}
      value={value}
      onChange={onChange}
      className="setting-choices"
    >
      <p className="line">{TEXTS[value].line}</p>
    </RadioChips>
  );
}

/** The viewer's privacy settings and the change of them, which shows at once. A failed change is taken back and shown as a toast. */
function usePrivacySettings() {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useToasts();
  const { data: settings, error, refetch } = useQuery(privacyQuery(call));
  const { mutate: change } = useMutation({
    mutationKey: PRIVACY_KEY,
    // One after the other, so that the last of several quick changes is the one that stays.
    scope: { id: 'privacy' },
    networkMode: 'always',
    mutationFn: (values: PrivacyChange) => changePrivacySettings(call, values),
    onMutate: (values) => showPrivacyChange(client, values),
    onError: (failure, _values, before) => {
      if (before) showPrivacyChange(client, before);
      showToast({ text: toErrorSentences(failure) });
    },
    onSettled: () => onPrivacyChangeSettled(client),
  });
  return { settings, error, refetch, change };
}

async function fetchPrivacySettings(call: Call, signal: AbortSignal): Promise<PrivacySettings> {
  return (await call('privacySettings', { signal })).data;
}

/** Changes some settings. @returns all of them */
async function changePrivacySettings(call: Call, body: PrivacyChange): Promise<PrivacySettings> {
  return (await call('changePrivacySettings', { body })).data;
}

function privacyQuery(call: Call) {
  return queryOptions({
    queryKey: PRIVACY_KEY,
    queryFn: ({ signal }) => fetchPrivacySettings(call, signal),
    staleTime: 0,
  });
}
