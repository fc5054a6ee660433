import { CrudCard } from '../crud/crud-card.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import { PostDetail } from '../crud/post-detail.tsx';
import { ReplyPrompt } from '../crud/reply-prompt.tsx';
import { PageFrame } from './page-frame.tsx';
import { feed, handlers, ines, noop, replies } from './samples.ts';

export function PostPage() {
  const activity = feed[3];
  return (
    <PageFrame section="home">
      <PageHeader title="Crud" onBack={noop} />
      {activity && <PostDetail activity={{ ...activity, liked: true }} handlers={handlers} onBurn={noop} />}
      <ReplyPrompt author={ines} onOpen={noop} />
      {replies.map((reply) => (
        <CrudCard key={reply.uuid} activity={reply} handlers={handlers} />
      ))}
    </PageFrame>
  );
}
