import { CRUD_COUNTER, countCharacters, DEFAULT_LIFETIME, type Lifetime } from '@cruddur/shared';
import { useState } from 'react';
import { ConnectionBar } from '../connection-bar.tsx';
import { CrudCard } from '../crud-card.tsx';
import { RepostNote } from '../crud-note.tsx';
import { Dialog } from '../dialog.tsx';
import { LiveSwitch } from '../live-switch.tsx';
import { NearEnd } from '../near-end.tsx';
import { NewCrudsPill } from '../new-cruds-pill.tsx';
import { PageHeader } from '../page-header.tsx';
import { PostForm } from '../post-form.tsx';
import { Toasts } from '../toasts.tsx';
import { PageFrame } from './page-frame.tsx';
import { feed, handlers, ines, juno, mirel, nothing, sanne } from './samples.ts';

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
        pill={<NewCrudsPill count={4} people={[mirel, juno, sanne]} onPress={nothing} />}
        end={<LiveSwitch live={live} onToggle={() => setLive(!live)} />}
      />
      <ConnectionBar state={null} onRetry={nothing} />
      <div role="feed" aria-label="Home">
        {feed.map((activity) => (
          <CrudCard
            key={activity.uuid}
            activity={activity}
            handlers={handlers}
            note={activity.handle === 'sanneo' && <RepostNote by={mirel} />}
            onBurn={activity.handle === ines.handle ? nothing : undefined}
          />
        ))}
      </div>
      <NearEnd busy={false} onNear={nothing} />
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
          remaining={CRUD_COUNTER - countCharacters(text)}
          draftKept={text !== ''}
        />
      </Dialog>
      <Toasts
        news={
          lit ? [{ id: 'lit', text: 'Crud lit.', seconds: 5, action: { label: 'Undo', run: nothing } }] : []
        }
        onDone={() => setLit(false)}
      />
    </PageFrame>
  );
}
