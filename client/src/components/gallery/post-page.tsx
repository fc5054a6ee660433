import { CrudCard } from '../crud-card.tsx';
import { PageHeader } from '../page-header.tsx';
import { PostDetail } from '../post-detail.tsx';
import { ReplyLine } from '../reply-line.tsx';
import { PageFrame } from './page-frame.tsx';
import { feed, handlers, ines, nothing, replies } from './samples.ts';

export function PostPage() {
  const activity = feed[3];
  return (
    <PageFrame section="home">
      <PageHeader title="Crud" onBack={nothing} />
      {activity && (
        <PostDetail activity={{ ...activity, liked: true }} handlers={handlers} onBurn={nothing} />
      )}
      <ReplyLine author={ines} onOpen={nothing} />
      {replies.map((reply) => (
        <CrudCard key={reply.uuid} activity={reply} handlers={handlers} />
      ))}
    </PageFrame>
  );
}
