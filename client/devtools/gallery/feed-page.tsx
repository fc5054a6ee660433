import { COMPOSER_SOFT_LIMIT, countCharacters, DEFAULT_LIFETIME, type Lifetime } from '@cruddur/shared';
import { useState } from 'react';
import { CrudCard } from '../../src/cruds/crud-card.tsx';
import { RepostNote } from '../../src/notifications/crud-note.tsx';
import { Dialog } from '../../src/base/ui/dialog.tsx';
import { LoadMore } from '../../src/feed/load-more.tsx';
import { NewCrudsPill, LiveSwitch } from '../../src/feed/new-items-pill.tsx';
import { PageHeader } from '../../src/base/ui/page-header.tsx';
import { PostForm } from '../../src/cruds/post-form.tsx';
import { Toasts } from '../../src/base/ui/toasts.tsx';
import { PageFrame } from './page-frame.tsx';
import { feed, handlers, ines, juno, mirel, noop, sanne } from './samples.ts';

export function FeedPage() {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [ttl, setTtl] = useState<Lifetime>(DEFAULT_LIFETIME);
  const [live, setLive] = useState(true);
  const [lit, setLit] = useState(false);
  const post = () => {
    setOpen(false);
    setText('');
    setLit(true);
  };
  return (
    <PageFrame section="home" onCrud={() => setOpen(true)}>
      <PageHeader
        title="Home"
        pill={<NewCrudsPill count={4} people={[mirel, juno, sanne]} onPress={noop} />}
        end={<LiveSwitch live={live} onToggle={() => setLive(!live)} />}
      />
      <div role="feed" aria-label="Home">
        {feed.map((activity) => (
          <CrudCard
            key={activity.uuid}
            activity={activity}
            handlers={handlers}
            note={activity.handle === 'sanneo' && <RepostNote by={mirel} />}
            onBurn={activity.handle === ines.handle ? noop : undefined}
          />
        ))}
      </div>
      <LoadMore busy={false} onLoadMore={noop} />
      <Dialog open={open} onClose={() => setOpen(false)} title="Crud">
        <PostForm
          author={ines}
          value={text}
          onChange={setText}
          ttl={ttl}
          onTtl={setTtl}
          onSubmit={post}
          busy={false}
          errors={[]}
          remaining={COMPOSER_SOFT_LIMIT - countCharacters(text)}
          draftKept={text !== ''}
        />
      </Dialog>
      <Toasts
        toasts={
          lit ? [{ id: 'lit', text: 'Crud lit.', seconds: 5, action: { label: 'Undo', run: noop } }] : []
        }
        onDone={() => setLit(false)}
      />
    </PageFrame>
  );
}
