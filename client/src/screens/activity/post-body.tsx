import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PostPage } from '../../api/pages.ts';
import { ForgottenState } from '../../components/blank-state.tsx';
import { PostDetail } from '../../components/post-detail.tsx';
import { ReplyLine } from '../../components/reply-line.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import type { Paging } from '../../feed/more-pages.tsx';
import { useCrudding } from '../../feed/crudding.tsx';
import { endOf, useExpiry } from '../../feed/use-expiry.ts';
import { useOwn } from '../../feed/use-own.ts';
import { usePendingReplies } from '../../feed/use-pending.ts';
import { paths } from '../../paths.ts';

/** The opened crud, a line that invites a reply, and the replies, newest first. */
export function PostBody({ pages, paging }: { pages: readonly PostPage[]; paging: Paging }) {
  const { handlers, burn } = useCrudding();
  const viewer = useOwn();
  const navigate = useNavigate();
  const replies = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  const activity = pages[0]?.head;
  const pending = usePendingReplies(activity?.uuid ?? '');
  const { ending } = useExpiry(activity ? endOf(activity) : Infinity);
  if (!activity || ending !== 'alive') return <ForgottenState />;
  const own = viewer?.cognito_user_uuid === activity.cognito_user_uuid;
  const onBurn = () => burn(activity, () => void navigate(paths.home));
  return (
    <>
      <PostDetail activity={activity} handlers={handlers} {...(own && { onBurn })} />
      {viewer && <ReplyLine author={viewer} onOpen={() => handlers.reply(activity)} />}
      <CrudList label="Replies" items={replies} paging={paging} pending={pending} />
    </>
  );
}
