import type { PrivacyChange } from '@cruddur/shared';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toErrorTexts } from '../../api/error-texts.ts';
import { useCall } from '../../api/api-react.tsx';
import { changePrivacySettings } from '../../api/privacy.ts';
import { PRIVACY_KEY } from '../../cache/privacy-key.ts';
import { onPrivacyChangeSettled, privacyQuery, showPrivacyChange } from '../../cache/privacy-query.ts';
import { useComposeContext } from '../../compose/compose-context.tsx';

/** The viewer's privacy settings and the change of them, which shows at once. A failed change is taken back and shown as a toast. */
export function usePrivacySettings() {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useComposeContext();
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
      showToast({ text: toErrorTexts(failure).join('. ') });
    },
    onSettled: () => onPrivacyChangeSettled(client),
  });
  return { settings, error, refetch, change };
}
