import { COMPOSER_SOFT_LIMIT, countCharacters, DEFAULT_LIFETIME, type Lifetime } from '@cruddur/shared';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../src/base/ui/button.tsx';
import { CodeField } from '../../src/account/sign-in/auth-form.tsx';
import { ErrorBox, NoticeBox } from '../../src/base/ui/error-box.tsx';
import { Field, PasswordField } from '../../src/base/ui/field.tsx';
import { PostForm, ReplyForm } from '../../src/cruds/post-form.tsx';
import { Piece } from './piece.tsx';
import { feed, ines, noop } from './samples.ts';

const LONG =
  'The last time ours was green on the first try it had deployed to the wrong account, which explains why the right account was so calm about it. We found out when a colleague in a different time zone asked, very politely, why his dashboard was suddenly about boats.';

const remaining = (text: string) => COMPOSER_SOFT_LIMIT - countCharacters(text);

export function FormPieces() {
  const [text, setText] = useState('The elevator in our building plays a fanfare now.');
  const [reply, setReply] = useState(LONG);
  const [ttl, setTtl] = useState<Lifetime>(DEFAULT_LIFETIME);
  const [fieldValue, setFieldValue] = useState('inesvarga');
  const [first] = feed;
  const form = { author: ines, onSubmit: noop, errors: [] };
  return (
    <>
      <Piece name="Post form">
        <div className="dialog">
          <PostForm
            {...form}
            ttl={ttl}
            onTtl={setTtl}
            value={text}
            onChange={setText}
            busy={false}
            draftKept
            remaining={remaining(text)}
          />
        </div>
      </Piece>
      <Piece name="Reply form, over 240, busy, refused">
        <div className="dialog">
          {first && (
            <ReplyForm
              {...form}
              to={first}
              value={reply}
              onChange={setReply}
              busy
              remaining={remaining(reply)}
            />
          )}
        </div>
      </Piece>
      <Piece name="Fields">
        <Field label="Display Name" value={fieldValue} onChange={setFieldValue} />
        <Field
          label="Username"
          sign="@"
          help="This is your handle. Letters, digits and underscore."
          value={fieldValue}
          onChange={setFieldValue}
        />
        <Field label="Display Name" error="The display name cannot be blank" value="" onChange={noop} />
        <PasswordField
          label="Password"
          help="At least 8 characters. Anything goes."
          value={fieldValue}
          onChange={setFieldValue}
        />
        <CodeField label="Confirmation Code" value="402918" onChange={noop} />
        <Button wide>Confirm Email</Button>
        <Button wide variant="outline" disabled>
          Resend Activation Code
        </Button>
      </Piece>
      <Piece name="Error and notice boxes">
        <ErrorBox errors={['Incorrect email or password']} />
        <ErrorBox errors={['display_name_blank', 'generic_500']} fields={{ display_name_blank: 'name' }} />
        <NoticeBox icon={MailCheck}>A new activation code has been sent to your email</NoticeBox>
      </Piece>
    </>
  );
}
