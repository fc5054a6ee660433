import {
  LIFETIMES,
  LIFETIME_MS,
  lifetimeLabel,
  type Lifetime,
  type Activity,
  isBlank,
  type ShortUser,
} from '@cruddur/shared';
import { memo, type ReactNode, type SubmitEvent, useLayoutEffect, useRef } from 'react';
import { useNow } from '../base/clock/clock-react.tsx';
import { formatFullDate } from '../base/page/dates.ts';
import { Avatar } from '../people/avatar.tsx';
import { Bomb } from '../base/ui/logo.tsx';
import { RadioChips } from '../base/ui/radio-chips.tsx';
import { Byline } from './byline.tsx';
import { isComposing } from '../base/ui/keyboard.ts';
import { Button } from '../base/ui/button.tsx';
import { CounterRing, describeExcess, excessOf } from '../base/ui/counter-ring.tsx';
import { ErrorBox } from '../base/ui/error-box.tsx';
import { countOf } from './counts.ts';
import { AutocompleteArea } from './autocomplete-area.tsx';

type Props = ComposeFormProps & {
  ttl: Lifetime;
  /** Must keep its identity, so that a key does not render the lifetimes. */
  onTtl: (ttl: Lifetime) => void;
};

/** The form of a new crud: text, lifetime, counter. */
export function PostForm({ author, onChange, ttl, onTtl, ...frame }: Props) {
  return (
    <ComposeFrame {...frame} submitLabel="Crud">
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

interface LifetimeChipsProps {
  value: Lifetime;
  onChange: (value: Lifetime) => void;
}

/** One of the seven lifetimes; the legend has the exact local date of the expiry. */
const LifetimeChips = memo(function LifetimeChips({ value, onChange }: LifetimeChipsProps) {
  const now = useNow();
  return (
    <RadioChips
      legend={
        <>
          <Bomb /> Burns out <b>{formatFullDate(now + LIFETIME_MS[value])}</b>
        </>
      }
      choices={LIFETIMES}
      labelOf={lifetimeLabel}
      value={value}
      onChange={onChange}
    />
  );
});

type ReplyFormProps = ComposeFormProps & {
  /** The crud replied to, quoted above; null when it has ended. */
  to: Activity | null;
};

/** The form of a reply: quoted crud, text, counter. No lifetime: a reply expires with its crud. */
export function ReplyForm({ author, to, onChange, ...frame }: ReplyFormProps) {
  return (
    <ComposeFrame {...frame} submitLabel="Reply" closed={!to}>
      <div className="quoted">
        {to && (
          <>
            <Avatar person={to} size="small" />
            <div>
              <Byline person={to} at={to.created_at} plain />
              <p dir="auto">{to.message}</p>
            </div>
          </>
        )}
        <p role="status">{!to && 'This crud burned out, so you can’t reply to it.'}</p>
      </div>
      <div className="dialog-body">
        <Avatar person={author} />
        <ComposeText
          label="Your reply"
          placeholder="what is your reply?"
          value={frame.value}
          onChange={onChange}
          invalid={frame.errors.length > 0}
        />
      </div>
    </ComposeFrame>
  );
}

/** The common props of the forms for a crud and a reply. */
type ComposeFormProps = {
  author: ShortUser;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  busy: boolean;
  /** Error codes or texts. */
  errors: readonly string[];
  /** Characters left, negative beyond the soft limit. */
  remaining: number;
  /** The text is a draft that was kept when the popup closed. */
  draftKept?: boolean;
};

type ComposeFrameProps = Omit<ComposeFormProps, 'author' | 'onChange'> & {
  submitLabel: string;
  /** The crud of a reply has ended, so nothing can be sent. */
  closed?: boolean;
  children: ReactNode;
};

/**
 * The form around a text: errors above, counter and button below. Control or Command with Enter submits it; blank, overlong and busy
 * texts are not submitted.
 */
function ComposeFrame(props: ComposeFrameProps) {
  const { value, onSubmit, busy, errors, closed = false, remaining, draftKept = false } = props;
  const excess = excessOf(remaining);
  const isDisabled = closed || isBlank(value) || excess > 0;
  return (
    <form
      className="compose"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (!busy && !isDisabled) onSubmit();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event.nativeEvent)) return;
        const isShortcut = event.metaKey || event.ctrlKey;
        // By itself, Enter would submit the form from a lifetime, too.
        if (isShortcut || event.target instanceof HTMLInputElement) event.preventDefault();
        if (isShortcut) event.currentTarget.requestSubmit();
      }}
    >
      <ErrorBox errors={errors} />
      {props.children}
      <div className="dialog-foot">
        <FooterHint excess={excess} remaining={remaining} draftKept={draftKept} />
        <span className="push">
          <CounterRing remaining={remaining} />
          <Button type="submit" busy={busy} disabled={isDisabled}>
            {props.submitLabel}
          </Button>
        </span>
      </div>
    </form>
  );
}

type FooterHintProps = { excess: number; remaining: number; draftKept: boolean };

/** A text over the soft limit is reported and still submitted, up to the server's limit. */
function FooterHint({ excess, remaining, draftKept }: FooterHintProps) {
  if (excess > 0) return <span className="text-hint over">{describeExcess(excess)}</span>;
  if (remaining < 0)
    return (
      <span className="text-hint over">
        A little long. {countOf(-remaining, 'character', 'characters')} over.
      </span>
    );
  return draftKept && <span className="text-hint">Draft kept</span>;
}

type ComposeTextProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  invalid?: boolean;
};

/** The text of a crud or reply, with suggestions. The caret starts at the end of a draft. */
function ComposeText({ label, placeholder, value, onChange, invalid = false }: ComposeTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const end = area.current?.value.length ?? 0;
    area.current?.setSelectionRange(end, end);
  }, []);
  return (
    <AutocompleteArea
      area={area}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
      className="bare"
      data-autofocus=""
      placement="below"
      aria-label={label}
      aria-invalid={invalid || undefined}
    />
  );
}
