import type { Lifetime } from '@cruddur/shared';
import { Avatar } from '../people/avatar.tsx';
import { ComposeFrame, type ComposeFormProps } from './compose-frame.tsx';
import { ComposeText } from './compose-text.tsx';
import { LifetimeChips } from './lifetime-chips.tsx';

type Props = ComposeFormProps & { ttl: Lifetime; onTtl: (ttl: Lifetime) => void };

/** A new crud: text, lifetime, counter. Draws what it is told and tells what was done. */
export function PostForm({ author, onChange, ttl, onTtl, ...frame }: Props) {
  return (
    <ComposeFrame {...frame} submit="Crud">
      <div className="dialog-body">
        <Avatar person={author} />
        <div>
          <ComposeText
            label="Your crud"
            placeholder="what would you like to say?"
            value={frame.value}
            onChange={onChange}
            invalid={frame.errors.length > 0}
          />
          <LifetimeChips value={ttl} onChange={onTtl} />
        </div>
      </div>
    </ComposeFrame>
  );
}
