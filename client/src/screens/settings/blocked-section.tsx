import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { BlockedPerson } from '@cruddur/shared';
import { toErrorTexts } from '../../api/error-texts.ts';
import { useCall } from '../../api/api-react.tsx';
import { blockedQuery } from '../../cache/block-query.ts';
import { useSetBlock } from '../../compose/use-block.ts';
import { profilePath } from '../../paths.ts';
import { Avatar } from '../../people/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { FailedList, RowSkeleton } from './setting-list.tsx';
import { SettingsSection } from '../../account/settings-section.tsx';

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
  const { cognito_user_uuid, handle, display_name } = person;
  const { set, isBusy, errors } = useSetBlock();
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
        <ErrorBox errors={errors} />
      </div>
      <Button
        variant="outline"
        small
        busy={isBusy}
        aria-label={`Unblock @${handle}`}
        onClick={() => set(cognito_user_uuid, false)}
      >
        Unblock
      </Button>
    </li>
  );
}
