import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../src/base/paths.ts';
import { AuthFrame } from '../../src/account/sign-in/auth-frame.tsx';
import { Button, LinkButton } from '../../src/base/ui/button.tsx';
import { Field, PasswordField } from '../../src/base/ui/field.tsx';
import { PageHeader } from '../../src/base/ui/page-header.tsx';
import { Welcome } from '../../src/pages/welcome.tsx';
import { PageFrame } from './page-frame.tsx';
import { CrudCard } from '../../src/cruds/crud-card.tsx';
import { PostDetail, ReplyPrompt } from '../../src/cruds/post-detail.tsx';
import { feed, handlers, ines, noop, replies, profile } from './samples.ts';
import { countOf } from '../../src/cruds/counts.ts';
import { EditProfileDialog } from '../../src/people/edit-profile-dialog.tsx';
import { ProfileHeader } from '../../src/people/profile-header.tsx';

export function AuthPage() {
  const [email, setEmail] = useState('ines@example.com');
  const [password, setPassword] = useState('');
  return (
    <AuthFrame>
      <form className="card">
        <h1>Sign into your Cruddur account</h1>
        <Field label="Email" type="email" autoComplete="username" value={email} onChange={setEmail} />
        <PasswordField label="Password" value={password} onChange={setPassword} />
        <div className="row">
          <Link className="link" to={paths.forgot}>
            Forgot Password?
          </Link>
          <Button type="submit" disabled={email === '' || password === ''}>
            Sign In
          </Button>
        </div>
        <p className="auth-switch">
          Don&apos;t have an account?{' '}
          <Link className="link" to={paths.signUp}>
            <b>Sign up!</b>
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}

export function VisitorPage() {
  const signIn = (
    <LinkButton variant="quiet" to={paths.signIn}>
      Sign In
    </LinkButton>
  );
  return (
    <PageFrame section="home" visitor>
      <PageHeader title="Home" end={signIn} />
      <Welcome newest={feed.slice(0, 3)} />
    </PageFrame>
  );
}

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

const REFUSED = ['display_name_blank', 'generic_500'];
const noPicture = { preview: null, progress: 0.4, error: null };

export function ProfilePage() {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(profile.display_name);
  const [bio, setBio] = useState(profile.bio);
  return (
    <PageFrame section="profile">
      <PageHeader title={profile.display_name} sub={countOf(profile.cruds_count, 'Crud', 'Cruds')} />
      <ProfileHeader profile={profile} viewer="self" canMessage onEdit={() => setOpen(true)} menu={[]} />
      {feed.map((activity) => (
        <CrudCard key={activity.uuid} activity={{ ...activity, ...ines }} handlers={handlers} onBurn={noop} />
      ))}
      <EditProfileDialog
        open={open}
        onClose={() => setOpen(false)}
        person={ines}
        displayName={name}
        onDisplayName={setName}
        bio={bio}
        onBio={setBio}
        picture={noPicture}
        onPick={noop}
        onEdit={noop}
        onSubmit={() => setOpen(false)}
        busy={false}
        errors={name === '' ? REFUSED : []}
      />
    </PageFrame>
  );
}
