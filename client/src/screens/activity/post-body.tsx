import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PostPage } from '../../api/pages.ts';
import { ExpiredCrudState } from '../../ui/empty-state.tsx';
import { PostDetail } from '../../crud/post-detail.tsx';
import { ReplyPrompt } from '../../crud/reply-prompt.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import type { Paging } from '../../feed/more-pages.tsx';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { expiryTime, useExpiry } from '../../feed/use-expiry.ts';
import { useSignedInUser } from '../../app/use-signed-in-user.ts';
import { usePendingReplies } from '../../outbox/use-pending-rows.ts';
import { paths } from '../../paths.ts';

/** The opened crud, a line that invites a reply, and the replies, newest first. */
export function PostBody({ pages, paging }: { pages: readonly PostPage[]; paging: Paging }) {
  const { handlers, confirmBurn } = useComposeContext();
  const viewer = useSignedInUser();
  const navigate = useNavigate();
  const replies = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  const activity = pages[0]?.head;
  const pending = usePendingReplies(activity?.uuid ?? '');
  const { ending } = useExpiry(activity ? expiryTime(activity) : Infinity);
  if (!activity || ending !== 'alive') return <ExpiredCrudState />;
  const own = viewer?.cognito_user_uuid === activity.cognito_user_uuid;
  const onBurn = () => confirmBurn(activity, () => void navigate(paths.home));
  return (
    <>
      <PostDetail activity={activity} handlers={handlers} {...(own && { onBurn })} />
      {viewer && <ReplyPrompt author={viewer} onOpen={() => handlers.reply(activity)} />}
      <CrudList label="Replies" items={replies} paging={paging} pending={pending} />
    </>
  );
}
